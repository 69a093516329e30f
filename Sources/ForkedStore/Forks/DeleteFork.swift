public import Forked
public import ForkedGit

/// What `delete` is asked for.
public struct DeleteForkRequest: Sendable {
  /// The fork.
  public var name: String
  /// True if versions that no other fork has may be lost.
  public var force: Bool

  /// - Parameters:
  ///   - name: the fork.
  ///   - force: whether versions that no other fork has may be lost.
  public init(name: String, force: Bool = false) {
    self.name = name
    self.force = force
  }
}

/// A fork that is gone.
public struct DeleteForkReport: Report {
  /// The fork.
  public var fork: Fork
  /// Where it stood.
  public var commit: ObjectID

  /// `{"fork":..,"commit":..,"deleted":true}`
  public var reportValue: ReportValue {
    .object(["fork": .string(fork.name), "commit": .string(commit.hex), "deleted": .bool(true)])
  }
}

extension DocumentStore {
  /// Deletes a fork whose versions another fork, remote fork or tag has too.
  ///
  /// - Throws: kind `usage` for the main fork and one that is checked out; kind `refused` for one with versions of its
  ///   own unless forced; kind `notFound` where there is no such fork; kind `tryAgain` where it moved meanwhile.
  public func deleteFork(_ request: DeleteForkRequest) throws -> DeleteForkReport {
    let fork = try Fork(validating: request.name)
    return try transaction("delete: \(fork.name)") { transaction in
      let tip = try tip(of: fork)
      try refuseMain(fork)
      try refuseCheckedOut(fork)
      if !request.force { try refuseUnmerged(fork, tip) }
      try transaction.delete(fork, at: tip)
      return DeleteForkReport(fork: fork, commit: tip)
    }
  }

  private func refuseMain(_ fork: Fork) throws {
    guard try mainFork() == fork else { return }
    throw StoreError(
      .usage, "'\(fork.name)' is the main fork, which is never deleted",
      hint: "another fork can be the main one: git config fork.main <fork>")
  }

  private func refuseCheckedOut(_ fork: Fork) throws {
    let path = try repository.checkedOutForks()[fork]
    guard try path != nil || repository.head().fork == fork else { return }
    throw StoreError(
      .usage,
      "'\(fork.name)' is the current fork\(path.map { " of the work tree at \($0)" } ?? "")",
      hint: "'fork switch <another fork>' first")
  }

  private func refuseUnmerged(_ fork: Fork, _ tip: ObjectID) throws {
    let branch = ReferenceName.branch(fork)
    let others = try ["refs/heads/", "refs/remotes/", "refs/tags/"]
      .flatMap { try repository.references(withPrefix: $0) }
      .filter { $0.name != branch }
    var lost = 0
    try repository.walkHistory(from: [tip], excluding: others.map(\.target)) { _ in
      lost += 1
      return true
    }
    guard lost > 0 else { return }
    throw StoreError(
      .refused,
      "'\(fork.name)' has \(lost == 1 ? "a version" : "\(lost) versions") that no other fork has",
      hint:
        "'fork merge \(fork.name)' keeps the changes, 'fork delete --force \(fork.name)' loses them"
    )
  }
}
