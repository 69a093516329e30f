public import Forked
public import ForkedGit

/// What `create` is asked for.
public struct CreateForkRequest: Sendable {
  /// The new fork's name.
  public var name: String
  /// The revision that it starts from; nil: where HEAD stands.
  public var revision: String?

  /// - Parameters:
  ///   - name: the new fork's name.
  ///   - revision: the revision that it starts from; nil: where HEAD stands.
  public init(name: String, revision: String? = nil) {
    self.name = name
    self.revision = revision
  }
}

/// A fork that was made, renamed or switched to.
public struct ForkReport: Report {
  /// The fork.
  public var fork: Fork
  /// Where it stands.
  public var commit: ObjectID?
  /// What it was called before, where that is another name.
  public var formerName: String?

  /// `{"fork":..,"commit":..}`, with `"from"` after a rename.
  public var reportValue: ReportValue {
    .object([
      "fork": .string(fork.name), "commit": .string(commit?.hex), "from": .string(formerName),
    ])
  }
}

extension DocumentStore {
  /// Makes a fork; it holds the same documents as the revision. The current fork stays the current one.
  ///
  /// - Throws: ``InvalidForkName``; kind `cannotCreate` where there is such a fork; kind `notFound` where there is no
  ///   such revision.
  public func createFork(_ request: CreateForkRequest) throws -> ForkReport {
    let fork = try Fork(validating: request.name)
    return try transaction("create: \(fork.name)") { transaction in
      try transaction.seal()
      let start = try request.revision.map(commit) ?? startOfNewFork()
      try transaction.create(fork, at: start, reason: "create: from \(start.hex)")
      return ForkReport(fork: fork, commit: start)
    }
  }

  private func startOfNewFork() throws -> ObjectID {
    guard let commit = try repository.head().commit else {
      throw StoreError(
        .notFound, "there is no version yet that a fork could start from",
        hint: "write a document first: fork update <document> <file>")
    }
    return commit
  }

  func forkExists(_ fork: Fork) -> StoreError {
    StoreError(
      .cannotCreate, "there is a fork '\(fork.name)' already",
      hint: "'fork switch \(fork.name.shellWord)' makes it the current one")
  }
}
