import Forked
public import ForkedGit

/// What `reset` is asked for.
public struct ResetForkRequest: Sendable {
  /// The fork; nil: the current one.
  public var fork: String?
  /// The revision that it shall stand at.
  public var revision: String

  /// - Parameters:
  ///   - fork: the fork; nil: the current one.
  ///   - revision: the revision that it shall stand at.
  public init(fork: String? = nil, revision: String) {
    self.fork = fork
    self.revision = revision
  }
}

/// Where a fork was put.
public struct ResetForkReport: Report {
  /// The fork, where it stood and where it stands.
  public var movement: Movement

  /// `{"fork":..,"from":..,"commit":..,"changed":true}`
  public var reportValue: ReportValue {
    .object([
      "fork": .string(movement.fork.name), "from": .string(movement.from?.hex),
      "commit": .string(movement.to?.hex), "changed": .bool(movement.isChange),
    ])
  }
}

extension DocumentStore {
  /// Puts a fork at any revision; the work tree follows where it is checked out.
  ///
  /// - Throws: kind `notFound` where there is no such fork or revision; ``GitError`` of kind `editedDocuments` where
  ///   edits would be overwritten. Nothing changed then.
  public func resetFork(_ request: ResetForkRequest) throws -> ResetForkReport {
    let fork = try fork(named: request.fork)
    let target = try commit(at: request.revision)
    let reason = "reset: to \(request.revision)"
    return try transaction(reason) { transaction in
      ResetForkReport(movement: try transaction.update(fork, reason: reason) { _ in target })
    }
  }
}
