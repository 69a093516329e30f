public import Forked
public import ForkedGit

/// A request to create a fork.
public struct CreateForkRequest: Sendable {
  /// The name of the new fork.
  public var name: String
  /// The revision to start from; nil: HEAD.
  public var revision: String?

  /// Creates a request.
  public init(name: String, revision: String? = nil) {
    self.name = name
    self.revision = revision
  }
}

/// The result of creating, renaming or switching to a fork.
public struct ForkReport: Report {
  /// The fork.
  public var fork: Fork
  /// The fork's tip.
  public var commit: ObjectID?
  /// The former name, after a rename.
  public var formerName: String?

  /// `{"fork":..,"commit":..}`, with `"from"` after a rename.
  public var reportValue: ReportValue {
    .object([
      "fork": .string(fork.name), "commit": .string(commit?.hex), "from": .string(formerName),
    ])
  }
}

extension DocumentStore {
  /// Creates a fork that holds the documents of a revision. The current fork stays the current one.
  ///
  /// - Throws: ``InvalidForkName``; kind `cannotCreate` if the fork already exists; kind `notFound` if there is no such
  ///   revision.
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
