import ForkedGit
import ForkedJSON
public import ForkedSchema

/// What `schema infer` is asked for.
public struct InferSchemaRequest: Sendable {
  /// Which documents, as in .gitignore; nil: all.
  public var glob: String?
  /// The fork; nil: the current one, as the work tree has it where there is one.
  public var fork: String?
  /// The revision; nil: as the fork has it now.
  public var revision: String?
  /// True if former versions and merges are looked at.
  public var readsHistory: Bool

  /// - Parameters:
  ///   - glob: which documents, as in .gitignore; nil: all.
  ///   - fork: the fork; nil: the current one, as the work tree has it where there is one.
  ///   - revision: the revision; nil: as the fork has it now.
  ///   - readsHistory: whether former versions and merges are looked at.
  public init(
    glob: String? = nil, fork: String? = nil, revision: String? = nil, readsHistory: Bool = true
  ) {
    self.glob = glob
    self.fork = fork
    self.revision = revision
    self.readsHistory = readsHistory
  }
}

/// A drafted schema.
public struct InferSchemaReport: Report {
  /// The text of the schema file.
  public var schema: [UInt8]
  /// Each strategy that was chosen, with what speaks for it.
  public var decisions: [SchemaDecision]
  /// How many documents were read.
  public var documents: Int
  /// How many versions of them, and merges, the history gave.
  public var versions: Int
  /// How many merges of documents the history gave.
  public var merges: Int

  /// `{"documents":3,"versions":9,"merges":2,"decisions":[{"documents":..,"pointer":..,"strategy":..,"reason":..}],
  /// "schema":".."}`, the schema as the text of the file.
  public var reportValue: ReportValue {
    .object([
      "documents": .number(documents), "versions": .number(versions), "merges": .number(merges),
      "decisions": .array(
        decisions.map { decision in
          .object([
            "documents": .string(decision.documents),
            "pointer": .string(decision.pointer.description),
            "strategy": .string(decision.strategy?.rawValue), "reason": .string(decision.reason),
          ])
        }),
      "schema": .string(String(decoding: schema, as: UTF8.self)),
    ])
  }
}

extension DocumentStore {
  /// Drafts a schema from the documents, their former versions and the merges that were made of them.
  ///
  /// The draft has no mistake, and every document that was read is valid under it.
  /// - Throws: kind `usage` where the glob is none, `notFound` where there is no such fork or revision, or no document.
  /// - Complexity: O(bytes of the documents), and of former versions and merges up to a limit, the newest first.
  public func inferSchema(_ request: InferSchemaRequest) throws -> InferSchemaReport {
    let snapshot = try snapshot(toCheck: request.revision, of: request.fork)
    let documents = try documents(of: snapshot, matching: request.glob)
    guard !documents.isEmpty else {
      throw StoreError(
        .notFound, "there is no document to draft a schema from",
        hint: "'fork documents' lists them; name others by a glob")
    }
    var inference = SchemaInference(documents: documents.map(\.name))
    var report = InferSchemaReport(
      schema: [], decisions: [], documents: 0, versions: 0, merges: 0)
    for document in documents {
      try environment.checkInterruption()
      environment.report(Progress("reading documents", report.documents, of: documents.count))
      guard let value = try value(of: document.entry) else { continue }
      inference.add(version: value, of: document.name)
      report.documents += 1
    }
    if request.readsHistory {
      var past = PastDocuments(documents.map(\.name), in: self)
      try past.read(from: headOrRevision(request))
      for version in past.versions {
        try environment.checkInterruption()
        try past.add(version, to: &inference)
      }
      for merge in past.merges {
        try environment.checkInterruption()
        try past.add(merge, to: &inference)
      }
      (report.versions, report.merges) = (past.versions.count, past.merges.count)
    }
    let draft = inference.draft()
    _ = try SchemaSet(root: draft.bytes) { _ in nil }
    (report.schema, report.decisions) = (draft.bytes, draft.decisions)
    return report
  }

  private func headOrRevision(_ request: InferSchemaRequest) throws -> ObjectID? {
    try snapshot(at: request.revision, elseOf: request.fork).commit
  }

  /// The documents that a draft is about: what is JSON by its name, or matches the glob; no schema is asked.
  private func documents(
    of snapshot: Snapshot, matching text: String?
  ) throws -> [(name: String, entry: TreeEntry)] {
    guard let tree = snapshot.tree else { return [] }
    let glob = try text.map { try DocumentGlob($0) }
    let names = SchemaSet()
    var documents: [(name: String, entry: TreeEntry)] = []
    try repository.walk(tree) { found in
      guard found.entry.mode.isRegularFile, let name = found.path.string,
        !found.path.isWithin(Self.schemaDirectory)
      else { return .next }
      if glob?.matches(name) ?? names.isDocument(name) { documents.append((name, found.entry)) }
      return .next
    }
    return documents
  }

  /// The value of a document; nil where it does not parse.
  func value(of entry: TreeEntry) throws -> JSONNode? {
    JSONDocument(ifParsing: try repository.blob(entry.id))?.root
  }
}
