extension ForkedResource {
  /// Merges what a fork has into main; the fork stays as it is.
  ///
  /// Of two changes to one thing the later wins, unless the value is ``Mergeable`` and says
  /// otherwise.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, what the value's own merging throws, or what the
  ///   repository throws. Nothing changed then.
  @discardableResult
  public func mergeIntoMain(from fork: Fork) throws -> MergeAction {
    try merge(fork, into: .main)
  }

  /// Merges what main has into a fork; main stays as it is.
  ///
  /// - Throws: As ``mergeIntoMain(from:)``.
  @discardableResult
  public func mergeFromMain(into fork: Fork) throws -> MergeAction { try merge(.main, into: fork) }

  /// Brings main and forks to one version that has the changes of all.
  ///
  /// - Throws: As ``mergeIntoMain(from:)``. The merges before it stay.
  public func syncMain(with forks: [Fork]) throws {
    try performAtomically {
      for fork in forks { try mergeIntoMain(from: fork) }
      for fork in forks { try mergeFromMain(into: fork) }
    }
  }

  /// Brings main and a fork to one version that has the changes of both.
  ///
  /// - Throws: As ``mergeIntoMain(from:)``. The merges before it stay.
  public func syncMain(with fork: Fork) throws { try syncMain(with: [fork]) }

  /// Brings all forks to one version that has the changes of all.
  ///
  /// - Throws: As ``mergeIntoMain(from:)``. The merges before it stay.
  public func syncAllForks() throws {
    try performAtomically { try syncMain(with: forks.sorted()) }
  }

  /// Merges what all forks have into one, by way of main; the others stay as they are.
  ///
  /// - Throws: As ``mergeIntoMain(from:)``. The merges before it stay.
  public func mergeAllForks(into fork: Fork) throws {
    try performAtomically {
      for other in try forks.sorted() where other != fork { try mergeIntoMain(from: other) }
      try mergeFromMain(into: fork)
    }
  }

  private func merge(_ source: Fork, into target: Fork) throws -> MergeAction {
    try performAtomically {
      guard source != target else {
        _ = try history.mostRecentVersion(of: source)
        return .none
      }
      let (action, version) = try history.merge(source, into: target, at: now)
      if action != .none {
        changes.announce(ForkChange(fork: target, version: version, mergingFork: source))
      }
      return action
    }
  }
}
