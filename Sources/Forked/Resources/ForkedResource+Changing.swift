extension ForkedResource {
  /// Makes a version of a fork that holds a value.
  ///
  /// - Returns: The version. A repository with a history of its own may make none where the value
  ///   is what the fork holds already.
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws. Nothing changed then.
  /// - Complexity: O(1) for a fork; O(forks) for main, whose old value the others may still need.
  @discardableResult
  public func update(_ fork: Fork, with resource: ResourceType) throws -> Version {
    try record(.resource(resource), in: fork)
  }

  /// Makes a version of a fork that holds no value.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws. Nothing changed then.
  @discardableResult
  public func removeContent(from fork: Fork) throws -> Version { try record(.none, in: fork) }

  /// Makes a version of every fork that holds no value, main first.
  ///
  /// - Throws: What the repository throws.
  public func removeAllContent() throws {
    try performAtomically {
      let others = try forks.filter { $0 != .main }.sorted()
      for fork in [.main] + others { try removeContent(from: fork) }
    }
  }

  /// Begins a fork anew: it holds a value, and has no ancestor in common with any other fork.
  ///
  /// What it held is dropped. At the next merge the two values are salvaged
  /// (``Mergeable/salvaging(from:)``), since no ancestor says who changed what.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws. Nothing changed then.
  @discardableResult
  public func restart(_ fork: Fork, with resource: ResourceType) throws -> Version {
    try performAtomically {
      let version = try history.restart(fork, with: .resource(resource), at: now)
      changes.announce(ForkChange(fork: fork, version: version))
      return version
    }
  }

  private func record(
    _ content: CommitContent<ResourceType>, in fork: Fork
  ) throws -> Version {
    try performAtomically {
      let before = try history.mostRecentVersion(of: fork)
      let version = try history.record(content, in: fork, at: now)
      if version != before { changes.announce(ForkChange(fork: fork, version: version)) }
      return version
    }
  }
}
