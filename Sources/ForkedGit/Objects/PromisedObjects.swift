/// Objects that a partial clone, as `git clone --filter` makes it, fetches when they are needed.
///
/// Source: git's documentation, "partial-clone".
extension LocalRepository {
  /// True if this is a partial clone: objects that are missing may be at a promisor remote.
  public var isPartial: Bool {
    get throws(GitError) {
      if let knownIsPartial { return knownIsPartial }
      var isPartial = try settings.string("extensions.partialClone") != nil
      for name in try remoteNames() where !isPartial {
        isPartial = try settings.bool("remote.\(name).promisor") == true
      }
      knownIsPartial = isPartial
      return isPartial
    }
  }

  /// Reads something that may need an object which a partial clone does not have yet. If it is missing, git fetches it,
  /// and it is read again.
  func fetchingPromised<Result>(
    _ id: ObjectID, _ read: () throws(GitError) -> Result
  ) throws(GitError) -> Result {
    do throws(GitError) {
      return try read()
    } catch {
      guard error.kind == .notFound, try isPartial else { throw error }
      try fetchPromised(id)
      return try read()
    }
  }

  private func fetchPromised(_ id: ObjectID) throws(GitError) {
    let outcome: ProcessOutcome
    do throws(GitError) {
      outcome = try ChildProcess.run(
        ["git", "--git-dir", gitDirectory, "cat-file", "-t", id.hex],
        environment: settings.environment)
    } catch {
      guard error.kind == .notFound else { throw error }
      throw GitError(
        .notFound,
        "an object is not in this partial clone, and git, which fetches it, is not installed",
        context: id.hex)
    }
    if outcome.isSuccess { return }
    let reason = outcome.errors.split(separator: "\n").last.map { ": \($0)" } ?? ""
    throw GitError(
      .unreachable, "an object of this partial clone could not be fetched" + reason,
      context: id.hex)
  }
}
