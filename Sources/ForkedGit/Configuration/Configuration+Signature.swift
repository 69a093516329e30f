/// A signature, with a mark if it is a guess for want of configuration.
public struct DefaultSignature: Hashable, Sendable {
  /// The signature.
  public let signature: Signature
  /// True if the name or the address is made up from the user and the host.
  public let isGuessed: Bool
}

/// The roles of git's two identities.
public enum IdentityRole: Hashable, Sendable {
  /// `GIT_AUTHOR_*`.
  case author
  /// `GIT_COMMITTER_*`.
  case committer

  fileprivate var variable: String { self == .author ? "GIT_AUTHOR_" : "GIT_COMMITTER_" }
  fileprivate var section: String { self == .author ? "author" : "committer" }
}

extension Configuration {
  /// The identity of a role, found as in git: from `GIT_AUTHOR_NAME` and the like in the environment, from
  /// `author.name`, `user.name` and `EMAIL`, else from the user and the host.
  ///
  /// Source: git-commit-tree(1), "COMMIT INFORMATION" and "DATE FORMATS".
  ///
  /// - Parameters:
  ///   - role: Author or committer.
  ///   - now: Seconds since 1970, used unless `GIT_AUTHOR_DATE` (or committer's) is set.
  ///   - offsetMinutes: The local offset from UTC, used unless the environment gives one.
  ///   - fallback: The names of the user and the host.
  /// - Throws: Kind `invalid` for a date that cannot be read.
  public func signature(
    _ role: IdentityRole, now: Int64, offsetMinutes: Int, fallback: (user: String, host: String)
  ) throws(GitError) -> DefaultSignature {
    let name = try identity("NAME", "name", role)
    let email = try identity("EMAIL", "email", role) ?? nonEmpty(environment["EMAIL"])
    let date = try explicitDate(role)
    let signature = Signature(
      name: name ?? fallback.user, email: email ?? "\(fallback.user)@\(fallback.host)",
      seconds: date?.seconds ?? now, offsetMinutes: date?.offsetMinutes ?? offsetMinutes)
    return DefaultSignature(signature: signature, isGuessed: name == nil || email == nil)
  }

  /// True if the environment sets the date of a role.
  public func hasExplicitDate(_ role: IdentityRole) -> Bool {
    nonEmpty(environment[role.variable + "DATE"]) != nil
  }

  private func identity(
    _ variable: String, _ key: String, _ role: IdentityRole
  ) throws(GitError) -> String? {
    if let value = nonEmpty(environment[role.variable + variable]) { return value }
    if let value = nonEmpty(try string("\(role.section).\(key)")) { return value }
    return nonEmpty(try string("user.\(key)"))
  }

  private func explicitDate(_ role: IdentityRole) throws(GitError) -> GitDate? {
    guard let text = nonEmpty(environment[role.variable + "DATE"]) else { return nil }
    guard let date = try GitDate(text, environment: environment) else {
      throw GitError(.invalid, "invalid date format", context: text)
    }
    return date
  }

  private func nonEmpty(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }
}
