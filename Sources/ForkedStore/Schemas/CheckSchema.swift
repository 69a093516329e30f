public import ForkedJSON
public import ForkedSchema

/// The problems of a schema and of the documents under it.
public struct CheckSchemaReport: Report {
  /// A problem in the schema or in a document.
  public typealias Problem = DocumentProblem

  /// True if there is a schema file.
  public var hasSchema: Bool
  /// The mistakes in the schema itself.
  public var mistakes: [Problem]
  /// The number of documents that were checked; 0 if the schema has mistakes.
  public var documents: Int
  /// The problems in documents.
  public var problems: [Problem]
  /// The patterns of the schema file that match no document, which are no mistakes.
  public var warnings: [Problem] = []

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "schema": hasSchema, "mistakes": mistakes, "documents": documents, "problems": problems,
      "warnings": warnings,
    ])
  }
}

extension DocumentStore {
  /// Checks the schema, and that every document is JSON and valid under it.
  ///
  /// - Throws: kind `notFound` if there is no such fork or revision. Problems are reported, not thrown.
  /// - Complexity: O(bytes of all documents).
  public func checkSchema(of fork: String?, at revision: String?) throws -> CheckSchemaReport {
    let snapshot = try snapshot(toCheck: revision, of: fork)
    let entry = try snapshot.tree.flatMap { try repository.entry(at: Self.schemaPath, in: $0) }
    var report = CheckSchemaReport(
      hasSchema: entry != nil, mistakes: [], documents: 0, problems: [])
    do {
      let schemas = try schemas(of: snapshot)
      notify(ifNothingIsGovernedBy: schemas)
      let unmatched = try check(snapshot, under: schemas, into: &report)
      if let entry {
        report.warnings = warnings(of: unmatched, in: try repository.blob(entry.id))
      }
    } catch let error as SchemaError {
      report.mistakes = error.mistakes.map(DocumentProblem.init)
    }
    return report
  }

  /// Gives a notice if the schema file has rules that apply to no document.
  public func notify(ifNothingIsGovernedBy schemas: SchemaSet) {
    if let notice = schemas.noticeOfUngoverned(in: "\(Self.schemaPath)") {
      environment.notify(notice)
    }
  }

  /// Gives a notice if the schema has mistakes, or rules that apply to no document.
  public func notifyOfSchema() throws {
    do {
      notify(ifNothingIsGovernedBy: try schemas(of: snapshot(toCheck: nil, of: nil)))
    } catch is SchemaError {
      environment.notify("the schema has mistakes; '\(programName) schema check' shows them")
    }
  }

  /// The snapshot to check: that of a named revision or fork, else the work tree if there is one.
  func snapshot(toCheck revision: String?, of fork: String?) throws -> Snapshot {
    guard fork == nil, revision == nil, !repository.isBare else {
      return try snapshot(at: revision, elseOf: fork)
    }
    return try workTreeSnapshot()
  }

  /// Returns the patterns that match no document.
  private func check(
    _ snapshot: Snapshot, under schemas: SchemaSet, into report: inout CheckSchemaReport
  ) throws -> [DocumentGlob] {
    var unmatched = schemas.patterns
    try forEachDocument([], of: snapshot, under: schemas, "checking documents") {
      path, bytes, _ in
      report.documents += 1
      unmatched.removeAll { $0.matches(path.description) }
      report.problems += try problems(of: bytes, at: path, under: schemas)
    }
    return unmatched
  }

  private func warnings(of unmatched: [DocumentGlob], in schema: [UInt8]) -> [DocumentProblem] {
    guard let root = JSONDocument.ifReadable(schema, at: SchemaSet.rootFile)?.root,
      let documents = root["x-documents"]
    else { return [] }
    return unmatched.compactMap { pattern in
      let key = JSONString(pattern.text)
      guard let named = documents.members.first(where: { $0.key.string == key }) else { return nil }
      let position = root.document.position(of: named.key)
      return DocumentProblem(
        document: shown(Self.schemaPath), pointer: JSONPointer(["x-documents", key]).description,
        line: position.line, column: position.column, message: "it matches no document",
        hint: "'\(programName) documents' lists the documents")
    }
  }
}

extension SchemaSet {
  /// A notice that the schema has rules which apply to no document; nil if all do.
  /// - Parameter file: The schema's file.
  public func noticeOfUngoverned(in file: String) -> String? {
    guard governsNothing else { return nil }
    return #"\#(file) governs no document, since it has no "x-documents"; to apply its rules to "#
      + #"all documents, put them below: {"x-documents": {"**/*.json": { ... }}}"#
  }
}
