/// A check that a repository belongs to the user, or that the user declared it safe.
///
/// libgit2 1.5.1 knows neither `*` nor `dir/*`, so its own check is off and this one replaces it.
///
/// Source: git-config(1), `safe.directory`.
struct Ownership {
  let configuration: Configuration
  let environment: [String: String]

  func verify(_ repository: LocalRepository) throws(GitError) {
    if [repository.workTreePath, repository.gitDirectory].compactMap({ $0 }).allSatisfy(isOwned) {
      return
    }
    // git compares with the work tree, or the git directory of a bare repository.
    let subject = withoutTrailingSlash(repository.workTreePath ?? repository.gitDirectory)
    if try isDeclaredSafe(subject) { return }
    throw GitError(.ownership, "the repository belongs to another user", context: subject)
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
}
