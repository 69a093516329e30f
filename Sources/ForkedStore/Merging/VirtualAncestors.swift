import Forked
import ForkedGit

/// The virtual ancestors of versions whose histories cross: several merge bases are merged into one.
///
/// They are merged in the order of their ids, so that every clone makes the same one. A conflict among them takes the
/// value of their own base. Each pair is merged once. No ref names the commits that are made, as with git's own.
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
  private var depth = 0

  init(of store: DocumentStore) {
    self.store = store
  }

  /// Returns the tree of the virtual ancestor that these merge bases give; nil if there is none.
  func tree(of bases: [ObjectID]) throws -> ObjectID? {
    guard var ancestor = bases.first else { return nil }
    for base in bases.dropFirst() { ancestor = try merged(Pair(first: ancestor, second: base)) }
    return try store.repository.tree(ofCommit: ancestor)
  }

  private func merged(_ pair: Pair) throws -> ObjectID {
    if let known = known[pair] { return known }
    guard depth < Self.deepest else { return pair.first }
    depth += 1
    defer { depth -= 1 }
    let merge = VersionMerge(
      store, ours: pair.first, theirs: pair.second, policy: MergePolicy(conflicts: .base),
      ancestors: self)
    let commit = try write(merge.run().tree, of: pair)
    known[pair] = commit
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
