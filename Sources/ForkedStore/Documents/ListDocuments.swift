import ForkedGit
import ForkedSchema

/// What `documents` is asked for.
public struct ListDocumentsRequest: Sendable {
  /// Which documents, gitignore-style; nil: all.
  public var glob: String?
  /// The fork; nil: the current one.
  public var fork: String?
  /// The revision; nil: as the fork has it now.
  public var revision: String?

  /// - Parameters:
  ///   - glob: which documents, gitignore-style; nil: all.
  ///   - fork: the fork; nil: the current one.
  ///   - revision: the revision; nil: as the fork has it now.
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
    /// Its path.
    public var document: String
    /// The id of its bytes.
    public var blob: String
  }

  /// The documents, in git's order.
  public var documents: [Listed]

  /// `[{"document":..,"blob":..}]`
  public var reportValue: ReportValue {
    .array(
      documents.map { .object(["document": .string($0.document), "blob": .string($0.blob)]) })
  }
}

extension DocumentStore {
  /// Lists the documents: what the schema names, and `*.json` elsewhere.
  ///
  /// - Throws: kind `usage` where the glob is none.
  /// - Complexity: the number of files.
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
