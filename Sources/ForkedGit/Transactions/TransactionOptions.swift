extension ReferenceTransaction {
  /// The options of a transaction.
  public struct Options {
    /// The options for opening another work tree of the repository.
    public var opening: LocalRepository.OpenOptions
    /// The longest time to wait for another process's lock.
    public var lockTimeout: Duration
    /// Creates an entry of a reflog from its message.
    public var reflog: (String) throws -> ReflogEntry
    /// True if work trees are locked only at the commit, since a long time may pass until then.
    public var holdsLate = false
    /// True if nothing will be committed: no work tree is locked or read.
    public var isDryRun = false

    /// Creates options.
    public init(
      opening: LocalRepository.OpenOptions, lockTimeout: Duration,
      reflog: @escaping (String) throws -> ReflogEntry
    ) {
      self.opening = opening
      self.lockTimeout = lockTimeout
      self.reflog = reflog
    }
  }
}

extension LocalRepository {
  /// True during a dry run: nothing will be committed.
  public var isDryRun: Bool { transaction?.options.isDryRun ?? false }
}
