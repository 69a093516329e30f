#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The history of a resource in a repository that stores single commits.
///
/// Main stores its last commit. Another fork stores nothing if it is equal to main (if main had no
/// value when the fork was created, that commit, which costs nothing), the common
/// ancestor if it is behind main, and the ancestor and its own last commit if it has changes. After
/// each step, the stored commits represent the state before or after the change: a new commit is
/// stored before the one that it replaces is removed. Of several commits, the first is the
/// ancestor, and the last is the fork's own.
final class HubAndSpoke<Store: SharedRepository>: VersionHistory {
  typealias Resource = Store.Resource

  private let repository: Store
  private var latest = Version.initialVersion

  init(_ repository: Store) throws {
    self.repository = repository
    latest =
      try repository.listForks().compactMap { try repository.versions(storedIn: $0).max() }
      .max() ?? .initialVersion
  }

  /// Creates the history of a repository in which all forks equal main.
  init(_ repository: Store, inStepAt version: Version) {
    self.repository = repository
    latest = version
  }
}

// MARK: - Forks

extension HubAndSpoke {
  func create(_ fork: Fork) throws {
    let commit = try mostRecentCommit(of: .main)
    try repository.create(fork, withInitialCommit: commit)
    guard commit.content != .none else { return }
    try repository.removeCommit(at: commit.version, from: fork)
  }

  func delete(_ fork: Fork) throws { try repository.delete(fork) }
}

// MARK: - Looking

extension HubAndSpoke {
  func mostRecentVersion(of fork: Fork) throws -> Version {
    if let version = try repository.versions(storedIn: fork).max() { return version }
    guard fork != .main else { throw ForkedError.noSuchVersion(.initialVersion, .main) }
    return try mostRecentVersion(of: .main)
  }

  func mostRecentCommit(of fork: Fork) throws -> Commit<Resource> {
    if let version = try repository.versions(storedIn: fork).max() {
      return try commit(of: fork, at: version)
    }
    return try commit(of: .main, at: mostRecentVersion(of: fork))
  }

  func commonAncestor(of fork: Fork) throws -> Commit<Resource> {
    let spoke = try spoke(fork)
    guard let ancestor = spoke.ancestor else { return try mostRecentCommit(of: .main) }
    return try commit(of: fork, at: ancestor)
  }

  func divergence(of fork: Fork) throws -> Divergence {
    let (spoke, main) = (try spoke(fork), try mostRecentVersion(of: .main))
    return Divergence(
      isAhead: spoke.own != nil, isBehind: spoke.ancestor.map { $0 != main } ?? false)
  }

  private func commit(of fork: Fork, at version: Version) throws -> Commit<Resource> {
    Commit(content: try repository.content(of: fork, at: version), version: version)
  }

  /// The stored versions of a fork other than main.
  private struct Spoke {
    var stored: Set<Version>
    var ancestor: Version?
    var own: Version?
  }

  private func spoke(_ fork: Fork) throws -> Spoke {
    let stored = try repository.versions(storedIn: fork)
    guard fork != .main, let first = stored.min(), let last = stored.max(),
      try last != mostRecentVersion(of: .main)
    else { return Spoke(stored: stored) }
    return Spoke(stored: stored, ancestor: first, own: last == first ? nil : last)
  }
}

// MARK: - Changing

extension HubAndSpoke {
  func record(
    _ content: CommitContent<Resource>, in fork: Fork, at time: Date
  ) throws -> Version {
    let commit = Commit(content: content, version: try nextVersion(after: fork, at: time))
    if fork == .main {
      try moveMain(to: commit)
    } else {
      try move(fork, to: commit)
    }
    return commit.version
  }

  func restart(
    _ fork: Fork, with content: CommitContent<Resource>, at time: Date
  ) throws -> Version {
    let commit = Commit(content: content, version: try nextVersion(after: fork, at: time))
    if fork == .main {
      try moveMain(to: commit)
      for spoke in try spokes() { try detach(spoke) }
    } else {
      try store(commit, in: fork)
      try forgetAncestor(of: fork)
      try keepEnds(of: fork)
    }
    return commit.version
  }

  private func nextVersion(after fork: Fork, at time: Date) throws -> Version {
    let known = [latest, try mostRecentVersion(of: fork), try mostRecentVersion(of: .main)]
    latest = (known.max() ?? latest).next(at: time)
    return latest
  }

