#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A repository that knows the history of its forks by itself, as git does.
///
/// For other repositories, a ``ForkedResource`` records the common ancestor that a fork needs, and what was merged
/// already. A repository with its own history answers this from the history, so other programs may change it at the
/// same time.
public protocol VersionHistory<Resource>: AnyObject {
  /// The stored value.
  associatedtype Resource: Equatable

  /// Creates a fork with the content of main.
  func create(_ fork: Fork) throws

  /// Deletes a fork other than main.
  func delete(_ fork: Fork) throws

  /// The version of a fork.
  func mostRecentVersion(of fork: Fork) throws -> Version

  /// The content of a fork, with its version.
  func mostRecentCommit(of fork: Fork) throws -> Commit<Resource>

  /// The content of main and a fork when they were last equal.
  func commonAncestor(of fork: Fork) throws -> Commit<Resource>

  /// The divergence of a fork: which of main and the fork has changes that the other does not have.
  func divergence(of fork: Fork) throws -> Divergence

  /// Makes a version of a fork.
  ///
  /// - Parameters:
  ///   - content: The content of the version.
  ///   - fork: The fork.
  ///   - time: The time by the clock.
  /// - Returns: The version of the fork afterwards.
  func record(
    _ content: CommitContent<Resource>, in fork: Fork, at time: Date
  ) throws -> Version

  /// Makes a version of a fork that has no ancestor in common with any other fork.
  func restart(
    _ fork: Fork, with content: CommitContent<Resource>, at time: Date
  ) throws -> Version

  /// Merges a fork into another one. One of the two is main.
  ///
  /// - Returns: The kind of the update, and the version of the second fork afterwards.
  func merge(
    _ fork: Fork, into other: Fork, at time: Date
  ) throws -> (action: MergeAction, version: Version)
}

/// The divergence of a fork from main.
public struct Divergence: Hashable, Sendable {
  /// True if the fork has versions that main does not have.
  public var isAhead: Bool
  /// True if main has versions that the fork does not have.
  public var isBehind: Bool

  /// Creates a divergence.
  public init(isAhead: Bool, isBehind: Bool) {
    self.isAhead = isAhead
    self.isBehind = isBehind
  }
}
