public import Forked
public import ForkedGit

/// How a fork moved.
public typealias Movement = ForkedGit.Movement

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
    let move = ForkMove(
      of: fork, in: repository, options: .init(environment: environment.variables),
      patience: Self.patience, reflog: reflogEntry)
    let made = repository.pendingObjects
    return try retrying(fork) {
      repository.discardObjects(after: made)
      do {
        return try move.attempt(reason: reason, checkpoint: beginMove, to: next)
      } catch let failure as WorkTreeFailure {
        throw StoreError(following: failure)
      }
    }
  }

  private func beginMove(_ movement: Movement) throws {
    try environment.checkInterruption()
    try willMove([movement])
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
