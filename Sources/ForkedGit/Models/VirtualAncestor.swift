import Forked

/// The common ancestor of versions whose histories cross: several merge bases, merged into one in
/// the order of their ids.
///
/// The commits that are made for it are named by nothing, as git's own are.
struct VirtualAncestor {
  private let repository: LocalRepository
  private let merge: (_ ours: ObjectID, _ theirs: ObjectID) throws -> ObjectID

  init(
    _ repository: LocalRepository,
    merge: @escaping (_ ours: ObjectID, _ theirs: ObjectID) throws -> ObjectID
  ) {
    self.repository = repository
    self.merge = merge
  }

  /// The tree of the ancestor that these merge bases make; nil where there is none.
  func tree(of bases: [ObjectID]) throws -> ObjectID? {
    guard var ancestor = bases.first else { return nil }
    for base in bases.dropFirst() {
      ancestor = try commit(tree: merge(ancestor, base), parents: [ancestor, base])
    }
    return try repository.tree(ofCommit: ancestor)
  }

  private func commit(tree: ObjectID, parents: [ObjectID]) throws -> ObjectID {
    let times = try parents.map { try repository.commit($0).hybridTime }
    let time = HybridTime.next(after: times, now: HybridTime(nanoseconds: .min))
    let nobody = Signature(name: "fork", email: "fork@localhost", seconds: time.seconds)
    return try repository.writeCommit(
      CommitDraft(
        tree: tree, parents: parents, author: nobody, committer: nobody,
        message: "Virtual ancestor", hybridTime: time))
  }
}
