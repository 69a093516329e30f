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
  /// - Parameter names: The documents or properties, as the user named them; if empty, all documents.
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
    let named = try documents(named: names.map { try PropertyArgument($0) }, in: snapshot)
    try forEachDocument(named, of: snapshot, under: schemas, "validating documents") {
      path, bytes, pointer in
      report.documents += 1
      let isGoverned = schemas.plan(forDocument: path.description).isBinding
      if !isGoverned, !path.isWithin(Self.schemaDirectory) { report.ungoverned += 1 }
      var found = try problems(of: bytes, at: path, under: schemas)
      if let pointer, !pointer.tokens.isEmpty,
        let root = JSONDocument.ifReadable(bytes, at: path.description)?.root
      {
        _ = try value(at: pointer, below: root, of: shown(path))
        found.removeAll { !$0.concerns(pointer) }
      }
      report.problems += found
    }
    return report
  }
}
