/// Where a configuration value is written.
public enum ConfigurationScope: Hashable, Sendable {
  /// The repository's own file.
  case local
  /// The user's file.
  case global
}

/// A signature, and whether it was made up for want of configuration.
public struct DefaultSignature: Hashable, Sendable {
  /// The signature.
  public let signature: Signature
  /// Whether name or address are only user and host.
  public let isGuessed: Bool
}

/// Which of git's two identities.
public enum IdentityRole: Hashable, Sendable {
  /// `GIT_AUTHOR_*`.
  case author
  /// `GIT_COMMITTER_*`.
  case committer
}

/// git's configuration: system, global, local, work tree and environment, the last winning.
public final class Configuration {
  /// The configuration outside of any repository.
  public static func outsideRepository(
    environment: [String: String]
  ) throws(GitError) -> Configuration { throw .toDo() }

  /// The value that wins; nil where there is none.
  public func string(_ key: String) throws(GitError) -> String? { throw .toDo() }
  /// The value as git reads booleans.
  ///
  /// - Throws: kind `invalid` for a value that is none.
  public func bool(_ key: String) throws(GitError) -> Bool? { throw .toDo() }
  /// The value as git reads integers, with `k`, `m`, `g`.
  ///
  /// - Throws: kind `invalid` for a value that is none.
  public func integer(_ key: String) throws(GitError) -> Int? { throw .toDo() }
  /// All values, in order of precedence, the winning one last.
  public func values(_ key: String) throws(GitError) -> [String] { throw .toDo() }

  /// Sets a value in a scope.
  public func set(
    _ key: String, to value: String, in scope: ConfigurationScope
  ) throws(GitError) { throw .toDo() }
  /// Removes all values of a key in a scope; nothing happens where there are none.
  public func unset(_ key: String, in scope: ConfigurationScope) throws(GitError) { throw .toDo() }

  /// Who acts, as git finds it: `GIT_AUTHOR_NAME` and its like in the environment, `author.name`,
  /// `user.name`, `EMAIL`, else user and host.
  ///
  /// - Parameters:
  ///   - role: Author or committer.
  ///   - now: Seconds since 1970, where `GIT_AUTHOR_DATE` (or committer's) doesn't say.
  ///   - offsetMinutes: The local offset, where the environment doesn't say.
  ///   - fallback: User and host names.
  /// - Throws: kind `invalid` for a date that cannot be read.
  public func signature(
    _ role: IdentityRole, now: Int64, offsetMinutes: Int, fallback: (user: String, host: String)
  ) throws(GitError) -> DefaultSignature { throw .toDo() }

  init() {}
}

extension LocalRepository {
  /// This repository's configuration.
  public func configuration() throws(GitError) -> Configuration { throw .toDo() }
}
