extension ForkedResource {
  /// The value that a fork holds; nil where it holds none.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func value(in fork: Fork) throws -> ResourceType? { try resource(of: fork) }

  /// The value that a fork holds; nil where it holds none.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func resource(of fork: Fork) throws -> ResourceType? { try content(of: fork).resource }

  /// What a fork holds.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func content(of fork: Fork) throws -> CommitContent<ResourceType> {
    try mostRecentCommit(of: fork).content
  }

  /// What a fork holds, and at which version.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func mostRecentCommit(of fork: Fork) throws -> Commit<ResourceType> {
    try performAtomically { try history.mostRecentCommit(of: fork) }
  }

  /// The version that a fork stands at.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func mostRecentVersion(of fork: Fork) throws -> Version {
    try performAtomically { try history.mostRecentVersion(of: fork) }
  }

  /// The version that main stands at.
  ///
  /// - Throws: What the repository throws.
  public func mostRecentVersionOfMain() throws -> Version { try mostRecentVersion(of: .main) }

  /// What main and a fork held when they were last the same; for main, and for a fork that is
  /// equal to it, what main holds.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func commonAncestor(of fork: Fork) throws -> Commit<ResourceType> {
    try performAtomically { try history.commonAncestor(of: fork) }
  }

  /// Whether a fork has changes that main has not.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func hasUnmergedCommitsForMain(in fork: Fork) throws -> Bool {
    try performAtomically { try history.divergence(of: fork).isAhead }
  }

  /// Whether main has changes that a fork has not.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func hasUnmergedCommitsInMain(for fork: Fork) throws -> Bool {
    try performAtomically { try history.divergence(of: fork).isBehind }
  }

  /// Whether main and a fork stand at one version.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func mainVersion(isSameAsVersionIn fork: Fork) throws -> Bool {
    let divergence = try performAtomically { try history.divergence(of: fork) }
    return !divergence.isAhead && !divergence.isBehind
  }

  /// Whether main and a fork stand at different versions.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func mainVersion(differsFromVersionIn fork: Fork) throws -> Bool {
    try !mainVersion(isSameAsVersionIn: fork)
  }
}
