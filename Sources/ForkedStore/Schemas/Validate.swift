import ForkedGit
public import ForkedJSON
import ForkedSchema

/// The problems in documents.
public struct ValidateReport: Report {
  /// The number of documents that were checked.
  public var documents: Int
  /// The number of documents that no schema of the repository governs. They only have to be JSON.
  public var ungoverned: Int
  /// All problems that were found.
  public var problems: [DocumentProblem]

  /// `{"documents":3,"ungoverned":1,"problems":[{"document":..,"pointer":..,"keyword":..,"message":..}]}`
  public var reportValue: ReportValue {
    .object(["documents": documents, "ungoverned": ungoverned, "problems": problems])
  }
}

extension DocumentStore {
  /// Checks that documents are JSON and valid under the schema.
  ///
  /// - Parameters:
  ///   - names: The documents or properties, as the user named them; if empty, all documents.
  ///   - fork: The fork; nil: the current one, in the state of the work tree if there is one.
  ///   - revision: The revision; nil: the current state of the fork.
  /// - Throws: kind `notFound` if there is no such document, fork or revision; kind `invalidData` if the schema has
  ///   mistakes. Problems in documents are reported, not thrown.
  /// - Complexity: O(bytes of the documents).
  public func validate(
    _ names: [String] = [], fork: String? = nil, revision: String? = nil
  ) throws -> ValidateReport {
    let snapshot = try snapshot(toCheck: revision, of: fork)
    let schemas = try schemas(of: snapshot)
    notify(ifNothingIsGovernedBy: schemas)
    var report = ValidateReport(documents: 0, ungoverned: 0, problems: [])
    let named = try names.map { try PropertyArgument($0) }
    for (path, pointer) in try documents(named: named, in: snapshot) {
      let bytes = try requireBytes(of: path, in: snapshot)
      let known = report.problems.count
      try check(bytes, at: path.treePath, under: schemas, into: &report)
      guard let pointer, !pointer.tokens.isEmpty,
        let root = JSONDocument.ifReadable(bytes, at: path.string)?.root
      else { continue }
      _ = try value(at: pointer, below: root, of: shown(path))
      let found = report.problems[known...].filter { $0.concerns(pointer) }
      report.problems.replaceSubrange(known..., with: found)
    }
    guard names.isEmpty else { return report }
    try forEachDocument(of: snapshot, under: schemas, "validating documents") {
      try check($1, at: $0, under: schemas, into: &report)
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
