import Testing

@Suite("a history with a commit graph")
struct LongHistoryTests {
  /// 60 versions. Every sixth changes `d.json`, the others other documents.
  private static let script = """
    for number in $(seq 60); do
      name=d; [ $((number % 6)) = 0 ] || name=e$((number % 6))
      text="{\\"title\\":\\"$((number / 20))\\",\\"count\\":$number}"
      printf 'commit refs/heads/main\\ncommitter C <c@d> %d +0000\\ndata 1\\nm\\n' $((1000 + number))
      printf 'M 644 inline %s.json\\ndata %d\\n%s\\n' $name ${#text} "$text"
    done | git -c fastimport.unpackLimit=10000 fast-import --quiet
    git commit-graph write --reachable --changed-paths
    """

  /// Removes each commit that leaves `d.json` alone, and its tree if the next commit leaves it alone too.
  private static let removal = """
    needed=$(git log --format='%H %T' main -- d.json
      git log --format=%P main -- d.json | xargs git log --no-walk --format=%T)
    for id in $(git log --format='%H %T' main~1); do
      case "$needed" in *$id*) ;; *) rm objects/${id%${id#??}}/${id#??}; echo removed;; esac
    done
    """

  @Test(
    "log and blame read only the versions in which the document changed",
    arguments: [
      ["log", "d.json"], ["log", "d.json#/title"], ["blame", "d.json"], ["blame", "d.json#/title"],
    ])
  func reads(command: [String]) async throws {
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", "--bare", "-b", "main", "data", in: ".").succeed()
    try await sandbox.run("bash", ["-ec", Self.script], in: "data").succeed()
    let whole = try await sandbox.run("fork", command + ["--json"], in: "data").succeed()
    #expect(whole.text.contains("commit"))
    let removed = try await sandbox.run("bash", ["-c", Self.removal], in: "data").succeed()
    #expect(removed.lines.count > 80)
    let sparse = try await sandbox.run("fork", command + ["--json"], in: "data").succeed()
    #expect(sparse.text == whole.text)
  }
}
