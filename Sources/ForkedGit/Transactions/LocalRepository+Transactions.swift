extension LocalRepository {
  /// Opens a transaction, lets `body` make updates in it, and commits them. If the race is lost, all of this is
  /// repeated.
  ///
  /// The transactions of killed processes are finished or taken back first.
  ///
  /// - Parameters:
  ///   - options: The options of the transaction.
  ///   - note: As in ``ReferenceTransaction/commit(noting:)``.
  ///   - wait: Called after each lost race: waits a while, or throws to give up.
  ///   - body: Makes the updates.
  /// - Returns: The result of `body`.
  /// - Throws: Any error of these functions. Then nothing has changed, or the ``TransactionFailure`` tells what has.
  public func transaction<Result>(
    _ options: ReferenceTransaction.Options,
    noting note: ([ForkUpdate]) throws -> () -> Void = { _ in {} },
    waiting wait: (GitError) throws -> Void, _ body: (ReferenceTransaction) throws -> Result
  ) throws -> Result {
    if !options.isDryRun {
      try recoverTransactions(options: options.opening, timeout: options.lockTimeout)
    }
    while true {
      let transaction = ReferenceTransaction(in: self, options: options)
      defer { transaction.drop() }
      do {
        let result = try body(transaction)
        try transaction.commit(noting: note)
        return result
      } catch let error as GitError where error.kind == .raceLost {
        transaction.drop()
        try wait(error)
      }
    }
  }
}
