/// A check that a repository belongs to the user, or that the user declared it safe.
///
/// libgit2 1.5.1 knows neither `*` nor `dir/*`, so its own check is off and this one replaces it.
///
/// Source: git-config(1), `safe.directory`.
struct Ownership {
  let configuration: Configuration
  let environment: [String: String]

  func verify(_ repository: LocalRepository) throws(GitError) {
    guard let foreign = foreignDirectory(of: repository) else { return }
    // git compares with the work tree, or the git directory of a bare repository.
    let subject = withoutTrailingSlash(repository.workTreePath ?? repository.gitDirectory)
    if try isDeclaredSafe(subject) { return }
    throw GitError(
      .ownership,
      "the repository belongs to another user; if you trust it, run: "
        + "git config --global --add safe.directory \(shellQuoted(subject))",
      context: foreign)
  }

  /// The directory of a repository that belongs to another user; nil if there is none.
  private func foreignDirectory(of repository: LocalRepository) -> String? {
    [repository.workTreePath, repository.gitDirectory].compactMap { $0 }.first { !isOwned($0) }
  }

  private func isOwned(_ path: String) -> Bool {
    guard let status = try? FileStatus(link: withoutTrailingSlash(path)) else { return true }
    let (owner, user) = (status.userID.rawValue, Machine.userID())
    return owner == user || user == 0 && owner == environment["SUDO_UID"].flatMap(UInt32.init)
  }

  /// True if the configuration of the system, the user or the environment declares a path safe. That of the repository
  /// itself does not count.
  private func isDeclaredSafe(_ path: String) throws(GitError) -> Bool {
    var safe = false
    for value in try configuration.valuesOutsideRepository("safe.directory") {
      switch value {
      case "": safe = false
      case "*": safe = true
      default: safe = safe || covers(configuration.expanded(value), path)
      }
    }
    return safe
  }

  private func covers(_ value: String, _ path: String) -> Bool {
    guard value.hasSuffix("/*") else { return withoutTrailingSlash(value) == path }
    return path.hasPrefix(value.dropLast())
  }

  private func withoutTrailingSlash(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private func shellQuoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "-")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    return plain
      ? path
      : "'"
        + path.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
  }
}
