/// One document of a fork.
public struct ListedDocument: Report, Hashable {
  /// The document's path.
  public var document: String
  /// The id of the blob with its bytes.
  public var blob: String

  /// `{"document":..,"blob":..}`
  public var reportValue: ReportValue { .object(["document": document, "blob": blob]) }
}

extension DocumentStore {
  /// Calls a function with each document that is asked for: the files that the schema names, and otherwise `*.json`. They
  /// come in git's order, until it returns false. Without conditions no document is read.
  ///
  /// - Throws: kind `usage` if a pattern is invalid; at the end kind `notFound` if a name without a wildcard includes no
  ///   document, and with conditions also if a pattern doesn't, or kind `invalidData` if some documents cannot be read or
  ///   compared.
  /// - Complexity: O(n) for n files; with conditions also a parse of each. The memory does not depend on n.
  public func listDocuments(
    _ query: DocumentQuery, _ body: (ListedDocument) throws -> Bool
  ) throws {
    let snapshot = try snapshot(at: query.revision, elseOf: query.fork)
    guard !query.conditions.isEmpty else {
      let unused = try walk(query.names, in: snapshot, orPattern: true) { path, entry in
        try body(.init(document: shown(path), blob: entry.id.hex))
      }
      if let name = unused.first(where: { !Self.hasWildcard($0) }) {
        throw noDocument(named: name, in: snapshot)
      }
      for name in unused { environment.notify("'\(name)' names no document") }
      return
    }
    let check = try ask(query, in: snapshot, orPattern: true) { found in
      try body(.init(document: shown(found.path), blob: found.entry.id.hex))
    }
    try check.requireAnswers()
    notify(check.missing)
  }
}
