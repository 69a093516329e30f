import ForkedGit
import ForkedSchema

/// The input of `documents`.
public struct ListDocumentsRequest: Sendable {
  /// The document, directory or pattern as in `.gitignore`, as the user named it; nil: all documents.
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
    let schemas = try schemas(of: snapshot)
    let selection = try request.glob.map { try self.selection($0, in: snapshot, orPattern: true) }
    var documents: [ListDocumentsReport.Listed] = []
    try walk(snapshot, selection) { path, entry in
      if path.string.map(schemas.isDocument) == true {
        documents.append(.init(document: shown(path), blob: entry.id.hex))
      }
      return true
    }
    return ListDocumentsReport(documents: documents)
  }
}
