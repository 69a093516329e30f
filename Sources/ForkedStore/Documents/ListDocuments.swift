import ForkedGit
import ForkedSchema

/// The input of `documents`.
public struct ListDocumentsRequest: Sendable {
  /// The pattern of the documents to list, as in `.gitignore`; nil: all.
  public var glob: String?
  /// The fork; nil: the current one.
  public var fork: String?
  /// The revision; nil: the fork's last version.
  public var revision: String?

  /// Creates a request.
  public init(glob: String? = nil, fork: String? = nil, revision: String? = nil) {
    self.glob = glob
    self.fork = fork
    self.revision = revision
  }
}

/// The documents of a fork.
public struct ListDocumentsReport: Report {
  /// One document.
  public struct Listed: Hashable, Sendable {
    /// The document's path.
    public var document: String
    /// The id of the blob with its bytes.
    public var blob: String
  }

  /// The documents, in git's order.
  public var documents: [Listed]

  /// The documents as JSON: `[{"document":..,"blob":..}]`.
  public var reportValue: ReportValue {
    .array(
      documents.map { .object(["document": .string($0.document), "blob": .string($0.blob)]) })
  }
}

extension DocumentStore {
  /// Lists the documents: the files that the schema names, and otherwise `*.json`.
  ///
  /// - Throws: kind `usage` if the glob is invalid.
  /// - Complexity: O(n) for n files.
  public func listDocuments(_ request: ListDocumentsRequest) throws -> ListDocumentsReport {
    let snapshot = try snapshot(at: request.revision, elseOf: request.fork)
    guard let tree = snapshot.tree else { return ListDocumentsReport(documents: []) }
    let schemas = try schemas(of: snapshot)
    let glob = try request.glob.map { try DocumentGlob($0) }
    var documents: [ListDocumentsReport.Listed] = []
    try repository.walk(tree) { found in
      guard found.entry.mode.isRegularFile, let path = found.path.string else { return .next }
      if schemas.isDocument(path), glob?.matches(path) ?? true {
        documents.append(.init(document: shown(found.path), blob: found.entry.id.hex))
      }
      return .next
    }
    return ListDocumentsReport(documents: documents)
  }
}
