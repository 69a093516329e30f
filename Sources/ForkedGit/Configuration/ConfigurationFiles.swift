import CLibgit2

/// Which files outside of a repository git would read in an environment.
///
/// Source: git-config(1), "FILES" and "ENVIRONMENT".
struct ConfigurationFiles {
  let paths: [(git_config_level_t, String)]

  init(environment: [String: String]) {
    var paths: [(git_config_level_t, String)] = []
    if !Self.isTrue(environment["GIT_CONFIG_NOSYSTEM"]) {
      let system = environment["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig"
      paths.append((GIT_CONFIG_LEVEL_SYSTEM, system))
    }
    if let global = environment["GIT_CONFIG_GLOBAL"] {
      paths.append((GIT_CONFIG_LEVEL_GLOBAL, global))
    } else {
      paths += Self.userFiles(environment)
    }
    self.paths = paths.filter { !$0.1.isEmpty }
  }

  private static func userFiles(
    _ environment: [String: String]
  ) -> [(git_config_level_t, String)] {
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let base = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let xdg = (base ?? home.map { $0 + "/.config" }).map { $0 + "/git/config" }
    return [
      xdg.map { (GIT_CONFIG_LEVEL_XDG, $0) },
      home.map { (GIT_CONFIG_LEVEL_GLOBAL, $0 + "/.gitconfig") },
    ].compactMap { $0 }
  }

  private static func isTrue(_ value: String?) -> Bool {
    guard let value else { return false }
    return !["", "0", "false", "no", "off"].contains(value.lowercased())
  }
}
