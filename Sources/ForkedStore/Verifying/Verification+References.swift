import Forked
import ForkedGit

extension Verification {
  /// Checks that all refs can be read, and finds the branches for the checks that follow.
  mutating func checkReferences(repairing: Bool) throws {
    do {
      try store.repository.requirePackedReferences()
    } catch {
      note(
        .reference, "packed-refs", error,
        hint: "restore the file from a copy of the repository, or fetch the forks from one; "
          + "'git fsck --lost-found' finds the versions that are here")
    }
    for damaged in try store.repository.damagedReferences() {
      let error = GitError(damaged)
      note(.reference, damaged.name.rawValue, error, hint: Self.hint(for: damaged))
      if repairing, try repair(damaged) {
        report.problems[report.problems.count - 1].isRepaired = true
      }
    }
    branches = try store.repository.readableBranches().readable
  }

  /// Sets a damaged ref to the last object that it is known to have named. Refs that the next fetch writes anew are
  /// removed.
  private func repair(_ damaged: DamagedReference) throws -> Bool {
    let timeout = store.environment.lockTimeout
    if let known = try damaged.lastLogged ?? lastRecorded(damaged) {
      try store.repository.repair(damaged, to: known, timeout: timeout)
      return true
    }
    guard damaged.isTracking else { return false }
    try store.repository.remove(damaged, timeout: timeout)
    return true
  }

  /// The last tip of a fork in the operation log.
  private func lastRecorded(_ damaged: DamagedReference) throws -> ObjectID? {
    guard let fork = damaged.name.fork else { return nil }
    var last: ObjectID?
    try OperationLog(store: store).forEach { operation in
      last = operation.forkUpdates.last { $0.fork == fork }?.to
      return last == nil
    }
    return try last.flatMap { try store.repository.contains($0) ? $0 : nil }
  }

  /// A hint for the user about a damaged ref.
  static func hint(for damaged: DamagedReference) -> String {
    if let last = damaged.lastLogged {
      return
        "'\(programName) verify --repair' sets it to \(last.hex.prefix(10)), the last version in its reflog"
    }
    if damaged.name.fork != nil {
      return "'\(programName) verify --repair' sets it to its last version in the operation log"
    }
    if damaged.isTracking { return hintToRepair }
    return "remove its file, and make it anew"
  }
}

extension DamagedReference {
  /// True if the ref only records what a server has.
  fileprivate var isTracking: Bool {
    ["refs/remotes/", "refs/fork/shared/"].contains { name.rawValue.hasPrefix($0) }
  }
}

extension DocumentStore {
  /// The forks that can be read. The user is told about damaged ones.
  func shownBranches() throws -> [(fork: Fork, tip: ObjectID)] {
    let (readable, damaged) = try repository.readableBranches()
    for reference in damaged {
      notifyOnce("\(GitError(reference).message); '\(programName) verify' says more")
    }
    return readable
  }
}
