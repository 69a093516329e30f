extension LocalRepository {
  /// True if a work tree may leave files of its branch out: told by looking for one file, without opening the
  /// repository.
  ///
  /// - Parameters:
  ///   - workTree: the work tree's directory.
  ///   - gitDirectory: the value of `GIT_DIR`; nil: the `.git` in the work tree, a directory or a file that names one.
  /// - Throws: where a file that is there cannot be read.
  public static func mayBeSparse(
    workTree: String, gitDirectory: String?
  ) throws(GitError) -> Bool {
    Files.exists(
      try findGitDirectory(ofWorkTree: workTree, given: gitDirectory) + "/info/sparse-checkout")
  }

  /// The directory in which git notes what it does with a work tree, as far as one file tells.
  ///
  /// - Parameters:
  ///   - workTree: the work tree's directory.
  ///   - given: the value of `GIT_DIR`; nil: the `.git` in the work tree, a directory or a file that names one.
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
