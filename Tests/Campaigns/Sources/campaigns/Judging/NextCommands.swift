/// The commands that must work in a repository without anyone cleaning up after a command that was killed or failed.
enum NextCommands {
  /// Commands that leave the forks of the scenes alone, by turns the first after a kill.
  static let first: [Step] = [
    .fork("status"), .fork("list"),
    .fork("update", "next.json", "--fork", "probe", input: "{}"),
    .fork("create", "probed"), .fork("get", "next.json", "--fork", "probe"),
    .fork("delete", "spare", "--force"), .fork("undo", "--list"),
    .fork("batch", input: #"{"op":"update","document":"n.json","value":1,"fork":"probe"}"#),
    .fork("rename-document", "c/d.json", "c/e.json", "--fork", "probe"),
    .fork("merge", "spare", "--into", "probe"), .fork("verify", "--repair"),
  ]

  /// Runs one command of each kind, and says which did not do its work.
  static func problems(in place: Place, of scenario: Scenario) -> [String] {
    let scene = scenario.scene
    var steps: [Step] = [
      .fork("update", "later.json", "--fork", "side", input: "1"),
      .fork("merge", "side", "--into", "old"), .fork("create", "later"),
      .fork("rename", "later", "latest"), .fork("delete", "latest"), .fork("undo"), .fork("undo"),
      .fork("update", "last.json", input: "1"),
      .git("branch", "plain"), .git("branch", "-D", "plain"),
    ]
    if scene != .bare { steps.append(.git("commit", "-q", "--allow-empty", "-m", "plain")) }
    if scene == .linked { steps.append(.fork("update", "x.json", "--fork", "ui", input: "1")) }
    if scene == .remote, scenario.name != "remote remove" {
      steps += [.fork("exchange"), .fork("verify", "--repair", in: "remote.git")]
    }
    steps += [.fork("verify", "--repair"), .fork("verify")]
    for step in steps {
      let result = place.run(step)
      if !result.isDone { return ["then '\(step.description)': \(result.summary)"] }
    }
    let left = Snapshot(place, asksGit: false).temporary
    return left.map { "\($0) is left over, even after 'fork verify --repair'" }
  }
}
