import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON

/// A merge that git has begun, and the history of its two sides.
final class OngoingHistory {
  let merge: OngoingMerge
  private let store: DocumentStore
  private let head: ObjectID
  private var shared: MergeHistory?

  init(of merge: OngoingMerge, into head: ObjectID, in store: DocumentStore) {
    self.merge = merge
    self.head = head
    self.store = store
  }

  /// Returns the paths at which the two sides hold these versions of a file; nil if they do not.
  ///
  /// Then the versions do not come from this merge: git merges ancestors too, and one operation can begin while another
  /// one is paused.
  func paths(of file: TreeMerge.Diverged) throws -> SidePaths? {
    guard let ours = try place(of: file.ours, of: file, in: head) else { return nil }
    let theirs =
      switch merge.change {
      case .history(let commit), .commit(let commit):
        try place(of: file.theirs, of: file, in: commit)
      case .undoing(let commit): try place(of: file.base, of: file, in: commit)
      case .patch(let patch): file.isMade(by: patch) ? file.path : nil
      }
    return theirs.map { SidePaths(ours: ours, theirs: $0) }
  }

  /// Returns the side that changed a file, or a property in it, later; nil if git is undoing a commit, since its
  /// author's date is not known here.
  func recency(of followed: Followed, at paths: SidePaths) throws -> Recency? {
    switch merge.change {
    case .history(let theirs), .commit(let theirs):
      return try history(with: theirs).file(at: paths).recency(followed)
    case .undoing: return nil
    case .patch(let patch): return try recency(of: followed, at: paths.ours, against: patch)
    }
  }

  /// The rename by which the two sides hold one file at these paths; nil if base has it at its path.
  func rename(of file: TreeMerge.Diverged, at paths: SidePaths) throws -> FileRename? {
    guard let base = file.base, let ancestor = try originalCommit() else { return nil }
    let tree = try repository.tree(ofCommit: ancestor)
    guard try repository.entry(at: file.path, in: tree) == nil else { return nil }
    var former: TreePath?
    try repository.forEachChange(from: tree, to: repository.tree(ofCommit: head)) { change in
      if change.old?.id == base.id { former = change.path }
      return former == nil
    }
    let sides = [(MergeSide.ours, paths.ours), (.theirs, paths.theirs)].filter { $1 == file.path }
    if former == nil { former = [paths.ours, paths.theirs].first { $0 != file.path } }
    return FileRename(former: former, sides: sides.map(\.0))
  }

  /// The versions of a document that git merged into one ancestor; none if there is only one version.
  func ancestors(at paths: SidePaths) throws -> [JSONDocument] {
    guard case .history(let theirs) = merge.change else { return [] }
    return try history(with: theirs).file(at: paths).ancestors()
  }
}

extension OngoingHistory {
  private var repository: LocalRepository { store.repository }

  private func history(with theirs: ObjectID) throws -> MergeHistory {
    if let shared { return shared }
    let history = MergeHistory(
      repository, ours: head, theirs: theirs,
      bases: try repository.mergeBases(of: head, and: theirs))
    shared = history
    return history
  }

  /// Compares our last change with the date of the patch.
  private func recency(
    of followed: Followed, at path: TreePath, against patch: OngoingMerge.Patch
  ) throws -> Recency? {
    let history = PropertyHistory(
      in: try CommitGraph(repository, tips: [head], bases: []),
      documents: DocumentCache(repository))
    let now = HybridTime(nanoseconds: store.environment.clock())
    let latest = HybridTime.latest(by: now.seconds)
    guard let authored = patch.authored.map({ min(HybridTime(seconds: $0), latest) }),
      let ours = try history.lastChange(of: followed, at: path, from: head),
      ours.time != authored
    else { return nil }
    return Recency(later: ours.time < authored ? .theirs : .ours, ours: ours.commit.hex)
  }

  /// The path at which a commit holds this version of a file: its own path, or another one if the file was renamed.
  private func place(
    of entry: TreeEntry?, of file: TreeMerge.Diverged, in commit: ObjectID
  ) throws -> TreePath? {
    let tree = try repository.tree(ofCommit: commit)
    if try repository.entry(at: file.path, in: tree)?.id == entry?.id { return file.path }
    guard let entry, let ancestor = try ancestor() else { return nil }
    var found: TreePath?
    try repository.forEachChange(from: repository.tree(ofCommit: ancestor), to: tree) { change in
      if change.new?.id == entry.id { found = change.path }
      return found == nil
    }
    return found
  }

  /// The commit that has the merge base of the files.
  private func originalCommit() throws -> ObjectID? {
    if case .undoing(let commit) = merge.change { return commit }
    return try ancestor()
  }

  /// A commit from which both sides come.
  private func ancestor() throws -> ObjectID? {
    switch merge.change {
    case .history(let theirs): try repository.mergeBases(of: head, and: theirs).first
    case .commit(let theirs): try repository.commit(theirs).parents.first
    case .undoing, .patch: nil
    }
  }
}

extension TreeMerge.Diverged {
  fileprivate func isMade(by patch: OngoingMerge.Patch) -> Bool {
    guard let base, let theirs else { return false }
    return patch.turns(base.id, into: theirs.id)
  }
}

extension DocumentStore {
  /// The merges that git may have begun. The versions of a file show which one they come from.
  func histories(of merges: [OngoingMerge]) throws -> [OngoingHistory] {
    guard let head = try repository.head().commit else { return [] }
    return merges.map { OngoingHistory(of: $0, into: head, in: self) }
  }
}

extension [OngoingHistory] {
  /// The merge that these versions come from; nil if none is known.
  func history(
    of file: TreeMerge.Diverged
  ) throws -> (history: OngoingHistory, paths: SidePaths)? {
    for history in self {
      if let paths = try history.paths(of: file) { return (history, paths) }
    }
    return nil
  }

  /// The history of one file. Its merge is looked up when the history is used.
  func file(_ file: TreeMerge.Diverged) -> FileHistory {
    var known: (OngoingHistory, SidePaths)??
    return FileHistory(of: { file }) {
      let found = try known ?? self.history(of: file)
      known = .some(found)
      return found
    }
  }
}

extension FileHistory {
  /// The history of a file in the merge that its versions come from.
  ///
  /// - Parameter origin: returns the merge; nil if none is known.
  init(
    of file: @escaping () throws -> TreeMerge.Diverged,
    in origin: @escaping () throws -> (OngoingHistory, SidePaths)?
  ) {
    recency = { followed in
      try origin().flatMap { history, paths in try history.recency(of: followed, at: paths) }
    }
    ancestors = { try origin().map { history, paths in try history.ancestors(at: paths) } ?? [] }
    rename = {
      guard let (history, paths) = try origin() else { return FileRename(sides: []) }
      return try history.rename(of: file(), at: paths)
    }
  }
}
