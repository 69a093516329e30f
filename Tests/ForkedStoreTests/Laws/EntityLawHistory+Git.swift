import Forked
import ForkedGit

@testable import ForkedStore

/// Operations of plain git, and the repair of the entities that they make different.
extension EntityLawHistory {
  /// Commits a document as `git commit` does, then repairs.
  ///
  /// - Returns: true: git refuses nothing.
  func writePlainly(_ document: String, _ text: String, on fork: String) throws -> Bool {
    note("\(fork): plain \(document) <- \(text)")
    count("plain commit")
    let tip = try test.store.repository.resolve(revision: fork)
    var edit = TreeEdit()
    edit.set(TreePath(document), to: .file(try test.store.repository.writeBlob(Array(text.utf8))))
    try commit(edit, on: fork, parents: [tip])
    return true
  }

  /// Merges each path for itself, as `git merge` does with the driver, then repairs.
  func mergePlainly(_ source: String, into fork: String) throws {
    let repository = test.store.repository
    let (ours, theirs) = (
      try repository.resolve(revision: fork), try repository.resolve(revision: source)
    )
    let bases = try repository.mergeBases(of: ours, and: theirs)
    guard bases.count == 1, !bases.contains(ours), !bases.contains(theirs) else { return }
    count("plain merge")
    note("\(fork): plain merge \(source)")
    let merge = try repository.mergeTrees(
      base: repository.tree(ofCommit: bases[0]), ours: repository.tree(ofCommit: ours),
      theirs: repository.tree(ofCommit: theirs))
    var edit = merge.edit
    for path in merge.diverged {
      edit.set(path.path, to: try plainlyMerged(path, with: theirs))
    }
    try commit(edit, on: fork, parents: [ours, theirs])
  }

  private func plainlyMerged(
    _ diverged: TreeMerge.Diverged, with theirs: ObjectID
  ) throws -> TreeEntry {
    guard let our = diverged.ours, let their = diverged.theirs else {
      guard let left = diverged.ours ?? diverged.theirs else {
        throw Broken(reason: "\(diverged.path) is gone on both sides")
      }
      return left
    }
    let repository = test.store.repository
    let merge = FileMerge(
      path: diverged.path.description,
      base: try diverged.base.map { try repository.blob($0.id) },
      ours: try repository.blob(our.id), theirs: try repository.blob(their.id),
      schemas: try test.store.schemas(of: test.store.snapshot(of: theirs)),
      policy: .prefer(.theirs))
    return .file(try repository.writeBlob(FileMergeReport(merge).bytes))
  }

  private func commit(_ edit: TreeEdit, on fork: String, parents: [ObjectID]) throws {
    let repository = test.store.repository
    let tree = try repository.apply(edit, to: repository.tree(ofCommit: parents[0]))
    let commit = try test.store.writeCommit(tree: tree, parents: parents, message: "plain git")
    try test.store.update(Fork(name: fork), from: parents[0], to: commit)
    try repair()
  }

  func repair() throws {
    let report = try test.reopened().verify(repairing: true)
    if !report.problems.isEmpty { count("repaired") }
    if let problem = report.problems.first(where: { !$0.isRepaired }) {
      throw Broken(reason: "not repaired: \(problem.place): \(problem.message)")
    }
  }
}
