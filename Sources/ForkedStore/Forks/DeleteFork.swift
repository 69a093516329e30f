public import Forked
public import ForkedGit

/// The result of deleting a fork.
public struct DeleteForkReport: Report {
  /// The deleted fork.
  public var fork: Fork
  /// The last tip of the fork.
  public var commit: ObjectID

  /// `{"fork":..,"commit":..,"deleted":true}`
  public var reportValue: ReportValue {
    .object(["fork": fork, "commit": commit, "deleted": true])
  }
}

extension DocumentStore {
  /// Deletes a fork whose versions are also in another fork, a remote fork or a tag, and what waits in it in another
  /// fork.
  ///
  /// - Parameter force: True if versions that no other fork has may be lost.
  /// - Throws: kind `usage` for the main fork and a fork that is checked out; kind `refused` for a fork with versions
  ///   of its own, unless forced; kind `notFound` if there is no such fork; kind `tryAgain` if it was updated
  ///   meanwhile.
  public func deleteFork(_ name: String, force: Bool = false) throws -> DeleteForkReport {
    let fork = try Fork(validating: name)
    return try transaction("delete: \(fork.name)") { transaction in
      let tip = try tip(of: fork)
      try refuseMain(fork)
      try refuseCheckedOut(fork)
      if !force { try refuseUnmerged(fork, tip) }
      try transaction.references.delete(fork, at: tip)
      return DeleteForkReport(fork: fork, commit: tip)
    }
  }

  private func refuseMain(_ fork: Fork) throws {
    guard try mainFork() == fork else { return }
    throw StoreError(
      .usage, "'\(fork.name)' is the main fork, which is never deleted",
      hint: "to make another fork the main one: git config fork.main <fork>")
  }

  private func refuseCheckedOut(_ fork: Fork) throws {
    let path = try repository.checkedOutForks()[fork]
    guard try path != nil || repository.headFork() == fork else { return }
    throw StoreError(
      .usage,
      "'\(fork.name)' is the current fork\(path.map { " of the work tree at \($0)" } ?? "")",
      hint: "switch to another fork first: \(programName) switch <fork>")
  }

  private func refuseUnmerged(_ fork: Fork, _ tip: ObjectID) throws {
    let branch = ReferenceName.branch(fork)
    let others = try ["refs/heads/", "refs/remotes/", "refs/tags/"]
      .flatMap { try repository.references(withPrefix: $0) }
      .filter { $0.name != branch }
    let tips = try repository.branches().filter { $0.fork != fork }.map(\.tip)
    var lost = try waitingVersions(in: tip).count { version in
      try !tips.contains { try waits(version, in: $0) }
    }
    try repository.walkHistory(from: [tip], excluding: others.map(\.target)) { _ in
      lost += 1
      return true
    }
    guard lost > 0 else { return }
    throw StoreError(
      .refused,
      "'\(fork.name)' has \(lost == 1 ? "a version" : "\(lost) versions") that no other fork has",
      hint:
        "'\(programName) merge \(fork.name.shellWord)' keeps the changes, "
        + "'\(programName) delete --force \(fork.name.shellWord)' discards them"
    )
  }
}
