import ForkedGit
import ForkedSchema

/// What `validate` is asked for.
public struct ValidateRequest: Sendable {
  /// The documents, as the person named them; none: all.
  public var documents: [String]
  /// The fork; nil: the current one, as the work tree has it where there is one.
  public var fork: String?
  /// The revision; nil: as the fork has it now.
  public var revision: String?

  /// - Parameters:
  ///   - documents: the documents, as the person named them; none: all.
  ///   - fork: the fork; nil: the current one, as the work tree has it where there is one.
  ///   - revision: the revision; nil: as the fork has it now.
  public init(documents: [String] = [], fork: String? = nil, revision: String? = nil) {
    self.documents = documents
    self.fork = fork
    self.revision = revision
  }
}

/// What is wrong with documents.
public struct ValidateReport: Report {
  /// How many documents were looked at.
  public var documents: Int
  /// How many of them no schema of the repository governs: for these, being JSON is enough.
  public var ungoverned: Int
  /// All that is wrong.
  public var problems: [DocumentProblem]

  /// `{"documents":3,"ungoverned":1,"problems":[{"document":..,"pointer":..,"keyword":..,"message":..}]}`
  public var reportValue: ReportValue {
    .object([
      "documents": .number(documents), "ungoverned": .number(ungoverned),
      "problems": .array(problems.map(\.reportValue)),
    ])
  }
}

extension DocumentStore {
  /// Checks that documents are JSON and what the schema demands.
  ///
  /// - Throws: kind `notFound` for a document, fork or revision that is not there, `invalidData` where the schema has
  ///   mistakes. What is wrong with documents is no error, but reported.
  /// - Complexity: O(bytes of the documents).
  public func validate(_ request: ValidateRequest) throws -> ValidateReport {
    let snapshot = try snapshot(toCheck: request.revision, of: request.fork)
    let schemas = try schemas(of: snapshot)
    var report = ValidateReport(documents: 0, ungoverned: 0, problems: [])
    for name in request.documents {
      let path = try documentPath(name)
      let bytes = try requireBytes(of: path, in: snapshot)
      try check(bytes, at: path.treePath, under: schemas, into: &report)
    }
    guard request.documents.isEmpty, let tree = snapshot.tree else { return report }
    try repository.walk(tree) { found in
      try environment.checkInterruption()
      environment.report(Progress("validating documents", report.documents))
      if found.entry.mode.isRegularFile, let path = found.path.string, schemas.isDocument(path) {
        let bytes = try repository.blob(found.entry.id)
        try check(bytes, at: found.path, under: schemas, into: &report)
      }
      return .next
    }
    return report
  }

  private func check(
    _ bytes: [UInt8], at path: TreePath, under schemas: SchemaSet,
    into report: inout ValidateReport
  ) throws {
    report.documents += 1
    let isGoverned = schemas.plan(forDocument: path.description).isBinding
    if !isGoverned, !path.isWithin(Self.schemaDirectory) { report.ungoverned += 1 }
    report.problems += try problems(of: bytes, at: path, under: schemas)
  }
}
