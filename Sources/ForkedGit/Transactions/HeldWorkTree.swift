import Forked

/// A work tree whose fork is updated, under the lock of its index.
final class HeldWorkTree {
  let repository: LocalRepository
  private let update: WorkTreeUpdate
  /// The present tree of the files, and their new one.
  private(set) var trees: (old: ObjectID?, new: ObjectID)?
  private var changes: [TreeChange]?
  private var checked: Set<TreePath> = []
  private var removed: Set<TreePath> = []
  /// The known contents of files that differ from the old tree.
  private var known: [TreePath: TreeEntry?] = [:]
  private var isPublished = false

  init(_ update: WorkTreeUpdate, of repository: LocalRepository) {
    self.update = update
    self.repository = repository
  }

  /// Verifies that the change from one tree to another overwrites no uncommitted changes.
  ///
  /// - Parameters:
  ///   - old: The tree that the last call ended with.
  ///   - new: The next tree.
  ///   - known: The contents of files that differ from the old tree and may be overwritten.
  /// - Throws: Kind `editedDocuments`; `invalidPath`. Then the work tree is still at `old`.
  /// - Complexity: O(files that differ).
  func follow(
    from old: ObjectID?, to new: ObjectID, holding known: [TreePath: TreeEntry?] = [:]
  ) throws(GitError) {
    let all = try repository.changes(from: old, to: new)
    let fresh = all.filter { !checked.contains($0.path) && known[$0.path] == nil }
    let gone = removed.union(all.removed)
    try update.check(fresh, removing: gone)
    changes = trees == nil ? all : nil
    trees = (trees?.old ?? old, new)
    checked.formUnion(all.map(\.path))
    removed = gone
    self.known.merge(known) { $1 }
  }

  /// The paths of files that differ from the old tree.
  var heldPaths: [TreePath] { known.keys.sorted() }

  /// True if there is anything to write.
  var isChanged: Bool { trees != nil }

  /// Writes the files, and the new index beside the present one.
  ///
  /// - Throws: Kind `io` or `permission`; `editedDocuments` if files were saved after the check: these stay as they
  ///   were saved.
  func apply() throws(GitError) {
    guard let trees else { return }
    let saved = try update.apply(changes(from: trees.old, to: trees.new))
    guard saved.isEmpty else { throw .edited(saved.sorted()) }
    try update.prepare()
  }

  /// Puts the index in place. The lock is held until ``release()``, so that the index can be restored.
  func publish() throws(GitError) {
    guard isChanged else { return }
    try update.publish()
    isPublished = true
  }

  /// Restores the files, and the index if it is in place. Files that were saved meanwhile stay.
  func takeBack() throws(GitError) {
    guard let trees else { return }
    let changes = try changes(from: trees.old, to: trees.new)
    try update.apply(changes.map { TreeChange(path: $0.path, old: $0.new, new: $0.old) })
    guard isPublished else { return }
    try update.prepare()
    try update.publish()
  }

  /// Releases the lock.
  func release() { update.release() }

  private func changes(from old: ObjectID?, to new: ObjectID) throws(GitError) -> [TreeChange] {
    var changes = self.changes ?? []
    if self.changes == nil { changes = try repository.changes(from: old, to: new) }
    if known.isEmpty { return changes }
    let paths = Set(changes.map(\.path))
    var others: [TreeChange] = []
    for (path, held) in known where !paths.contains(path) {
      others.append(TreeChange(path: path, old: held, new: try repository.entry(at: path, in: new)))
    }
    return changes.map { TreeChange(path: $0.path, old: known[$0.path] ?? $0.old, new: $0.new) }
      + others.sorted { $0.path < $1.path }
  }
}
