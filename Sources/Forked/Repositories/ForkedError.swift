/// An error of forks and their repositories. Nothing is changed when it is thrown.
public enum ForkedError: Error, Hashable, Sendable {
  /// A fork of that name exists already.
  case attemptToCreateExistingFork(Fork)
  /// There is no fork of that name.
  case attemptToAccessNonExistentFork(Fork)
  /// Main cannot be deleted.
  case attemptToDeleteProtectedFork(Fork)
  /// The fork stores that version already, or a later one.
  case attemptToReplaceExistingVersion(Version, Fork)
  /// The fork does not store that version.
  case attemptToAccessNonExistentVersion(Version, Fork)
  /// The repository has no file to store in or to load from.
  case noManagedFile
  /// The contents of a file are not those that were stored.
  case damagedFile(path: String, reason: String)
}

/// Short names of the cases.
extension ForkedError {
  /// ``attemptToCreateExistingFork(_:)``.
  public static func forkExists(_ fork: Fork) -> Self { .attemptToCreateExistingFork(fork) }

  /// ``attemptToAccessNonExistentFork(_:)``.
  public static func noSuchFork(_ fork: Fork) -> Self { .attemptToAccessNonExistentFork(fork) }

  /// ``attemptToDeleteProtectedFork(_:)``.
  public static func forkIsProtected(_ fork: Fork) -> Self { .attemptToDeleteProtectedFork(fork) }

  /// ``attemptToReplaceExistingVersion(_:_:)``.
  public static func versionExists(_ version: Version, _ fork: Fork) -> Self {
    .attemptToReplaceExistingVersion(version, fork)
  }

  /// ``attemptToAccessNonExistentVersion(_:_:)``.
  public static func noSuchVersion(_ version: Version, _ fork: Fork) -> Self {
    .attemptToAccessNonExistentVersion(version, fork)
  }
}

extension ForkedError: CustomStringConvertible {
  /// The problem, in one line.
  public var description: String {
    switch self {
    case .attemptToCreateExistingFork(let fork): "fork '\(fork)' already exists"
    case .attemptToAccessNonExistentFork(let fork): "there is no fork '\(fork)'"
    case .attemptToDeleteProtectedFork(let fork): "the fork '\(fork)' cannot be deleted"
    case .attemptToReplaceExistingVersion(let version, let fork):
      "the fork '\(fork)' has version \(version.count) already, or a later one"
    case .attemptToAccessNonExistentVersion(let version, let fork):
      "the fork '\(fork)' does not store version \(version.count)"
    case .noManagedFile: "the repository was made without a file"
    case .damagedFile(let path, let reason): "'\(path)' is damaged: \(reason)"
    }
  }
}
