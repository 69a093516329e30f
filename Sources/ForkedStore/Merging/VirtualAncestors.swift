import Forked
import ForkedGit

/// The common ancestors of versions whose histories cross: several merge bases are merged into one.
///
/// In the order of their ids, so that everyone makes the same; a true conflict among them takes the value of their
/// own base. Each pair is merged once. The commits that are made for it are named by nothing, as git's own are.
final class VirtualAncestors {
  private struct Pair: Hashable {
    var first: ObjectID
    var second: ObjectID
  }

  /// Histories that cross deeper than this (at each level again without a single common ancestor) take the first
  /// of the bases there.
  private static let deepest = 100

  private let store: DocumentStore
  private var known: [Pair: ObjectID] = [:]
  private var depth = 0

  init(of store: DocumentStore) {
    self.store = store
  }

  /// The tree of the ancestor that these merge bases make; nil where there is none.
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
        tree: tree, parents: parents, times: parents.map { try repository.commit($0).hybridTime },
        message: "Virtual ancestor"))
  }
}

extension CommitDraft {
  /// A commit that everyone who merges the same parents makes alike, to the byte.
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
