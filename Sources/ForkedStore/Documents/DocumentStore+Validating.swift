import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

extension DocumentStore {
  /// Refuses what a draft writes where the schemas, as they will be, forbid it.
  ///
  /// - Throws: kind `invalidData` with the first thing that is wrong, and how many more there are.
  func requireValid(_ draft: VersionDraft, in snapshot: Snapshot) throws {
    let schemas = try schemas(of: snapshot)
    for (path, entry) in draft.changes.sorted(by: { $0.key < $1.key }) {
      guard let entry, entry.mode.isRegularFile, schemas.isDocument(path.string) else { continue }
      let plan = schemas.plan(forDocument: path.string)
      guard plan.isBinding else { continue }
      try environment.checkInterruption()
      let document = try parse(repository.blob(entry.id), named: shown(path))
      guard
        let failure = try StoreError(
          plan.failures(of: document.root), of: document, shown(path), plan)
      else { continue }
      throw failure
    }
  }
}

extension StoreError {
  /// What a schema forbids about a document: the first thing of all; nil where there is none.
  fileprivate init?(
    _ failures: [ValidationFailure], of document: JSONDocument, _ name: String, _ plan: FieldPlan
  ) {
    guard let first = failures.first else { return nil }
    let others = failures.count == 1 ? "" : ", and \(failures.count - 1) more"
    let isDrawn = OrderedLists.isPosition(first.pointer, in: document, plan: plan)
    self.init(
      .invalidData, "the schema does not allow it: \(first.explanation)\(others)",
      at: .init(document: name, pointer: first.pointer, position: first.position),
      hint: isDrawn
        ? "an ordered list draws its positions: the schema must allow any integer there"
        : "'fork schema show' says what governs a document, 'fork validate' lists all that is wrong"
    )
  }
}
