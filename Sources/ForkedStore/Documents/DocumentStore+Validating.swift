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
      try requireNone(of: plan.failures(of: document.root), in: shown(path))
    }
  }

  private func requireNone(of failures: [ValidationFailure], in document: String) throws {
    guard let first = failures.first else { return }
    let others = failures.count == 1 ? "" : ", and \(failures.count - 1) more"
    throw StoreError(
      .invalidData, "the schema does not allow it: \(first.explanation)\(others)",
      at: .init(document: document, pointer: first.pointer, position: first.position),
      hint:
        "'fork schema show' says what governs a document, 'fork validate' lists all that is wrong"
    )
  }
}
