public import ForkedGit

/// The remotes of a repository.
public struct RemotesReport: Report {
  /// One remote.
  public struct Listed: Sendable {
    /// The name.
    public var name: String
    /// The address; nil for a remote that is never connected to.
    public var remote: Remote?
    /// The reason why it is never connected to.
    public var problem: String?
  }

  /// The remotes, ordered by name.
  public var remotes: [Listed]

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .array(
      remotes.map { listed in
        .object([
          "remote": listed.name, "url": listed.remote?.url.shown,
          "pushURL": listed.remote.flatMap {
            $0.pushURL == $0.url ? nil : $0.pushURL.shown
          },
          "problem": listed.problem,
        ])
      })
  }
}

extension DocumentStore {
  /// Returns the remotes that the configuration names.
  public func listRemotes() throws -> RemotesReport {
    RemotesReport(remotes: try repository.remoteNames().map(listed))
  }

  /// Returns one remote. A bad address is its `problem`: the others can be listed, and it can be removed.
  private func listed(_ name: String) throws -> RemotesReport.Listed {
    do {
      return RemotesReport.Listed(name: name, remote: try repository.remote(named: name))
    } catch {
      guard [.unsupported, .invalid].contains(error.kind) else { throw error }
      return RemotesReport.Listed(name: name, problem: StoreError(translating: error).message)
    }
  }

  /// Adds a remote to the configuration. It is not connected to.
  ///
  /// - Parameters:
  ///   - name: the name, of letters, digits, `.`, `-` and `_`.
  ///   - url: a path, or an address of `file`, `ssh`, `http`, `https` or `git`.
  /// - Throws: kind `cannotCreate` if there is a remote of that name, `usage` for a bad name or address.
  public func addRemote(named name: String, url: String) throws -> RemotesReport {
    let address = try Self.remoteURL(url)
    guard name.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_.\-]*/) != nil, !name.hasSuffix(".lock"),
      !name.contains("..")
    else {
      throw StoreError(
        .usage, "'\(name)' cannot be the name of a remote",
        hint: "a name has letters, digits, '.', '-' and '_'")
    }
    guard try !repository.remoteNames().contains(name) else {
      throw StoreError(
        .cannotCreate, "a remote '\(name)' already exists",
        hint: "'\(programName) remote remove \(name.shellWord)' removes it")
    }
    let absolute = try address.relative(to: environment.workingDirectory)
    try repository.addRemote(named: name, url: absolute.text)
    return RemotesReport(remotes: [.init(name: name, remote: Remote(name: name, url: absolute))])
  }

  /// Removes a remote from the configuration, with the recorded commits of its forks. Nothing changes at the remote.
  ///
  /// - Throws: kind `notFound` if there is no remote of that name.
  public func removeRemote(named name: String) throws -> RemotesReport {
    guard try repository.remoteNames().contains(name) else { throw noSuchRemote(name) }
    let remote = try listed(name)
    try repository.removeRemote(named: name)
    for fork in try sharedForks(with: name) { try rememberShared(fork, with: name, at: nil) }
    return RemotesReport(remotes: [remote])
  }

  /// Returns the remote address that the user wrote.
  ///
  /// - Throws: kind `usage` for one that is never connected to.
  static func remoteURL(_ text: String) throws -> RemoteURL {
    do throws(GitError) {
      return try RemoteURL(text)
    } catch {
      throw StoreError(
        .usage, error.description,
        hint: "write a path, user@host:path, or an address that begins with ssh:// or https://")
    }
  }
}
