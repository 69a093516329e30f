/// Why forks could not do what they were asked. Nothing changed then.
public enum ForkedError: Error, Hashable, Sendable {
  /// There is a fork of that name already.
  case forkExists(Fork)
  /// There is no fork of that name.
  case noSuchFork(Fork)
  /// The hub cannot be deleted.
  case forkIsProtected(Fork)
  /// The fork stores that version already, or a later one.
  case versionExists(Version, Fork)
  /// The fork does not store that version.
  case noSuchVersion(Version, Fork)
  /// There is no file to store in or load from.
  case noManagedFile
  /// What stands in a file is not what was stored there.
  case damagedFile(path: String, reason: String)
}

extension ForkedError: CustomStringConvertible {
  /// What happened, in one line.
  public var description: String {
    switch self {
    case .forkExists(let fork): "there is a fork '\(fork)' already"
    case .noSuchFork(let fork): "there is no fork '\(fork)'"
    case .forkIsProtected(let fork): "the fork '\(fork)' cannot be deleted"
    case .versionExists(let version, let fork):
      "the fork '\(fork)' has version \(version.count) already, or a later one"
    case .noSuchVersion(let version, let fork):
      "the fork '\(fork)' does not store version \(version.count)"
    case .noManagedFile: "the repository was made without a file"
    case .damagedFile(let path, let reason): "'\(path)' is damaged: \(reason)"
    }
  }
}
