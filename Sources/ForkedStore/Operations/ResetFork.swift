import Forked
public import ForkedGit

/// A request to reset a fork to a revision.
public struct ResetForkRequest: Sendable {
  /// The fork; nil: the current one.
  public var fork: String?
  /// The revision to reset to.
  public var revision: String

  /// Creates a request.
  public init(fork: String? = nil, revision: String) {
    self.fork = fork
    self.revision = revision
  }
}

/// The result of a reset.
public struct ResetForkReport: Report {
  /// The fork with its former and its new tip.
  public var forkUpdate: ForkUpdate

  /// `{"fork":..,"from":..,"commit":..,"changed":true}`
  public var reportValue: ReportValue {
    .object([
      "fork": .string(forkUpdate.fork.name), "from": .string(forkUpdate.from?.hex),
      "commit": .string(forkUpdate.to?.hex), "changed": .bool(forkUpdate.isChange),
    ])
  }
}

extension DocumentStore {
  /// Resets a fork to a revision. The work tree is updated if the fork is checked out.
  ///
  /// - Throws: kind `notFound` if there is no such fork or revision; ``GitError`` of kind `editedDocuments` if
  ///   uncommitted changes would be overwritten. Nothing is changed then.
  public func resetFork(_ request: ResetForkRequest) throws -> ResetForkReport {
    let fork = try fork(named: request.fork)
    let reason = "reset: to \(request.revision)"
    return try transaction(reason) { transaction in
      try transaction.references.holdWorkTree(of: fork)
      let target = try commit(at: request.revision)
      return ResetForkReport(
        forkUpdate: try transaction.update(fork, reason: reason) { _ in target })
    }
  }
}
