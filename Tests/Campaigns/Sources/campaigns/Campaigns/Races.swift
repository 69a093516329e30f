import Glibc

/// Processes that change one repository at the same time: nothing that was acknowledged is lost.
struct Races {
  static let name = "races"

  /// Rounds of each kind at a share of 1.
  private static let rounds = 30
  private static let documents = 2_000

  let context: Context

  func run() {
    let count = max(1, Int(Double(Self.rounds) * min(1, context.options.share)))
    for round in 0..<count {
      for (kind, body) in [("editor", editor), ("hook", hook), ("pairs", pairs)]
      where context.options.only.isEmpty || kind.contains(context.options.only) {
        let place = context.place(0)
        var problems = body(place)
        problems += check(place)
        context.keep(place, "\(kind) \(round)", problems)
        context.tally.count(Self.name, "\(kind) beside the other, round \(round)", problems)
      }
    }
  }

  /// Each command that writes, beside a `git commit` that holds the lock of the index while its hook runs: what was
  /// committed stays on its fork, and nothing is left that no version has.
  private func hook(_ place: Place) -> [String] {
    let commands: [Step] = [
      .fork("switch", "ui"), .fork("switch", "--create", "other"), .fork("update"),
      .fork("update", "n.json", input: "1"), .fork("merge", "ui"), .fork("reset", "--to", "HEAD"),
      .fork("sync", "--all"), .fork("undo"), .fork("revert", "HEAD"),
      .fork("remove", "a.json#/x"), .fork("restore", "a.json", "--at", "HEAD"),
    ]
    return commands.flatMap { command -> [String] in
      prepare(place, Scene.tree.steps)
      let hook = place.scene + "/repo/.git/hooks/pre-commit"
      Files.write("#!/bin/sh\n: > ../holding\nsleep 0.3\n", to: hook)
      chmod(hook, 0o755)
      Files.write("{\"hook\": true}\n", to: place.scene + "/repo/hook.json")
      Files.make("\(place.path)/commits")
      let script =
        "git add hook.json; git commit -q -m hook -- hook.json; git rev-parse HEAD >> ../commit"
      let commit = place.child(Step(words: ["sh", "-c", script]))
        .start(streams: "\(place.path)/commits")
      while !Files.exists(place.scene + "/holding"), let commit, kill(commit, 0) == 0 {
        usleep(1_000)
      }
      place.run(command)
      if let commit { _ = Child.wait(for: commit) }
      unlink(hook)
      let holders = place.run(.git("log", "--all", "--format=%s", "--", "hook.json")).output
      let staged = place.run(.git("diff", "--cached", "--name-only")).output
      var problems = staged.isEmpty ? [] : ["\(command.description): left staged: \(staged)"]
      if !holders.contains("hook") {
        problems.append("\(command.description): the commit beside it is lost")
      }
      return problems
    }
  }

  /// An editor saves files while a merge of many documents writes others: what it saved stays.
  private func editor(_ place: Place) -> [String] {
    prepare(place, Scene.tree.steps)
    let lines = (0..<Self.documents).map {
      #"{"op":"update","document":"many/\#($0).json","value":{"n":0},"fork":"FORK"}"#
    }.joined(separator: "\n")
    let theirs = lines.replacing(#"{"n":0}"#, with: #"{"n":1}"#)
    prepare(
      place,
      [
        Step(words: ["fork", "batch", "--atomic"], input: lines.replacing("FORK", with: "main")),
        .fork("create", "many"),
        Step(words: ["fork", "batch", "--atomic"], input: theirs.replacing("FORK", with: "many")),
      ], isNew: false)
    guard let merge = place.child(.fork("merge", "many")).start(streams: place.path) else {
      return ["cannot start the merge"]
    }
    var numbers = SeededGenerator(drawnFrom: context.options.seed)
    var saved: [String: String] = [:]
    var status: Int32 = 0
    while waitpid(merge, &status, WNOHANG) == 0 {
      let path = "\(place.scene)/repo/many/\(numbers.below(Self.documents)).json"
      let text = #"{"saved":\#(saved.count)}"#
      Files.write(text, to: path)
      saved[path] = text
      usleep(2_000)
    }
    let lost = saved.filter { Files.text($0.key) != $0.value }
    for (path, _) in saved { place.run(.git("checkout", "-q", "--", path)) }
    return lost.map { "\($0.key) was saved as \($0.value), and holds \(Files.text($0.key))" }
  }

  func prepare(_ place: Place, _ steps: [Step], isNew: Bool = true) {
    if isNew { place.clear() }
    do { try place.perform(steps, for: Self.name) } catch {
      context.tally.count(Self.name, "preparing", ["\(error)"])
    }
  }

  func check(_ place: Place) -> [String] {
    var problems: [String] = []
    for step: Step in [.git("fsck", "--strict", "--no-dangling"), .fork("verify")] {
      let result = place.run(step)
      guard !result.isDone else { continue }
      problems.append("\(step.description): \(result.output) \(result.summary)")
    }
    let status = place.run(.git("status", "--porcelain"))
    if !status.output.isEmpty { problems.append("git status: \(status.output.prefix(200))") }
    return problems
  }
}
