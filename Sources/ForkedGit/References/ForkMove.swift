public import Forked

/// Moves one fork, all or nothing, its work tree with it.
///
/// Where the fork is checked out, work tree and index follow, and nothing that a person edited there
/// is overwritten: that is checked before anything moves. Inside a transaction it is the
/// transaction that moves the work tree.
public struct ForkMove {
  private let repository: LocalRepository
  private let fork: Fork
  private let options: LocalRepository.OpenOptions
  private let patience: Duration
  private let reflog: (String) throws -> ReflogEntry

  /// - Parameters:
  ///   - fork: The fork.
  ///   - repository: Where it is.
  ///   - options: How to open another work tree of the repository that shows the fork.
  ///   - patience: How long a lock of somebody else is waited for.
  ///   - reflog: Makes the entry of a reference's log from what it says.
  public init(
    of fork: Fork, in repository: LocalRepository, options: LocalRepository.OpenOptions,
    patience: Duration, reflog: @escaping (String) throws -> ReflogEntry
  ) {
    self.fork = fork
    self.repository = repository
    self.options = options
    self.patience = patience
    self.reflog = reflog
  }

  /// Moves the fork from its tip to what `next` makes of it, once.
  ///
  /// - Parameters:
  ///   - reason: What the reference's log says.
  ///   - checkpoint: Called right before anything moves, with how it shall move; what it throws keeps it from that.
  ///   - next: Makes the next commit from the tip (nil: there is none yet); nil or the tip itself:
  ///     there is nothing to do.
  /// - Returns: How it moved; nil where the fork was checked out elsewhere meanwhile: try again.
  /// - Throws: ``GitError`` of kind `raceLost` where another process moved it meanwhile: try again;
  ///   `editedDocuments`, `operationInProgress` or `locked`; ``WorkTreeFailure``; whatever `next`
  ///   throws. Nothing changed then, or the failure says what.
  public func attempt(
    reason: String, checkpoint: (Movement) throws -> Void = { _ in },
    to next: (ObjectID?) throws -> ObjectID?
  ) throws -> Movement? {
    guard !repository.isInTransaction, let place = try workTree() else {
      return try move(
        from: repository.tip(of: fork), reason, next, checkpoint,
        requiring: { () throws(GitError) in try repository.requireShownNowhere(fork) })
    }
    let update = try place.beginWorkTreeUpdate(timeout: patience)
    guard case let head = try place.head(), head.fork == fork else { return nil }
    let movement = try move(
      from: head.commit, reason, next, checkpoint,
      check: { old, new in try update.check(from: old, to: new) })
    try follow(movement, with: update)
    return movement
  }

  /// The repository, seen from the work tree that has the fork checked out; nil where none has.
  private func workTree() throws(GitError) -> LocalRepository? {
    if !repository.isBare, try repository.head().fork == fork { return repository }
    guard let path = try repository.checkedOutForks()[fork] else { return nil }
    return try LocalRepository.open(
      at: path, options: options, sharingObjectsWith: repository)
  }

  private func move(
    from tip: ObjectID?, _ reason: String, _ next: (ObjectID?) throws -> ObjectID?,
    _ checkpoint: (Movement) throws -> Void,
    check: (ObjectID?, ObjectID) throws -> Void = { _, _ in },
    requiring requirement: () throws(GitError) -> Void = {}
  ) throws -> Movement {
    guard let new = try next(tip), new != tip else {
      return Movement(fork: fork, from: tip, to: tip)
    }
    try check(tree(of: tip), repository.tree(ofCommit: new))
    let movement = Movement(fork: fork, from: tip, to: new)
    try checkpoint(movement)
    try repository.compareAndSwap(
      .branch(fork), from: tip, to: new, reflog: reflog(reason), timeout: patience,
      requiring: requirement)
    return movement
  }

  /// Takes the work tree where its fork went; where that fails, the fork goes back to where it stood.
  private func follow(_ movement: Movement, with update: WorkTreeUpdate) throws {
    guard let tip = movement.to, movement.isChange else { return try update.end() }
    try update.follow(from: tree(of: movement.from), to: repository.tree(ofCommit: tip)) {
      try repository.compareAndSwap(
        .branch(fork), from: tip, to: movement.from,
        reflog: reflog("take back: the work tree could not follow"), timeout: patience)
    }
  }

  private func tree(of commit: ObjectID?) throws(GitError) -> ObjectID? {
    guard let commit else { return nil }
    return try repository.tree(ofCommit: commit)
  }
}
