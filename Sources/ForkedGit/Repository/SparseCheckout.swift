extension LocalRepository {
  /// Whether a work tree may leave files of its branch out: told by looking for one file, without opening the
  /// repository.
  ///
  /// - Parameters:
  ///   - workTree: the work tree's directory.
  ///   - gitDirectory: the value of `GIT_DIR`; nil: the `.git` in the work tree, a directory or a file that names one.
  /// - Throws: where a file that is there cannot be read.
  public static func mayBeSparse(
    workTree: String, gitDirectory: String?
  ) throws(GitError) -> Bool {
    let given = gitDirectory ?? ".git"
    let path = given.hasPrefix("/") ? given : workTree + "/" + given
    if Files.exists(path + "/info/sparse-checkout") { return true }
    guard gitDirectory == nil, !Files.exists(path + "/HEAD"), let link = try Files.read(path),
      link.starts(with: "gitdir: ".utf8)
    else { return false }
    let target = String(
      decoding: link.dropFirst("gitdir: ".utf8.count).prefix { $0 != 0x0A }, as: UTF8.self)
    let directory = target.hasPrefix("/") ? target : workTree + "/" + target
    return Files.exists(directory + "/info/sparse-checkout")
  }
}
