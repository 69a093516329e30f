import ForkedDocument
import ForkedGit
import ForkedSchema

extension DocumentStore {
  /// Checks that documents are JSON without duplicate keys and conflict markers, that ordered lists are in the order of
  /// their positions, and that all copies of an entity are equal.
  ///
  /// Reads the work tree if there is one. If documents are named, a difference between two others is not reported.
  ///
  /// - Parameter names: the documents, as the user named them; if empty, all documents.
  /// - Throws: kind `notFound` if there is no such document; kind `invalidData` if the schema has mistakes.
  /// - Complexity: O(bytes of the documents, and of all that hold entities).
  public func check(documents names: [String]) throws -> ValidateReport {
    let snapshot = try snapshot(toCheck: nil, of: nil)
    let schemas = try schemas(of: snapshot)
    var report = ValidateReport(documents: 0, ungoverned: 0, problems: [])
    let named = try documents(
      named: names.map { PropertyArgument(document: $0) }, in: snapshot)
    try forEachDocument(named, of: snapshot, under: schemas, "checking documents") {
      path, bytes, _ in
      report.documents += 1
      report.problems += try problems(of: bytes, at: path, under: schemas, validating: false)
    }
    // Entities can only be compared in documents that parse.
    guard report.problems.isEmpty else { return report }
    report.problems += try differingEntities(in: snapshot, of: Set(named.map(\.path)))
    return report
  }

  /// The entities whose copies differ, if one of two different copies is in the given documents. No documents: all.
  private func differingEntities(
    in snapshot: Snapshot, of documents: Set<DocumentPath>
  ) throws -> [DocumentProblem] {
    try entityDisagreements(in: snapshot).filter { found in
      documents.isEmpty || documents.contains(found.one.path)
        || documents.contains(found.other.path)
    }.map { found in
      let (this, that) =
        documents.contains(found.one.path) && !documents.contains(found.other.path)
        ? (found.one, found.other) : (found.other, found.one)
      let object = this.occurrence.object
      let position = object.document.position(of: object)
      return DocumentProblem(
        document: shown(this.path), pointer: this.occurrence.pointer.description,
        line: position.line, column: position.column, keyword: "x-identity",
        message: "\(found.identifier) differs from the one at "
          + that.occurrence.location(in: shown(that.path)).description,
        hint:
          "make them equal, or commit, and '\(programName) verify --repair' keeps the latest changes"
      )
    }
  }
}
