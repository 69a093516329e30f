public import ForkedJSON

extension DocumentStore {
  /// Calls a function with a line for each value that is asked for, until it returns false: each document, or the
  /// values in it that pointers name. A document without such a value is left out.
  ///
  /// A line is `{"document":..,"value":..}`, with `"pointer"` behind the document if one was given.
  ///
  /// - Throws: kind `notFound` if a name includes no document, or a pointer names no value in any of them; kind
  ///   `invalidData` at the end if some documents cannot be read or compared.
  /// - Complexity: a parse of each named document; the memory does not depend on their number.
  public func getValues(
    _ query: DocumentQuery, at pointers: [JSONPointer],
    _ body: (ReportValue) throws -> Bool
  ) throws {
    let snapshot = try snapshot(at: query.revision, elseOf: query.fork)
    var searches = pointers.map { PointerSearch(PointerPattern($0)) }
    let check = try ask(query, in: snapshot) { found in
      let name = shown(found.path)
      guard !searches.isEmpty else {
        return try body(
          .object(["document": name, "value": found.document.root]))
      }
      for index in searches.indices {
        var isFound = false
        let stops = try searches[index].pattern.contains(in: found.document.root) { node, pointer in
          isFound = true
          return try !body(
            .object(["document": name, "pointer": pointer, "value": node]))
        }
        searches[index].note(isFound, in: found.document.root)
        if stops { return false }
      }
      return true
    }
    try check.requireAnswers()
    notify(check.missing)
    if let missing = searches.first(where: \.isMissing) {
      throw StoreError(
        .notFound, missing.message,
        at: query.names.count == 1 ? .init(document: query.names[0]) : nil, hint: missing.hint)
    }
  }

  /// True if a user's argument names documents by a directory or a pattern.
  public func namesMany(
    _ argument: String, fork: String? = nil, revision: String? = nil
  ) throws -> Bool {
    let snapshot = try snapshot(at: revision, elseOf: fork)
    let selection = try selection(argument, in: snapshot)
    if selection.isPattern || selection.path.isRoot { return true }
    return try entry(at: selection.path, in: snapshot)?.mode == .tree
      && (!JSONNotation.isDocument(argument) || argument.hasSuffix("/"))
  }
}
