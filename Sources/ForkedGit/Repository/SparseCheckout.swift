/// The paths that a sparse checkout has in its work tree.
///
/// Source: git-sparse-checkout(1), "INTERNALS", and gitignore(5) for the patterns.
struct SparseCheckout {
  private struct Pattern {
    var text: String
    var excludes = false
    var isOfDirectories = false
    /// True if it is matched with the whole path, otherwise with the last name alone.
    var isAnchored: Bool

    init?(_ line: Substring) {
      var rest = line.hasSuffix("\r") ? line.dropLast() : line
      if rest.hasPrefix("#") || rest.isEmpty { return nil }
      if rest.hasPrefix("!") { (rest, excludes) = (rest.dropFirst(), true) }
      if rest.hasSuffix("/") { (rest, isOfDirectories) = (rest.dropLast(), true) }
      isAnchored = rest.contains("/")
      text = String(rest.hasPrefix("/") ? rest.dropFirst() : rest)
    }

    func matches(_ path: TreePath, isDirectory: Bool) -> Bool {
      if isOfDirectories, !isDirectory { return false }
      guard isAnchored else {
        return fnmatch(text, String(decoding: path.name, as: UTF8.self), isPath: false)
      }
      let crossesDirectories = text.contains("**")
      let texts = crossesDirectories ? [text, text.replacing("**/", with: "")] : [text]
      return texts.contains { fnmatch($0, path.description, isPath: !crossesDirectories) }
    }
  }

  private let patterns: [Pattern]

  /// Reads the patterns; nil if the checkout is not sparse.
  init?(of repository: LocalRepository) throws(GitError) {
    guard try repository.settings.bool("core.sparseCheckout") == true,
      let bytes = try Files.read(repository.gitDirectory + "info/sparse-checkout")
    else { return nil }
    patterns = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap(Pattern.init)
  }

  /// True if a file belongs to the work tree: the last pattern decides that matches it, or else its closest directory.
  func includes(_ path: TreePath) -> Bool {
    var (place, isDirectory) = (path, false)
    while !place.isRoot {
      if let pattern = patterns.last(where: { $0.matches(place, isDirectory: isDirectory) }) {
        return !pattern.excludes
      }
      place = place.parent
      isDirectory = true
    }
    return false
  }
}

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
    let path = absolute(given ?? ".git", relativeTo: workTree)
    guard given == nil, !Files.exists(path + "/HEAD"), let link = try Files.read(path),
      link.starts(with: "gitdir: ".utf8)
    else { return path }
    let target = link.dropFirst("gitdir: ".utf8.count).prefix { $0 != 0x0A }
    return absolute(String(decoding: target, as: UTF8.self), relativeTo: workTree)
  }
}
