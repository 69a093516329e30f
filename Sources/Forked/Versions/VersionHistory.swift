public import FoundationEssentials

/// A repository that knows by itself how its forks came about, as git does.
///
/// A ``ForkedResource`` keeps the books of other repositories: which common ancestor a fork needs,
/// what is merged already. A repository with a history of its own answers that from the history,
/// so other programs may change it at the same time.
public protocol VersionHistory<Resource>: AnyObject {
  /// What is stored.
  associatedtype Resource: Equatable

  /// Makes a fork that holds what the hub holds.
  func create(_ fork: Fork) throws

  /// Removes a fork, which is not the hub.
  func delete(_ fork: Fork) throws

  /// The version that a fork stands at.
  func mostRecentVersion(of fork: Fork) throws -> Version

  /// What a fork holds.
  func mostRecentCommit(of fork: Fork) throws -> Commit<Resource>

  /// What the hub and a fork held when they were last the same.
  func commonAncestor(of fork: Fork) throws -> Commit<Resource>

  /// Which of the hub and a fork has what the other has not.
  func divergence(of fork: Fork) throws -> Divergence

  /// Makes a version of a fork.
  ///
  /// - Parameters:
  ///   - content: What it holds.
  ///   - fork: The fork.
  ///   - time: What the clock says.
  /// - Returns: The version that the fork stands at then.
  func record(
    _ content: CommitContent<Resource>, in fork: Fork, at time: Date
  ) throws -> Version

  /// Makes a version of a fork that has no ancestor in common with any other.
  func restart(
    _ fork: Fork, with content: CommitContent<Resource>, at time: Date
  ) throws -> Version

  /// Merges a fork into another, of which one is the hub.
  ///
  /// - Returns: What was done, and the version that the second stands at then.
  func merge(
    _ fork: Fork, into other: Fork, at time: Date
  ) throws -> (action: MergeAction, version: Version)
}

/// Which of the hub and a fork has versions that the other has not.
public struct Divergence: Hashable, Sendable {
  /// True if the fork has what the hub has not.
  public var isAhead: Bool
  /// True if the hub has what the fork has not.
  public var isBehind: Bool

  /// - Parameters:
  ///   - isAhead: Whether the fork has what the hub has not.
  ///   - isBehind: Whether the hub has what the fork has not.
  public init(isAhead: Bool, isBehind: Bool) {
    self.isAhead = isAhead
    self.isBehind = isBehind
  }
}
