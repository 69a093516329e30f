public import ForkedGit

extension LocalRepository {
  /// Creates a repository without commits.
  ///
  /// - Parameters:
  ///   - path: The work tree's directory, or the git directory of a bare repository; created if missing.
  ///   - bare: True if the new repository has no work tree.
  ///   - initialBranch: The branch that HEAD will name.
  ///   - options: The options for opening it.
  public static func initialize(
    at path: String, bare: Bool, initialBranch: String, options: OpenOptions
  ) throws(GitError) -> LocalRepository {
    let creation = try RepositoryCreation(
      at: path, bare: bare, initialBranch: initialBranch, by: .initialization, options: options)
    creation.finish()
    return creation.repository
  }
}
