public import Forked

extension LocalRepository {
  /// The hub: `fork.main` of the configuration, else the remote's HEAD, else `init.defaultBranch`, else `main` or
  /// `master`, whichever is there, else the current fork.
  ///
  /// - Throws: ``InvalidForkName`` where the configuration names what no fork can be called.
  public func mainFork() throws -> Fork {
    if let name = try settings.string("fork.main") { return try Fork(validating: name) }
    let candidates = [
      try headOfRemote()?.name, try settings.string("init.defaultBranch"), "main", "master",
    ]
    for name in candidates.compactMap({ $0 }) {
      let fork = try Fork(validating: name)
      if try tip(of: fork) != nil { return fork }
    }
    return try head().fork ?? .main
  }

  /// The fork that HEAD names on `origin`, or on the only remote.
  private func headOfRemote() throws(GitError) -> Fork? {
    let names = try remoteNames()
    guard let name = names.contains("origin") ? "origin" : names.count == 1 ? names[0] : nil else {
      return nil
    }
    return try head(ofRemote: name)
  }
}
