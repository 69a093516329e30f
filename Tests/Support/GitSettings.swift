/// Git's settings in the environment of the programs that tests run, and of the repositories that they open.
public enum GitSettings {
  /// No maintenance, whose two processes after each commit, merge and push find that there is nothing to do, and no wait
  /// for the disk, which no test can see but those of a power cut.
  public static let usual = variables([
    ("maintenance.auto", "false"), ("receive.autogc", "false"), ("core.fsync", "none"),
  ])

  /// As for users: git keeps its repositories in shape by itself, and waits for the disk.
  public static let none = variables([])

  /// The variables of programs that know nothing but this home, one author, and the usual settings.
  public static func environment(home: String) -> [String: String] {
    [
      "HOME": home, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Ada",
      "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_COMMITTER_NAME": "Ada",
      "GIT_COMMITTER_EMAIL": "ada@example.org",
    ].merging(usual) { $1 }
  }

  /// The variables in which git, and `fork`, read settings.
  private static func variables(_ settings: [(key: String, value: String)]) -> [String: String] {
    settings.enumerated().reduce(into: ["GIT_CONFIG_COUNT": "\(settings.count)"]) {
      $0["GIT_CONFIG_KEY_\($1.offset)"] = $1.element.key
      $0["GIT_CONFIG_VALUE_\($1.offset)"] = $1.element.value
    }
  }
}
