import Glibc

extension Races {
  /// Commands that write; the last two are of git.
  private static let writers: [Step] = [
    .fork("switch", "ui"), .fork("switch", "--create", "other"), .fork("update"),
    .fork("update", "a.json", "--set", "/count=7"), .fork("update", "n.json", input: "1"),
    .fork("merge", "ahead"), .fork("merge", "ui"), .fork("sync", "--all"),
    .fork("reset", "--to", "old"), .fork("undo"), .fork("revert", "HEAD"),
    .fork("remove", "b.json"), .fork("restore", "a.json", "--at", "old"),
    .fork("rename-document", "c/d.json", "e/d.json"), .fork("create", "fresh"),
    .fork("delete", "device", "--force"), .fork("rename", "side", "sides"),
    .fork("batch", input: #"{"op":"update","document":"z.json","value":1}"#),
    .git("commit", "-q", "--allow-empty", "-m", "plain"), .git("switch", "-q", "side"),
  ]

  /// Each pair of commands that write, at the same time: every one that ended well has done its work, and nothing is left
  /// that no version has.
  func pairs(_ place: Place) -> [String] {
    let origin = Place(context.surroundings, at: context.surroundings.directory + "/pairs")
    prepare(origin, Scene.tree.steps)
    var problems: [String] = []
    for (index, first) in Self.writers.enumerated() {
      for second in Self.writers[index...] {
        place.copy(origin)
        let found = race(first, second, place)
        problems += found.map { "'\(first.description)' and '\(second.description)': \($0)" }
      }
    }
    return problems
  }

  private func race(_ first: Step, _ second: Step, _ place: Place) -> [String] {
    let saved = place.scene + "/repo/saved.json"
    Files.write("{}\n", to: saved)
    let streams = place.path + "/other"
    Files.make(streams)
    guard let other = place.child(second).start(streams: streams) else { return ["cannot start"] }
    let results = [
      place.run(first),
      Child.Result(
        end: Child.wait(for: other), output: Files.text(streams + "/output"),
        errors: Files.text(streams + "/errors")),
    ]
    var problems: [String] = []
    for (step, result) in zip([first, second], results) {
      if result.crash != nil { problems.append(result.summary) }
      guard result.isDone, step.words.contains("n.json") || step.words[1] == "batch" else {
        continue
      }
      let name = step.words[1] == "batch" ? "z.json" : "n.json"
      let versions = place.run(.git("log", "--all", "--reflog", "--format=%h", "--", name))
      if versions.output.isEmpty { problems.append("\(name) was acknowledged, and is lost") }
    }
    unlink(saved)
    place.run(.git("checkout", "-q", "--", "saved.json"))
    return problems + check(place)
  }
}
