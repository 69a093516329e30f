import Forked
import FoundationEssentials

extension GitRepository {
  /// Moves a fork to what `next` makes of its tip, its work tree with it; who loses a race against
  /// another process tries again.
  ///
  /// - Throws: ``GitError`` of kind `raceLost` where others were faster for longer than the patience
  ///   of the surroundings, or whatever keeps the fork from moving. Nothing changed then.
  @discardableResult
  func advance(
    _ fork: Fork, reason: String, to next: (ObjectID?) throws -> ObjectID?
  ) throws -> Movement {
    let options = ReferenceTransaction.Options(
      opening: .init(environment: surroundings.variables), patience: surroundings.patience,
      reflog: reflogEntry)
    let deadline = ContinuousClock.now + surroundings.patience
    return try repository.transaction(
      options,
      waiting: { lost in
        guard ContinuousClock.now < deadline else { throw lost }
        LockFile.pause()
      }
    ) { try $0.update(branch(of: fork), reason: reason, to: next) }
  }

  /// Stores a commit, which is later than all its parents.
  func writeCommit(
    tree: ObjectID, parents: [ObjectID], message: String, at now: HybridTime
  ) throws -> ObjectID {
    let author = try signature(.author, at: now)
    let isDated = repository.configuration().hasExplicitDate(.author)
    let times = try parents.map { try repository.commit($0).hybridTime }
    return try repository.writeCommit(
      CommitDraft(
        tree: tree, parents: parents, author: author,
        committer: try signature(.committer, at: now), message: message,
        hybridTime: .next(after: times, now: isDated ? HybridTime(seconds: author.seconds) : now)))
  }

  func reflogEntry(_ message: String) throws -> ReflogEntry {
    ReflogEntry(message: message, signature: try signature(.committer, at: HybridTime(.now)))
  }

  private func signature(
    _ role: IdentityRole, at time: HybridTime
  ) throws(GitError) -> Signature {
    try repository.configuration().signature(
      role, now: time.seconds, offsetMinutes: surroundings.offsetMinutes(time.seconds),
      fallback: (surroundings.user, surroundings.host)
    ).signature
  }
}
