/// The repositories that a command begins with.
///
/// `main` is current. `ahead` is `main` and one version more, `ui` and `device` have changed the same properties as `main`
/// and others, `side` adds documents, `old` stands at the first version, `manual` is as `ui` with a conflict that nobody
/// decides; `probe` and `spare` are there for what comes after.
enum Scene: String, CaseIterable, Sendable {
  /// No work tree.
  case bare
  /// A work tree without uncommitted changes.
  case tree
  /// The same with uncommitted changes in documents that no command concerns, and a file that is no document.
  case edited
  /// Uncommitted changes that `fork update` is to record.
  case saved
  /// A work tree with another one that shows `ui`.
  case linked
  /// `tree` beside `remote.git`, which has `main`, `ui` and `side` at other versions.
  case remote
  /// git is in the middle of a merge that it ran without the driver.
  case merging
  /// A plain git repository with documents.
  case plain
  /// An empty directory `repo`.
  case empty

  var steps: [Step] {
    switch self {
    case .empty: [mkdir("repo")]
    case .plain: Self.plainSteps
    case .bare: [mkdir("repo"), .fork("init", "--bare", ".")] + Self.history
    case .tree: [mkdir("repo"), .fork("init", ".")] + Self.history
    case .edited:
      Scene.tree.steps + [save("edited.json", #"{"by":"hand"}"#), save("note.txt", "note")]
    case .saved:
      Scene.tree.steps + [
        save("a.json", #"{"title":"saved"}"#), save("new.json", "[1]"),
        Step(words: ["rm", "b.json"]),
      ]
    case .linked: Scene.tree.steps + [.git("worktree", "add", "-q", "../linked", "ui")]
    case .remote: Scene.tree.steps + Self.remoteSteps
    case .merging: Self.plainSteps + Self.mergingSteps
    }
  }

  private func mkdir(_ name: String) -> Step { Step(words: ["mkdir", name], directory: ".") }

  private func save(_ name: String, _ text: String) -> Step { .save(text, to: "repo/\(name)") }

  private static let history: [Step] = [
    update("main", "a.json", #"{"title":"A","state":"draft","tags":["x","y"],"count":1}"#),
    update("main", "b.json", #"{"name":"b"}"#),
    update("main", "c/d.json", #"{"deep":[1,2,3]}"#),
    update("main", "edited.json", #"{"by":"program"}"#),
    .fork("create", "old"), .fork("create", "ui"), .fork("create", "device"),
    .fork("create", "side"),
    set("ui", "a.json", #"/title="ui""#), set("ui", "c/d.json", "/more=1"),
    update("ui", "ui.json", "{}"),
    set("device", "a.json", #"/title="device""#), set("device", "b.json", #"/name="device""#),
    update("side", "side/one.json", "{}"), update("side", "side/two.json", "{}"),
    set("main", "a.json", "/count=2"), set("main", "a.json", #"/title="main""#),
    .fork("create", "ahead"), .fork("create", "probe"), .fork("create", "spare"),
    set("ahead", "b.json", #"/name="ahead""#),
  ]

  private static func update(_ fork: String, _ document: String, _ text: String) -> Step {
    .fork("update", document, "--fork", fork, input: text + "\n")
  }

  private static func set(_ fork: String, _ document: String, _ edit: String) -> Step {
    .fork("update", document, "--fork", fork, "--set", edit)
  }

  private static let remoteSteps: [Step] = [
    .git("clone", "-q", "--bare", "repo", "remote.git", in: "."),
    .git("remote", "add", "origin", "../remote.git"), .git("fetch", "-q", "origin"),
    .fork("update", "a.json", "--set", "/remote=1", in: "remote.git"),
    .fork("update", "far.json", "--fork", "side", input: "{}", in: "remote.git"),
    .fork("create", "far", in: "remote.git"), set("main", "b.json", #"/name="here""#),
    set("ui", "b.json", #"/name="ui here""#),
  ]

  private static let plainSteps: [Step] = [
    .git("init", "-q", "-b", "main", "repo", in: "."),
    .save(#"{"title":"A","count":1,"state":"draft"}"#, to: "repo/a.json"),
    .save(#"{"name":"b"}"#, to: "repo/b.json"), .save("text\n", to: "repo/read.me"),
    .git("add", "."), .git("commit", "-qm", "one"), .git("branch", "ui"),
    .save(#"{"title":"main","count":2,"state":"draft"}"#, to: "repo/a.json"),
    .git("commit", "-qam", "two"), .git("switch", "-q", "ui"),
    .save(#"{"title":"A","count":1,"state":"final"}"#, to: "repo/a.json"),
    .git("commit", "-qam", "three"), .git("switch", "-q", "main"),
  ]

  private static let mergingSteps: [Step] = [.git("merge", "ui")]
}
