public import Forked
public import ForkedGit

/// The result of creating, renaming or switching to a fork.
public struct ForkReport: Report {
  /// The fork that was created.
  public var fork: Fork
  /// The fork's tip.
  public var commit: ObjectID?
  /// The former name, after a rename.
  public var formerName: String?
  /// The remote's fork from which it was created, like `origin/feat`.
  public var remoteFork: String?

  /// `{"fork":..,"commit":..}`, with `"from"` after a rename, and `"createdFrom"` if a remote's fork was copied.
  public var reportValue: ReportValue {
    .object(["fork": fork, "commit": commit, "from": formerName, "createdFrom": remoteFork])
  }
}

extension DocumentStore {
  /// Creates a fork that holds the documents of a revision. The current fork stays the current one.
  ///
  /// A fork that starts at a remote's fork follows that one.
  ///
  /// - Parameters:
  ///   - name: The name of the new fork.
  ///   - revision: The revision to start from; nil: HEAD.
  /// - Throws: ``InvalidForkName``; kind `cannotCreate` if the fork already exists, or if a remote has a fork of that
  ///   name and no revision is given; kind `notFound` if there is no such revision.
  public func createFork(_ name: String, from revision: String? = nil) throws -> ForkReport {
    let fork = try Fork(validating: name)
    let source = try revision.flatMap { revision in
      try RemoteForks(of: self).all.first { $0.name == revision }
    }
    let report = try transaction("create: \(fork.name)") { transaction in
      try transaction.seal()
      if let source {
        try transaction.create(fork, following: source)
        return ForkReport(fork: fork, commit: source.tip, remoteFork: source.name)
      }
      let start = try revision.map(commit) ?? start(ofNew: fork)
      try transaction.create(fork, at: start, reason: "create: from \(start.hex)")
      return ForkReport(fork: fork, commit: start)
    }
    if let source { try remember(fork, createdFrom: source) }
    return report
  }

  func start(ofNew fork: Fork) throws -> ObjectID {
    if try repository.tip(of: fork) == nil, let found = try RemoteForks(of: self).named(fork).first
    {
      throw StoreError(
        .cannotCreate,
        "\(found.name) exists already, so a new '\(fork.name)' would be mixed with it",
        hint: "'\(programName) switch \(fork.name.shellWord)' takes that one, "
          + "'\(programName) create \(fork.name.shellWord) --from HEAD' starts here")
    }
    guard let commit = try repository.head().commit else {
      throw StoreError(
        .notFound, "there is no version yet to start a fork from",
        hint: "write a document first: \(programName) update <document> <file>")
    }
    return commit
  }

  func forkExists(_ fork: Fork) -> StoreError {
    StoreError(
      .cannotCreate, "fork '\(fork.name)' already exists",
      hint: "'\(programName) switch \(fork.name.shellWord)' makes it the current one")
  }
}
