public import ForkedGit

/// The result of a reset.
public struct ResetForkReport: Report {
  /// The fork with its former and its new tip.
  public var forkUpdate: ForkUpdate

  /// `{"fork":..,"from":..,"commit":..,"changed":true}`
  public var reportValue: ReportValue {
    .object([
      "fork": forkUpdate.fork, "from": forkUpdate.from, "commit": forkUpdate.to,
      "changed": forkUpdate.isChange,
    ])
  }
}

extension DocumentStore {
  /// Resets a fork to a revision. The work tree is updated if the fork is checked out.
  ///
  /// - Parameter name: The fork; nil: the current one.
  /// - Throws: kind `notFound` if there is no such fork or revision; ``GitError`` of kind `editedDocuments` if
  ///   uncommitted changes would be overwritten. Nothing is changed then.
  public func resetFork(_ name: String? = nil, to revision: String) throws -> ResetForkReport {
    let fork = try fork(named: name)
    let reason = "reset: to \(revision)"
    return try transaction(reason) { transaction in
      try transaction.references.holdWorkTree(of: fork)
      let target = try commit(at: revision)
      return ResetForkReport(
        forkUpdate: try transaction.update(fork, reason: reason) { _ in target })
    }
  }
}
