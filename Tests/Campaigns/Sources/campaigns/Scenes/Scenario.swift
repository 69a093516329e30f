/// A command under test, in a scene.
struct Scenario: Sendable {
  let name: String
  let scene: Scene
  /// The steps in the scene before it.
  var before: [Step] = []
  let step: Step
  /// True if it makes several versions, one after another, each of which stands for itself.
  var isStepwise = false
  /// The message with which it may refuse to do again what it did: a document that a line of a batch removed is gone.
  var refusal: String?
  /// The names of repositories that it makes; these need not be there after a failure.
  var makes: [String] = []

  var key: String { "\(name) (\(scene.rawValue))" }

  /// True if other commands may follow it: its repository is there before it, and is one of documents.
  var isFollowed: Bool { makes.isEmpty && scene != .plain && scene != .merging }

  private func refusing(_ message: String) -> Scenario {
    var copy = self
    copy.refusal = message
    return copy
  }
}

extension Scenario {
  /// All commands.
  static var all: [Scenario] {
    documents + merges + histories + forks + scripts + remotes + beginnings + git
  }

  private static func each(
    _ scenes: [Scene], _ name: String, _ words: String..., input: String = "",
    isStepwise: Bool = false
  ) -> [Scenario] {
    scenes.map { scene in
      let step = Step(words: ["fork"] + words, input: input)
      return Scenario(name: name, scene: scene, step: step, isStepwise: isStepwise)
    }
  }

  private static let usual: [Scene] = [.bare, .tree, .edited]
  private static let both: [Scene] = [.bare, .tree]

