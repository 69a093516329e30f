import Forked

extension DocumentStore {
  /// Makes a fork the current one. The work tree, if there is one, is updated.
  ///
  /// A fork that only a remote has is created first, as `git switch` does.
  ///
  /// - Parameter creates: True if the fork is created first, from HEAD.
  /// - Throws: kind `notFound` if there is no such fork; kind `cannotCreate` if a fork to create exists; kind `usage` if
  ///   it is checked out in another work tree; ``GitError`` of kind `editedDocuments` if uncommitted changes would be overwritten. Nothing is changed then.
  public func switchFork(to name: String, creating creates: Bool = false) throws -> ForkReport {
    let fork = try Fork(validating: name)
    let isMissing = try repository.tip(of: fork) == nil && !creates
    let source = isMissing ? try remoteFork(named: fork) : nil
    let report = try transaction("switch: \(fork.name)") { transaction in
      try transaction.references.holdCurrentWorkTree()
      if let source { try transaction.create(fork, following: source) }
      if creates {
        let start = try start(ofNew: fork)
        try transaction.create(fork, at: start, reason: "create: from \(start.hex)")
      }
      let tip = try tip(of: fork)
      let head = try repository.head()
      if head.fork != fork {
        if !repository.isBare { try refuseCheckedOutElsewhere(fork) }
        let origin = head.fork?.name ?? head.commit?.hex ?? "nothing"
        try transaction.references.switchHead(
          to: fork, at: tip, reason: "switch: from \(origin) to \(fork.name)")
      }
      return ForkReport(fork: fork, commit: tip, remoteFork: source?.name)
    }
    if let source {
      try record("switched to '\(fork.name)'") { try remember(fork, createdFrom: source) }
    }
    return report
  }

  private func refuseCheckedOutElsewhere(_ fork: Fork) throws {
    guard let path = try repository.checkedOutForks()[fork] else { return }
    throw StoreError(
      .usage, "'\(fork.name)' is the current fork of another work tree, at \(path)",
      hint:
        "go there, or create another fork from it: \(programName) create <fork> --from \(fork.name.shellWord)"
    )
  }
}
