import ForkedGit

@testable import ForkedStore

/// Commands for whole documents, entities and versions.
extension PlanHistory {
  func removePlan(_ plan: Int, on fork: String) throws {
    try change(fork, "remove plan", { $0.removePlan(plan) }) {
      try remove("Plan-\(plan)", on: fork)
    }
  }

  func removePerson(_ person: Int, on fork: String) throws {
    try change(fork, "remove person", { $0.removePerson(person) }) {
      try remove("Person-\(person)", on: fork)
    }
  }

  func removeDocument(on fork: String) throws {
    guard let (path, _) = try anyDocument(on: fork) else { return }
    note("\(fork): remove \(path)")
    try change(fork, "remove document", { $0.removeDocument(path) }) {
      _ = try store.removeDocuments([PropertyArgument(document: path)], fork: fork)
      return true
    }
  }

  func renameDocument(on fork: String) throws {
    guard let (path, _) = try anyDocument(on: fork) else { return }
    let new = "\(path.prefix { $0 != "/" })/\(newWord).json"
    note("\(fork): rename \(path) to \(new)")
    try change(fork, "rename document", { $0.rename(path, to: new) }) {
      _ = try store.renameDocument(path, to: new, fork: fork)
      return true
    }
  }

  /// Makes a document what it was.
  func restore(on fork: String) throws {
    guard let past = version(of: fork, ago: Int.random(in: 1..<6, using: &random)),
      let (path, old) = try documents(at: past).sorted(by: { $0.key < $1.key })
        .randomElement(using: &random)
    else { return }
    note("\(fork): restore \(path) from \(past.hex.prefix(8))")
    try change(fork, "restore", isJudged: false, { $0.write(old.document, to: path) }) {
      try isAccepted {
        _ = try store.restoreDocuments([.init(document: path)], from: past.hex, fork: fork)
      }
    }
  }

  /// Takes a version back. Of the last one, nothing is left.
  func revert(on fork: String) throws {
    let age = pick([0, 0, 1, 2])
    guard let past = version(of: fork, ago: age) else { return }
    let (before, tip) = (try view(of: fork), try tip(of: fork))
    note("\(fork): revert \(past.hex.prefix(8)), \(age) ago")
    let report = try store.revert(past.hex, fork: fork)
    guard report.conflicts.isEmpty else { return note("  conflicts remain") }
    count("revert")
    try repairLists()
    let after = try view(of: fork)
    if past == tip { try expectNothing(of: past, in: after) }
    ledger.note(from: before, to: after, isJudged: false)
  }

  /// Expects the contents before a version to be restored, unless plain git had given an entity two values.
  private func expectNothing(of version: ObjectID, in view: PlanView) throws {
    let store = try test.reopened()
    guard let parent = try store.repository.commit(version).parents.first,
      try store.entityDisagreements(in: store.snapshot(of: parent)).isEmpty
    else { return }
    let wanted = try self.view(at: parent)
    guard view == wanted else {
      throw Broken(reason: "revert left: \(view.difference(from: wanted))")
    }
  }

  /// If the version that was undone had repaired lists, they are again as plain git left them.
  private func repairLists() throws {
    let problems = try test.reopened().verify().problems
    if !problems.isEmpty, problems.allSatisfy({ $0.kind == .list }) { try repair() }
  }

  func undo() throws {
    let before = try forks.map { try view(of: $0) }
    do {
      let redoes = Int.random(in: 0..<4, using: &random) == 0
      let plan = try store.undo(UndoRequest(redoes: redoes, dryRun: true))
      guard plan.forkUpdates.allSatisfy({ $0.to != nil }) else { return }
      let report = try store.undo(UndoRequest(redoes: redoes))
      note("undo \(report.operation.command)")
      count(redoes ? "redo" : "undo")
      // The changes of plain git are restored.
      if ["verify", "plain"].contains(where: report.operation.command.hasPrefix) { try repair() }
    } catch let error as StoreError where [.notFound, .refused].contains(error.kind) {
      note("nothing to undo")
    }
    for (fork, old) in zip(forks, before) {
      ledger.note(from: old, to: try view(of: fork), isJudged: false)
    }
  }
}
