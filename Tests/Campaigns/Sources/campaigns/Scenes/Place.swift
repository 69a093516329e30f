import Glibc

/// A directory with the repositories of one try, and the files of the streams of its processes.
struct Place: Sendable {
  let surroundings: Surroundings
  /// Holds `scene`, which is what is looked at, and the files of the streams.
  let path: String

  var scene: String { path + "/scene" }

  init(_ surroundings: Surroundings, at path: String) {
    (self.surroundings, self.path) = (surroundings, path)
    Files.make(path)
  }

  /// An empty scene.
  func clear() {
    remove()
    Files.make(path)
    Files.make(scene)
    Files.make(scene + "/home")
  }

  /// Copies the scene of another directory, file by file.
  func copy(_ other: Place) {
    remove()
    Files.make(path)
    surroundings.run(["cp", "-a", other.scene, scene], streams: path)
    guard Files.exists(scene + "/linked") else { return }
    // The two directories name each other by absolute paths.
    let directory = scene + "/repo/.git/worktrees/linked"
    Files.write("gitdir: \(directory)\n", to: scene + "/linked/.git")
    Files.write("\(scene)/linked/.git\n", to: directory + "/gitdir")
  }

  func remove() {
    guard Files.exists(path) else { return }
    let streams = surroundings.directory + "/rm-\(path.split(separator: "/").last ?? "")"
    Files.make(streams)
    surroundings.run(["rm", "-rf", path], streams: streams)
  }

  /// Runs a step to its end.
  @discardableResult
  func run(_ step: Step, with plan: FaultPlan? = nil) -> Child.Result {
    child(step, with: plan).run(streams: path)
  }

  /// Runs steps that make a scene.
  ///
  /// - Throws: a ``Mistake`` where one fails.
  func perform(_ steps: [Step], for key: String) throws {
    for step in steps {
      let result = run(step)
      // git answers 1 to a merge with conflicts.
      guard result.end == .status(0) || result.end == .status(1) else {
        throw Mistake("\(key): '\(step.description)': \(result.summary)")
      }
    }
  }

  func child(_ step: Step, with plan: FaultPlan? = nil) -> Child {
    var words = step.words
    if words[0] == "fork" { words[0] = surroundings.fork }
    var environment = surroundings.environment(home: scene + "/home")
    if let plan {
      unlink(log)
      environment.merge(plan.variables(surroundings, log: log)) { $1 }
    }
    return Child(
      arguments: words, environment: environment, directory: "\(scene)/\(step.directory)",
      input: step.input)
  }

  /// The file of the calls of the last run with a plan.
  var log: String { path + "/calls" }
}

/// One process: `fork` or `git` with its arguments.
struct Step: Sendable {
  var words: [String]
  var input = ""
  /// Below the scene.
  var directory = "repo"

  static func fork(_ words: String..., input: String = "", in directory: String = "repo") -> Step {
    Step(words: ["fork"] + words, input: input, directory: directory)
  }

  static func git(_ words: String..., in directory: String = "repo") -> Step {
    Step(words: ["git"] + words, directory: directory)
  }

  /// Writes a file as an editor does, below the scene.
  static func save(_ text: String, to path: String) -> Step {
    Step(words: ["cp", "/dev/stdin", path], input: text, directory: ".")
  }

  var description: String { words.joined(separator: " ") }

  var isOfGit: Bool { words.first == "git" }
}
