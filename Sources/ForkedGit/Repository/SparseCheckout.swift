extension LocalRepository {
  /// True if a work tree may be a sparse checkout. One file tells, so the repository is not opened.
  ///
  /// - Parameters:
  ///   - workTree: The work tree's directory.
  ///   - gitDirectory: The value of `GIT_DIR`; nil for the `.git` in the work tree, a directory or a file that names
  ///     one.
  /// - Throws: If a file exists and cannot be read.
  public static func mayBeSparse(
    workTree: String, gitDirectory: String?
  ) throws(GitError) -> Bool {
    Files.exists(
      try findGitDirectory(ofWorkTree: workTree, given: gitDirectory) + "/info/sparse-checkout")
  }

  /// The git directory of a work tree, found without opening the repository.
  ///
  /// - Parameters:
  ///   - workTree: The work tree's directory.
  ///   - given: The value of `GIT_DIR`; nil for the `.git` in the work tree, a directory or a file that names one.
  static func findGitDirectory(
    ofWorkTree workTree: String, given: String?
  ) throws(GitError) -> String {
    let path = absolute(given ?? ".git", in: workTree)
    guard given == nil, !Files.exists(path + "/HEAD"), let link = try Files.read(path),
      link.starts(with: "gitdir: ".utf8)
    else { return path }
    let target = link.dropFirst("gitdir: ".utf8.count).prefix { $0 != 0x0A }
    return absolute(String(decoding: target, as: UTF8.self), in: workTree)
  }

  private static func absolute(_ path: String, in directory: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : directory + "/" + path
  }
}
