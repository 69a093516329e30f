public import Forked
public import ForkedGit

/// How a fork moved.
public struct Movement: Hashable, Sendable {
  /// The fork.
  public var fork: Fork
  /// Where it stood; nil: nowhere.
  public var from: ObjectID?
  /// Where it stands now; the same as `from` where there was nothing to do.
  public var to: ObjectID?

  /// Whether the fork stands elsewhere than before.
  public var isChange: Bool { from != to }
}

extension DocumentStore {
  /// Moves a fork from its tip to what `next` makes of it, all or nothing.
  ///
  /// Where the fork is checked out, the work tree and its index follow, and nothing that a person edited there is
  /// overwritten: that is checked before anything moves. Who loses a race against another process starts again from
  /// the new tip.
  ///
  /// - Parameters:
  ///   - fork: the fork.
  ///   - reason: a line for the reference's log.
  ///   - next: makes the next commit from the tip (nil: there is none yet), and may be called several times; nil or
  ///     the tip itself: there is nothing to do.
  /// - Throws: ``GitError`` of kind `editedDocuments`, `operationInProgress` or `locked`; kind `tryAgain` where too
  ///   many races were lost; whatever `next` throws. Nothing changed then.
  @discardableResult
  public func advance(
    _ fork: Fork, reason: String, to next: (ObjectID?) throws -> ObjectID?
  ) throws -> Movement {
    try operation(reason) {
      let movement = try moved(fork, reason, next)
      didMove(movement)
      return movement
    }
  }

  private func moved(
    _ fork: Fork, _ reason: String, _ next: (ObjectID?) throws -> ObjectID?
  ) throws -> Movement {
    let made = repository.pendingObjects
    return try retrying(fork) {
      repository.discardObjects(after: made)
      guard !repository.isInTransaction, let place = try workTree(showing: fork) else {
        return try move(fork, from: repository.tip(of: fork), reason, next)
      }
      let update = try place.beginWorkTreeUpdate(timeout: Self.patience)
      guard case let head = try place.head(), head.fork == fork else { return nil }
      let movement = try move(fork, from: head.commit, reason, next) { old, new in
        try update.check(from: old, to: new)
      }
      try follow(movement, with: update)
      return movement
    }
  }

  /// Moves a fork from one commit to another, as ``advance(_:reason:to:)`` does, if it still stands where the caller
  /// saw it.
  ///
  /// - Throws: kind `tryAgain` where it does not.
  public func advance(
    _ fork: Fork, reason: String, from old: ObjectID?, to new: ObjectID
  ) throws {
    try advance(fork, reason: reason) { tip in
      guard tip == old else { throw raceLost(fork) }
      return new
    }
  }

  /// The time that a lock of someone else, or a series of lost races, is waited for.
  static let patience = Duration.seconds(30)
  /// The number of races that may be lost in a row.
  static let tries = 2_000

  /// The repository, seen from the work tree that has the fork checked out; nil where none has.
  func workTree(showing fork: Fork) throws -> LocalRepository? {
    if !repository.isBare, try repository.head().fork == fork { return repository }
    guard let path = try repository.checkedOutForks()[fork] else { return nil }
    return try LocalRepository.open(
      at: path, options: .init(environment: environment.variables), sharingObjectsWith: repository)
  }

  private func move(
    _ fork: Fork, from tip: ObjectID?, _ reason: String, _ next: (ObjectID?) throws -> ObjectID?,
    check: (ObjectID?, ObjectID) throws -> Void = { _, _ in }
  ) throws -> Movement {
    guard let new = try next(tip), new != tip else {
      return Movement(fork: fork, from: tip, to: tip)
    }
    try check(tree(of: tip), repository.tree(ofCommit: new))
    try environment.checkInterruption()
    try repository.compareAndSwap(
      .branch(fork), from: tip, to: new, reflog: reflogEntry(reason), timeout: Self.patience)
    return Movement(fork: fork, from: tip, to: new)
  }

  /// Takes the work tree where its fork went; where that fails, the fork goes back to where it stood.
  private func follow(_ movement: Movement, with update: WorkTreeUpdate) throws {
    guard let tip = movement.to, movement.isChange else { return try update.end() }
    try follow(update, from: tree(of: movement.from), to: repository.tree(ofCommit: tip)) {
      try repository.compareAndSwap(
        .branch(movement.fork), from: tip, to: movement.from,
        reflog: reflogEntry("take back: the work tree could not follow"), timeout: Self.patience)
    }
  }

  private func tree(of commit: ObjectID?) throws -> ObjectID? {
    try commit.map { try repository.tree(ofCommit: $0) }
  }

  /// Tries until there is a result, waiting a random while after each lost race, longer each time.
  func retrying<Result>(_ fork: Fork, _ attempt: () throws -> Result?) throws -> Result {
    var wait: UInt64 = 250_000
    for _ in 0..<Self.tries {
      do {
        if let result = try attempt() { return result }
      } catch let error as GitError where error.kind == .raceLost {}
      try environment.checkInterruption()
      environment.sleep(environment.random() % wait)
      wait = min(wait * 2, 32_000_000)
    }
    throw raceLost(fork)
  }

  private func raceLost(_ fork: Fork) -> StoreError {
    StoreError(
      .tryAgain, "'\(fork.name)' is being changed by others all the time; nothing was changed",
      hint: "try again")
  }
}
