import ForkedGit
public import ForkedJSON
public import ForkedSchema

/// An inferred schema.
public struct InferSchemaReport: Report {
  /// The text of the schema file.
  public var schema: [UInt8]
  /// The chosen strategies, each with its reason.
  public var decisions: [SchemaDecision]
  /// The number of documents that were read.
  public var documents: Int
  /// The number of former versions that were read.
  public var versions: Int
  /// The number of merges of documents that were read.
  public var merges: Int

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "documents": documents, "versions": versions, "merges": merges,
      "decisions": decisions.map { decision in
        ReportValue.object([
          "documents": decision.documents, "pointer": decision.pointer, "strategy": decision.name,
          "reason": decision.reason,
        ])
      },
      "schema": String(decoding: schema, as: UTF8.self),
    ])
  }
}

extension DocumentStore {
  /// Infers a schema from the documents, their former versions and their merges.
  ///
  /// The schema has no mistakes, and every document that was read is valid under it.
  ///
  /// - Parameters:
  ///   - glob: a glob that selects documents, as in .gitignore; nil: all documents.
  ///   - readsHistory: true if former versions and merges are read, too.
  /// - Throws: kind `usage` if the glob is invalid; kind `notFound` if there is no such fork or revision, or no
  ///   document.
  /// - Complexity: O(bytes of the documents), and of former versions and merges up to a limit, the newest first.
  public func inferSchema(
    from glob: String?, fork: String?, revision: String?, readingHistory readsHistory: Bool
  ) throws -> InferSchemaReport {
    let snapshot = try snapshot(toCheck: revision, of: fork)
    let documents = try documents(of: snapshot, matching: glob)
    guard !documents.isEmpty else {
      throw StoreError(
        .notFound, "there is no document to infer a schema from",
        hint: "'\(programName) documents' lists the documents; a glob selects others")
    }
    var inference = try SchemaInference(
      documents: documents.map(\.name), leavingConflicts: leavesConflicts(in: snapshot))
    var report = InferSchemaReport(
      schema: [], decisions: [], documents: 0, versions: 0, merges: 0)
    for document in documents {
      try environment.step(Progress("reading documents", report.documents, of: documents.count))
      guard let value = try value(of: document.entry, named: document.name) else { continue }
      inference.add(version: value, of: document.name)
      report.documents += 1
    }
    if readsHistory {
      var past = PastDocuments(documents.map(\.name), in: self)
      try past.read(from: self.snapshot(at: revision, elseOf: fork).commit)
      for version in past.versions {
        try environment.checkInterruption()
        try past.add(version, to: &inference)
      }
      for merge in past.merges {
        try environment.checkInterruption()
        try past.add(merge, to: &inference)
      }
      report.versions = past.versions.count
      report.merges = past.merges.count
    }
    let draft = inference.draft()
    _ = try SchemaSet(root: draft.bytes) { _ in nil }
    report.schema = draft.bytes
    report.decisions = draft.decisions
    return report
  }

  /// Returns true unless the present schema decides conflicts: a draft never turns conflicts into decisions.
  private func leavesConflicts(in snapshot: Snapshot) throws -> Bool {
    do {
      return try schemas(of: snapshot).defaultMerge != .mostRecent
    } catch is SchemaError {
      return true
    }
  }

  /// The documents to read: those that are JSON by their names, or that match the glob. No schema is consulted.
  private func documents(
    of snapshot: Snapshot, matching text: String?
  ) throws -> [(name: String, entry: TreeEntry)] {
    let selection = try text.map { try self.selection($0, in: snapshot, orPattern: true) }
    let names = SchemaSet()
    var documents: [(name: String, entry: TreeEntry)] = []
    try walk(snapshot, selection) { path, entry in
      guard let name = path.string, !path.isWithin(Self.schemaDirectory) else { return true }
      if selection != nil || names.isDocument(name) { documents.append((name, entry)) }
      return true
    }
    return documents
  }

  /// The value of a document; nil if it does not parse.
  func value(of entry: TreeEntry, named name: String) throws -> JSONNode? {
    try repository.document(entry, at: TreePath(name))?.root
  }
}
