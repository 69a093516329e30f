import Forked

extension DocumentStore {
  /// Renames a fork. If it is the main fork, the configuration is updated (`fork.main`).
  ///
  /// - Throws: ``InvalidForkName``; kind `notFound` if there is no such fork; kind `cannotCreate` if a fork has the new
  ///   name already.
  public func renameFork(_ name: String, to newName: String) throws -> ForkReport {
    let fork = try Fork(validating: name)
    let newFork = try Fork(validating: newName)
    let isMain = try mainFork() == fork
    let report = try transaction("rename: \(fork.name) to \(newFork.name)") { transaction in
      try rename(fork, to: newFork, isMain: isMain, in: transaction)
      return ForkReport(fork: newFork, commit: try tip(of: newFork), formerName: fork.name)
    }
    if isMain {
      environment.notify("'\(newFork.name)' is the main fork now (git config fork.main)")
    }
    return report
  }

  func rename(
    _ fork: Fork, to newName: Fork, isMain: Bool, in transaction: Transaction
  ) throws {
    _ = try tip(of: fork)
    guard try repository.tip(of: newName) == nil else { throw forkExists(newName) }
    try transaction.references.rename(
      fork, to: newName, reason: "rename: \(fork.name) to \(newName.name)")
    if isMain { try transaction.references.set("fork.main", to: newName.name) }
  }
}
