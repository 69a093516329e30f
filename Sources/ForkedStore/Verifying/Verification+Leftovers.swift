import Forked
import ForkedGit

/// The files that killed processes and power cuts left behind.
extension Verification {
  mutating func checkLeftovers(repairing: Bool) {
    let now = HybridTime(nanoseconds: store.environment.clock()).seconds
    for leftover in lastingLeftovers(now) {
      let isRepaired =
        repairing
        && (leftover.kind.isOfTransaction ? finishTransactions() : repository.remove(leftover))
      note(
        .leftover, leftover.path, leftover.kind.words,
        hint: leftover.kind == .foreignLock
          ? "if no git is running, remove it: rm \(leftover.path.shellWord)" : Self.hintToRepair,
        isRepaired: isRepaired)
    }
  }

  /// The leftovers, without the locks of programs that are at work: git holds one for a moment.
  private func lastingLeftovers(_ now: Int64) -> [Leftover] {
    let found = repository.leftovers(now: now)
    guard found.contains(where: { $0.kind == .foreignLock }) else { return found }
    store.environment.sleep(2_000_000_000)
    let known = Set(found)
    return repository.leftovers(now: now).filter { known.contains($0) }
  }

  mutating func checkWorkTrees(repairing: Bool) throws {
    for tree in try repository.prunableWorkTrees() {
      note(
        .leftover, tree.path, "a linked work tree that is gone",
        hint: "'git worktree prune' forgets it; if it was moved, 'git worktree repair' in it")
    }
    do {
      try checkIndex(repairing: repairing)
    } catch {
      let index = repository.gitDirectory + "index"
      guard StoreError(translating: error).kind == .invalidData else { throw error }
      note(
        .leftover, index, error,
        hint:
          "'rm \(index.shellWord) && git reset' makes it again; nothing that was staged is in it")
    }
  }

  /// Checks that the index can be read, and that the files that it describes are not empty.
  private mutating func checkIndex(repairing: Bool) throws {
    try repository.verifyIndex()
    let emptied = try repository.emptiedFiles()
    if repairing, !emptied.isEmpty {
      let update = try repository.beginWorkTreeUpdate(
        timeout: store.environment.lockTimeout, duringOperation: true)
      update.restoreEmptiedFiles(all: true)
      try update.end()
    }
    let left = Set(repairing ? try repository.emptiedFiles() : emptied)
    for path in emptied {
      note(
        .leftover, path.description, "a file that a power cut emptied", hint: Self.hintToRepair,
        isRepaired: !left.contains(path))
    }
  }

  private mutating func finishTransactions() -> Bool {
    do {
      try repository.recoverTransactions(
        options: .init(environment: store.environment.variables),
        timeout: store.environment.lockTimeout)
      return true
    } catch {
      note(.leftover, repository.gitDirectory, error)
      return false
    }
  }
}

extension Leftover.Kind {
  /// True if the recovery of transactions ends it.
  fileprivate var isOfTransaction: Bool {
    self == .unfinishedTransaction || self == .unfinishedReplacement
  }

  fileprivate var words: String {
    switch self {
    case .abandonedLock: "a lock that a killed process left behind"
    case .foreignLock: "a lock of another program, such as git"
    case .temporaryFile: "an incomplete file of a process that was killed, or had no space left"
    case .unfinishedTransaction: "a transaction that a killed process did not finish"
    case .unfinishedReplacement: "a file of the work tree that a killed process was replacing"
    }
  }
}
