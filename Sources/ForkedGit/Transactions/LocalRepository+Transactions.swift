extension LocalRepository {
  /// Opens a transaction, lets `body` make updates in it, and commits them; all of it again where a race was lost.
  ///
  /// Transactions of killed processes are finished or taken back before.
  ///
  /// - Parameters:
  ///   - options: what the transaction knows of the world around it.
  ///   - note: as ``ReferenceTransaction/commit(noting:)`` calls it.
  ///   - wait: called after each lost race: waits a while, or throws to give up.
  ///   - body: makes the updates.
  /// - Returns: what `body` returns.
  /// - Throws: what any of them throws. Nothing changed then, or the ``TransactionFailure`` says what.
  public func transaction<Result>(
    _ options: ReferenceTransaction.Options,
    noting note: ([Movement]) throws -> () -> Void = { _ in {} },
    waiting wait: (GitError) throws -> Void, _ body: (ReferenceTransaction) throws -> Result
  ) throws -> Result {
    if !options.isDryRun {
      try recoverTransactions(options: options.opening, timeout: options.patience)
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
