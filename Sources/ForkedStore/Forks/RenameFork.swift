import Forked
import ForkedGit

/// What `rename` is asked for.
public struct RenameForkRequest: Sendable {
  /// The fork.
  public var name: String
  /// What it shall be called.
  public var newName: String

  /// - Parameters:
  ///   - name: the fork.
  ///   - newName: what it shall be called.
  public init(name: String, newName: String) {
    self.name = name
    self.newName = newName
  }
}

extension DocumentStore {
  /// Renames a fork. Where it is the hub, the configuration follows (`fork.main`).
  ///
  /// - Throws: ``InvalidForkName``; kind `notFound` where there is no such fork, `cannotCreate` where the new name is
  ///   taken.
  public func renameFork(_ request: RenameForkRequest) throws -> ForkReport {
    let fork = try Fork(validating: request.name)
    let newFork = try Fork(validating: request.newName)
    let tip = try tip(of: fork)
    let isMain = try mainFork() == fork
    guard try repository.tip(of: newFork) == nil else { throw forkExists(newFork) }
    try operation("rename: \(fork.name) to \(newFork.name)") {
      let movements = [
        Movement(fork: fork, from: tip, to: nil), Movement(fork: newFork, from: nil, to: tip),
      ]
      try willMove(movements)
      try repository.rename(
        fork, to: newFork, reflog: reflogEntry("rename: \(fork.name) to \(newFork.name)"))
      movements.forEach(didMove)
    }
    if isMain { try followMain(to: newFork) }
    return ForkReport(fork: newFork, commit: tip, formerName: fork.name)
  }

  private func followMain(to fork: Fork) throws {
    try repository.configuration().set("fork.main", to: fork.name, in: .local)
    environment.notify("'\(fork.name)' is the main fork now (git config fork.main)")
  }
}