  /// Updates main. Forks that are equal to main keep its former commit as their common ancestor.
  private func moveMain(to commit: Commit<Resource>) throws {
    let old = try mostRecentCommit(of: .main)
    for spoke in try spokes() { try keepAncestor(old, in: spoke) }
    try repository.store(commit, in: .main)
    for version in try repository.versions(storedIn: .main) where version != commit.version {
      try repository.removeCommit(at: version, from: .main)
    }
  }

  private func keepAncestor(_ main: Commit<Resource>, in fork: Fork) throws {
    let stored = try repository.versions(storedIn: fork)
    guard (stored.max() ?? main.version) == main.version else { return }
    try store(main, in: fork)
    try keepOnly([main.version], in: fork)
  }

  private func move(_ fork: Fork, to commit: Commit<Resource>) throws {
    if try spoke(fork).ancestor == nil {
      try keepAncestor(mostRecentCommit(of: .main), in: fork)
    }
    try store(commit, in: fork)
    try keepEnds(of: fork)
  }

  /// Separates a fork from its ancestor, so that it has only its own content.
  private func detach(_ fork: Fork) throws {
    let own = try mostRecentCommit(of: fork)
    guard own.version != .initialVersion else { return }
    try store(own, in: fork)
    try forgetAncestor(of: fork)
    try keepEnds(of: fork)
  }

  private func forgetAncestor(of fork: Fork) throws {
    if try repository.versions(storedIn: fork).contains(.initialVersion) {
      try repository.removeCommit(at: .initialVersion, from: fork)
    }
    try store(Commit(content: .none, version: .initialVersion), in: fork)
  }

  private func store(_ commit: Commit<Resource>, in fork: Fork) throws {
    guard try !repository.versions(storedIn: fork).contains(commit.version) else { return }
    try repository.store(commit, in: fork)
  }

  private func keepEnds(of fork: Fork) throws {
    let stored = try repository.versions(storedIn: fork)
    guard let first = stored.min(), let last = stored.max() else { return }
    try keepOnly([first, last], in: fork)
  }

  private func keepOnly(_ kept: Set<Version>, in fork: Fork) throws {
    for version in try repository.versions(storedIn: fork).subtracting(kept) {
      try repository.removeCommit(at: version, from: fork)
    }
  }

  private func spokes() throws -> [Fork] { try repository.listForks().filter { $0 != .main } }
}

// MARK: - Merging

extension HubAndSpoke {
  func merge(
    _ fork: Fork, into other: Fork, at time: Date
  ) throws -> (action: MergeAction, version: Version) {
    let spoke = other == .main ? fork : other
    let divergence = try divergence(of: spoke)
    let (isNews, isConflict) =
      other == .main
      ? (divergence.isAhead, divergence.isBehind) : (divergence.isBehind, divergence.isAhead)
    guard isNews else { return (.none, try mostRecentVersion(of: other)) }
    guard isConflict else { return (.fastForward, try takeOver(spoke, by: other)) }
    let commit = Commit(
      content: try merged(spoke), version: try nextVersion(after: other, at: time))
    try store(merge: commit, of: spoke, in: other)
    return (.resolveConflict, commit.version)
  }

  /// Gives both forks the last commit of the one that has changes.
  private func takeOver(_ spoke: Fork, by other: Fork) throws -> Version {
    if other == .main {
      let commit = try mostRecentCommit(of: spoke)
      try moveMain(to: commit)
    }
    try keepOnly([], in: spoke)
    return try mostRecentVersion(of: .main)
  }

  private func merged(_ spoke: Fork) throws -> CommitContent<Resource> {
    let sides = [try mostRecentCommit(of: .main), try mostRecentCommit(of: spoke)]
      .sorted { $0.version > $1.version }
    return try sides[0].content.merged(
      withSubordinate: sides[1].content, commonAncestor: commonAncestor(of: spoke).content)
  }

  private func store(merge commit: Commit<Resource>, of spoke: Fork, in other: Fork) throws {
    if other == .main {
      let own = try mostRecentVersion(of: spoke)
      try moveMain(to: commit)
      try keepOnly([own], in: spoke)
    } else {
      let main = try mostRecentCommit(of: .main)
      try store(main, in: spoke)
      try store(commit, in: spoke)
      try keepOnly([main.version, commit.version], in: spoke)
    }
  }
}
