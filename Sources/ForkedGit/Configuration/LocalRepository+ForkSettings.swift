public import Forked

extension LocalRepository {
  /// Renames the section `branch.<name>` of the configuration, where there is one.
  ///
  /// - Throws: kind `locked`, `io` or `permission`.
  public func renameSettings(of fork: Fork, to newName: Fork) throws(GitError) {
    try settings.renameSection("branch", from: fork.name, to: newName.name)
    try removeEmptySections([(section: "branch", subsection: fork.name)])
  }
}