  private static var documents: [Scenario] {
    each(usual, "update new", "update", "n/new.json", input: #"{"new":true}"#)
      + each(usual, "update changed", "update", "a.json", "--set", #"/title="B""#)
      + each(
        [.bare, .tree, .linked], "update fork",
        "update", "a.json", "--fork", "ui", "--unset", "/tags")
      + each([.saved], "update work tree", "update")
      + each(usual, "remove", "remove", "b.json", "c/d.json")
      + each(usual, "rename-document", "rename-document", "c/d.json", "e/f/g.json")
      + each(both, "restore", "restore", "a.json", "--at", "old")
      + each(both, "restore property", "restore", "a.json#/title", "--at", "old")
  }

  private static var merges: [Scenario] {
    each(usual, "merge fast-forward", "merge", "ahead")
      + each(both + [.edited, .linked], "merge", "merge", "ui")
      + each(both, "merge conflict", "merge", "device", "ui")
      + each(both, "merge conflict fails", "merge", "device", "--on-conflict", "fail")
      + each(both, "merge into", "merge", "main", "--into", "ui")
      + each([.linked], "merge into linked", "merge", "main", "--into", "ui")
      + each(both, "merge all", "merge", "--all")
      + each(both + [.linked], "sync", "sync", "ui", "device", isStepwise: true)
      + each(both, "sync all", "sync", "--all", isStepwise: true)
  }

  private static var histories: [Scenario] {
    let undo = Step.fork("undo")
    let commands =
      documents.filter { ["update new", "update changed", "remove"].contains($0.name) }
      + merges.filter { ["merge", "merge fast-forward", "sync all"].contains($0.name) }
      + forks.filter { !$0.name.hasPrefix("switch") } + scripts.filter { $0.name == "batch atomic" }
      + each(both, "revert", "revert", "main~1")
    let undone = commands.filter { $0.scene != .edited }.flatMap { command in
      [
        Scenario(
          name: "undo \(command.name)", scene: command.scene, before: [command.step], step: undo),
        Scenario(
          name: "redo \(command.name)", scene: command.scene, before: [command.step, undo],
          step: .fork("undo", "--redo")),
      ]
    }
    return undone + each(both, "reset", "reset", "--to", "old")
      + each(both, "reset fork", "reset", "ui", "--to", "main")
      + each(both + [.edited], "revert", "revert", "main~1")
  }

  private static var forks: [Scenario] {
    each(both, "create", "create", "fresh", "--from", "ui")
      + each(both, "delete", "delete", "device", "--force")
      + each(both, "rename", "rename", "device", "device/two")
      + each(both, "rename current", "rename", "main", "trunk")
      + each(usual, "switch", "switch", "ui")
      + [
        Scenario(
          name: "switch remote", scene: .remote, before: [.git("fetch", "-q", "origin")],
          step: .fork("switch", "far"))
      ]
      + each([.tree], "switch new", "switch", "--create", "other")
  }

  /// More objects than are stored loose.
  private static let many = (0..<60).map {
    #"{"op":"update","document":"many/\#($0 % 7)/\#($0).json","value":\#($0)}"#
  }.joined(separator: "\n")

  private static var scripts: [Scenario] {
    let lines = """
      {"op":"update","document":"a.json","set":{"/count":9}}
      {"op":"update","document":"z.json","value":{"z":1},"fork":"ui"}
      {"op":"remove","document":"b.json","fork":"side"}
      {"op":"merge","from":["ahead"],"into":"old"}

      """
    return each(usual, "batch", "batch", input: lines, isStepwise: true)
      .map { $0.refusing("there is no such document") }
      + each(usual, "batch atomic", "batch", "--atomic", input: lines)
      + each(both, "batch many", "batch", "--atomic", input: many)
      + each([.tree], "verify --repair", "verify", "--repair", isStepwise: true)
  }

  private static var remotes: [Scenario] {
    each([.remote], "exchange", "exchange", isStepwise: true)
      + each([.remote], "exchange all", "exchange", "--all", isStepwise: true)
      + each([.remote], "push", "push", "origin", "ui", isStepwise: true)
      + each([.remote], "pull", "pull", isStepwise: true)
      + each([.remote], "fetch", "fetch", isStepwise: true)
      + each([.remote], "remote add", "remote", "add", "other", "../remote.git")
      + each([.remote], "remote remove", "remote", "remove", "origin", isStepwise: true)
      .map { $0.refusing("there is no remote 'origin'") }
  }

  private static var beginnings: [Scenario] {
    func make(_ name: String, _ scene: Scene, _ words: String...) -> Scenario {
      Scenario(
        name: name, scene: scene, step: Step(words: ["fork"] + words, directory: "."),
        isStepwise: true, makes: ["new"])
    }
    return [
      make("init", .empty, "init", "new"), make("init bare", .empty, "init", "--bare", "new"),
      make("clone", .remote, "clone", "remote.git", "new"),
      make("clone bare", .remote, "clone", "--bare", "remote.git", "new"),
    ]
      + each([.plain], "init in git", "init", isStepwise: true)
      + each([.plain], "install", "install", "--diff", isStepwise: true)
      + each([.plain, .tree], "install team", "install", "--team", isStepwise: true)
      + each([.plain], "install global", "install", "--global", isStepwise: true)
      + each([.tree], "uninstall", "uninstall", isStepwise: true)
      + [
        Scenario(
          name: "init 300 files", scene: .plain, before: [files], step: .fork("init"),
          isStepwise: true)
      ]
  }

  private static let files = Step(words: [
    "sh", "-c",
    "for n in $(seq 300); do echo $n > $n.json; done; git add . && git commit -qm many",
  ])

  private static var git: [Scenario] {
    [
      Scenario(
        name: "resolve", scene: .merging, step: .fork("resolve", "--take", "ours"),
        isStepwise: true),
      Scenario(
        name: "resolve -i", scene: .merging,
        step: .fork("resolve", "-i", input: String(repeating: "o\n", count: 20)),
        isStepwise: true),
      Scenario(
        name: "git merge", scene: .plain, before: [.fork("install")],
        step: .git("merge", "-q", "--no-edit", "ui"), isStepwise: true),
    ]
  }
}
