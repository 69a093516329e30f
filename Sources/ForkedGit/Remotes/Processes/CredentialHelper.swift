/// git's credential helpers, which libgit2 does not run.
///
/// Credentials go only to the server and back to the helpers. Source: git-credential(1).
final class CredentialHelper {
  private let url: RemoteURL
  private let repository: LocalRepository
  private var filled: Credential?

  struct Credential {
    var username: String
    var password: String
    /// The whole output of `git credential fill`, which is passed back to the helpers.
    fileprivate var description: String
  }

  init(for url: RemoteURL, in repository: LocalRepository) {
    self.url = url
    self.repository = repository
  }

  /// The credentials for the server, from the helpers or from the user, whom git asks.
  ///
  /// - Throws: Kind `untrusted` if the credentials from an earlier call were refused, or there are none.
  func fill() throws(GitError) -> Credential {
    if let refused = filled {
      try run("reject", refused.description)
      filled = nil
      throw GitError(
        .untrusted, "the server refused the credentials of '\(refused.username)'",
        context: url.shown)
    }
    let outcome = try run("fill", "url=\(url.text)\n\n")
    guard outcome.status == 0, let credential = Credential(parsing: outcome.output) else {
      let reason = outcome.errors.split(separator: "\n").last.map { ": \($0)" } ?? ""
      throw GitError(
        .untrusted, "the server asks for credentials, and git has none\(reason)",
        context: url.shown)
    }
    filled = credential
    return credential
  }

  /// Tells the helpers that the server accepted the credentials.
  func approve() throws(GitError) {
    if let filled { try run("approve", filled.description) }
  }

  /// Tells the helpers that the server refused the credentials.
  func reject() throws(GitError) {
    if let filled { try run("reject", filled.description) }
    filled = nil
  }

  @discardableResult
  private func run(_ action: String, _ input: String) throws(GitError) -> ChildProcess.Outcome {
    let directory = repository.workTreePath ?? repository.gitDirectory
    do throws(GitError) {
      return try ChildProcess.run(
        ["git", "-C", directory, "credential", action],
        environment: repository.settings.environment, input: Array(input.utf8))
    } catch  where error.kind == .notFound {
      throw GitError(
        .untrusted,
        "the server asks for credentials, and git, whose helpers keep them, is not installed",
        context: url.shown)
    }
  }
}

extension CredentialHelper.Credential {
  fileprivate init?(parsing text: String) {
    var values: [Substring: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { values[parts[0]] = String(parts[1]) }
    }
    guard let username = values["username"], let password = values["password"] else { return nil }
    self.init(username: username, password: password, description: text + "\n")
  }
}
