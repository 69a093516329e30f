import Forked
import ForkedDocument
import ForkedGit
import ForkedSchema

/// The merge of two versions except for the documents with conflicts, which wait for the user.
///
/// No commit may have both versions as ancestors before the conflicts are decided: later merges would take it for
/// decided, and one side's change would be lost without a word. Nor may a side take over the other's changes without
/// their history: later merges would count them twice. So both histories since the merge base are copied without the
/// documents that wait, with their authors and times, and the copies are merged. Both sides take the result as a parent,
/// and keep their own versions of the documents that wait:
///
///     base --- here ------------- new version here
///        \                      /
///         copy of here --- shared
///                       /       \
///         copy of there          \
///        /                        \
///     base --- there ------------- new version there
///
/// The shared version is the merge base of the two new ones. It has all the changes of both sides, except to the
/// documents that wait, which it holds as the former merge base did. So any merge of the two, by this program or by git,
/// finds the conflicts as they were, and nothing else.
///
/// That holds after each single step, whatever interrupts the exchange: first, this side gets the copy of its own history
/// as a parent, which changes no document. Then the remote gets the shared version, if nobody else pushed meanwhile. Only
/// then does this side get it. The next step follows from the histories alone.
struct PartialMerge {
  /// The next step, if one is left: the commits that the two sides are to be updated to.
  struct Step {
    var here: ObjectID?
    var there: ObjectID?
  }

  private let store: DocumentStore
  private let here: ObjectID
  private let there: ObjectID
  private let base: ObjectID
  /// The documents that wait.
  private let waiting: Set<TreePath>
  /// The merged tree, with our versions of the documents that wait.
  private let tree: ObjectID
  /// The commits that were copied since they change other documents, too.
  private var copied: Set<ObjectID> = []

  /// Merges two versions except for the documents with conflicts.
  ///
  /// - Returns: nil if all must wait: the schemas differ; a document with a conflict may hold entities, which other
  ///   documents must agree with; one side renamed or deleted it; or the histories cross.
  init?(
    of here: ObjectID, and there: ObjectID, _ store: DocumentStore, _ policy: MergePolicy
  ) throws {
    let repository = store.repository
    let bases = try repository.mergeBases(of: here, and: there)
    guard let base = bases.first, bases.count == 1, store.ownMerging == nil else { return nil }
    let merged = try VersionMerge(
      store, ours: here, theirs: there, bases: bases, policy: policy
    ).run()
    (self.store, self.here, self.there, self.base) = (store, here, there, base)
    waiting = Set(merged.conflicts.map { TreePath($0.document) })
    var edit = merged.edit
    for path in waiting { edit.forget(path) }
    tree = try repository.apply(edit, to: repository.tree(ofCommit: here))
    guard try mayWaitAlone() else { return nil }
  }

  /// True if the other documents do not depend on those that wait.
  private func mayWaitAlone() throws -> Bool {
    let trees = try [base, here, there].map { try store.repository.tree(ofCommit: $0) }
    let governing = try trees.map {
      try store.repository.entry(at: DocumentStore.schemaDirectory, in: $0)
    }
    guard governing.allSatisfy({ $0 == governing[0] }) else { return false }
    let schemas = try store.schemas(of: store.snapshot(of: here))
    return try waiting.allSatisfy { path in
      let entries = try trees.map { try store.repository.entry(at: path, in: $0) }
      guard entries.allSatisfy({ $0?.mode.isRegularFile == true }) else { return false }
      return path.string.map { !schemas.plan(forDocument: $0).mayHoldEntities } ?? false
    }
  }
}

extension PartialMerge {
  /// Returns the next step; nil if both sides share already what they can.
  ///
  /// - Parameter others: the commits of other forks. If one of them has a commit that would be copied, all must wait:
  ///   whoever merges both forks would merge that change twice.
  mutating func step(besides others: [ObjectID]) throws -> Step? {
    let ours = try copy(here)
    let shared = try merged(ours, copy(there))
    guard shared != base, try !isAnyCopied(in: others) else { return nil }
    if try !contains(shared, in: there) {
      let isKnown = try contains(ours, in: here)
      return Step(
        here: isKnown ? nil : try child(of: here, ours), there: try child(of: there, shared))
    }
    return try contains(shared, in: here) ? nil : Step(here: try child(of: here, shared))
  }

  private func contains(_ commit: ObjectID, in tip: ObjectID) throws -> Bool {
    try store.repository.need(of: tip, for: commit) == .nothing
  }

  private func isAnyCopied(in tips: [ObjectID]) throws -> Bool {
    if copied.isEmpty || tips.isEmpty { return false }
    var isFound = false
    try store.repository.walkCommits(from: tips, excluding: [base]) {
      isFound = copied.contains($0)
      return !isFound
    }
    return isFound
  }

  /// Merges the two copies.
  private func merged(_ ours: ObjectID, _ theirs: ObjectID) throws -> ObjectID {
    switch try store.repository.need(of: ours, for: theirs) {
    case .nothing: ours
    case .fastForward: theirs
    case .merge: try commit(withWaiting(of: base, in: tree), [ours, theirs].sorted())
    }
  }

  /// Returns a version with the documents of a parent of it that wait, and all others of the second parent.
  private func child(of tip: ObjectID, _ other: ObjectID) throws -> ObjectID {
    try commit(
      withWaiting(of: tip, in: store.repository.tree(ofCommit: other)), [tip, other])
  }

  private func commit(_ tree: ObjectID, _ parents: [ObjectID]) throws -> ObjectID {
    let names = MergeReport.list(waiting.sorted().map(\.description))
    return try store.canonicalCommit(of: tree, parents, message: "Exchange all but \(names)")
  }

  /// Returns a tree with the documents that wait as a commit has them.
  private func withWaiting(of commit: ObjectID, in tree: ObjectID) throws -> ObjectID {
    let source = try store.repository.tree(ofCommit: commit)
    var edit = TreeEdit()
    for path in waiting {
      if let entry = try store.repository.entry(at: path, in: source) {
        edit.set(path, to: entry)
      } else {
        edit.remove(path)
      }
    }
    return try store.repository.apply(edit, to: tree)
  }
}

extension PartialMerge {
  /// Copies the history since the merge base without the documents that wait.
  ///
  /// - Complexity: O(versions since the merge base).
  private mutating func copy(_ tip: ObjectID) throws -> ObjectID {
    var versions: [CommitObject] = []
    try store.repository.walkHistory(from: [tip], excluding: [base], order: .topological) {
      versions.append($0)
      return true
    }
    var copies: [ObjectID: ObjectID] = [:]
    for version in versions.reversed() {
      var parents: [ObjectID] = []
      for parent in version.parents.map({ copies[$0] ?? $0 }) where !parents.contains(parent) {
        parents.append(parent)
      }
      copies[version.id] = try copy(version, parents)
    }
    return copies[tip] ?? tip
  }

  /// Copies one version. One that changes nothing else is its parent, and one without such a change before it is itself.
  private mutating func copy(_ version: CommitObject, _ parents: [ObjectID]) throws -> ObjectID {
    let source = parents.count == 1 ? parents[0] : base
    let tree = try withWaiting(of: source, in: version.tree)
    let same = try parents.first { try store.repository.tree(ofCommit: $0) == tree }
    if let same { return same }
    if tree == version.tree, parents == version.parents { return version.id }
    copied.insert(version.id)
    return try store.repository.writeCommit(
      CommitDraft(
        tree: tree, parents: parents, author: version.author, committer: version.committer,
        message: version.message, hybridTime: nil))
  }
}
