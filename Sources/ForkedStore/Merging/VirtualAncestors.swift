import Forked
import ForkedGit

/// The virtual ancestors of versions whose histories cross: several merge bases are merged into one.
///
/// They are merged in the order of their ids, so that every clone makes the same one. A conflict among them takes the
/// value of their own base; of a change and a deletion, the change: so what it added counts once. Each pair is merged
/// once. No ref names the commits that are made, as with git's own.
final class VirtualAncestors {
  private struct Pair: Hashable {
    var first: ObjectID
    var second: ObjectID
  }

  /// The depth at which histories that cross again and again take the first of the bases. Each level is one more pair
  /// without a single merge base.
  private static let deepest = 100

  private let store: DocumentStore
  private var known: [Pair: ObjectID] = [:]
  /// The files about which the bases of each virtual ancestor disagree.
  private var disputed: [ObjectID: [DisputedFile]] = [:]
  private var depth = 0

  init(of store: DocumentStore) {
    self.store = store
  }

  /// Returns the tree of the virtual ancestor that these merge bases give; nil if there is none.
  ///
  /// - Parameter sides: the trees of both sides: they tell the name of a file about which the bases disagree.
  func tree(of bases: [ObjectID], for sides: [ObjectID] = []) throws -> ObjectID? {
    guard var ancestor = bases.first else { return nil }
    for base in bases.dropFirst() { ancestor = try merged(Pair(first: ancestor, second: base)) }
    let (repository, tree) = (store.repository, try store.repository.tree(ofCommit: ancestor))
    var edit = TreeEdit()
    for file in disputed[ancestor] ?? [] {
      let places = try ([tree] + sides).map { tree in
        try file.paths.filter { try repository.entry(at: $0, in: tree) != nil }
      }
      guard places.allSatisfy({ $0.count <= 1 }), let path = places[0].first,
        let entry = try repository.entry(at: path, in: tree)
      else { continue }
      let place = file.place(
        of: PathEntry(path: path, entry: entry), between: places.dropFirst().map(\.first))
      edit.remove(path)
      edit.set(place.path, to: place.entry)
    }
    return edit.isEmpty ? tree : try repository.apply(edit, to: tree)
  }

  private func merged(_ pair: Pair) throws -> ObjectID {
    if let known = known[pair] { return known }
    guard depth < Self.deepest else { return pair.first }
    depth += 1
    defer { depth -= 1 }
    let merge = VersionMerge(
      store, ours: pair.first, theirs: pair.second, policy: MergePolicy(conflicts: .base),
      ancestors: self)
    let merged = try merge.run()
    let commit = try write(merged.tree, of: pair)
    known[pair] = commit
    disputed[commit] = (disputed[pair.first] ?? []) + merged.disputed
    return commit
  }

  private func write(_ tree: ObjectID?, of pair: Pair) throws -> ObjectID {
    let repository = store.repository
    let parents = [pair.first, pair.second]
    let tree = try tree ?? repository.tree(ofCommit: pair.first)
    return try repository.writeCommit(
      .canonical(
        tree: tree, parents: parents, times: parents.map { try repository.commit($0).countedTime },
        message: "Virtual ancestor"))
  }
}

/// A file that one of two merge bases deleted or renamed, while the other changed or renamed it, too.
struct DisputedFile {
  /// The entry in their own base.
  let former: TreeEntry
  /// All its paths.
  let paths: Set<TreePath>
  /// True if one deleted it.
  let isDeleted: Bool

  /// Returns the place of the file in the virtual ancestor of two sides, where it has these names; nil for a side that
  /// has none.
  ///
  /// Of one name of both nothing is decided any more. Two names, and a deletion that one side kept and the other did not,
  /// must differ from the ancestor on both sides, so that they are reported.
  fileprivate func place(
    of merged: PathEntry, between names: [TreePath?]
  ) -> PathEntry {
    let given = Set(names.compactMap { $0 })
    let free = paths.subtracting(given).min()
    guard let name = given.first else { return merged }
    if given.count > 1 {
      return isDeleted ? merged : PathEntry(path: free ?? merged.path, entry: merged.entry)
    }
    return isDeleted && names.contains(nil)
      ? PathEntry(path: free ?? name, entry: former) : PathEntry(path: name, entry: merged.entry)
  }
}

extension DisputedFile {
  /// Creates a file that one side deleted, or both renamed to different names; nil for any other.
  init?(_ file: TreeMerge.RenamedFile) {
    let names = [file.ours?.path, file.theirs?.path]
    guard names[0] != names[1], !names.contains(file.base.path) else { return nil }
    self.init(former: file.base.entry, paths: file.paths, isDeleted: names.contains(nil))
  }

  /// Creates a file that one side deleted in place; nil for any other.
  init?(_ diverged: TreeMerge.Diverged) {
    guard let former = diverged.base, diverged.ours == nil || diverged.theirs == nil else {
      return nil
    }
    self.init(former: former, paths: [diverged.path], isDeleted: true)
  }
}

extension CommitDraft {
  /// Creates a commit that is equal, byte for byte, for everyone who merges the same parents.
  static func canonical(
    tree: ObjectID, parents: [ObjectID], times: [HybridTime], message: String
  ) -> CommitDraft {
    let time = HybridTime.next(after: times, now: HybridTime(nanoseconds: .min))
    let signature = Signature(name: "fork", email: "fork@localhost", seconds: time.seconds)
    return CommitDraft(
      tree: tree, parents: parents, author: signature, committer: signature, message: message,
      hybridTime: time)
  }
}
