import ForkedGit
import ForkedSchema

/// The state of everything that `fork` and git need to merge documents.
public struct DoctorReport: Report {
  /// The state of one part.
  public struct Finding: Sendable {
    /// The kinds of states.
    public enum State: String, Sendable {
      /// It is set up.
      case ok
      /// It is not set up, which may be intended.
      case note
      /// It does not work as it is.
      case problem
    }

    /// The part, such as `driver`.
    public var part: String
    /// Its state.
    public var state: State
    /// The description of the state.
    public var text: String
    /// A command or instruction that repairs it; nil if nothing is to be done.
    public var fix: String?
  }

  /// The findings, in the order of the parts.
  public var findings: [Finding] = []

  /// True if no part has a problem.
  public var isSound: Bool { !findings.contains { $0.state == .problem } }

  /// `[{"part":"driver","state":"ok|note|problem","text":..,"fix":..}]`
  public var reportValue: ReportValue {
    .array(
      findings.map {
        .object(["part": $0.part, "state": $0.state.rawValue, "text": $0.text, "fix": $0.fix])
      })
  }

  mutating func add(
    _ part: String, _ state: Finding.State, _ text: String, fix: String? = nil
  ) {
    findings.append(Finding(part: part, state: state, text: text, fix: fix))
  }

  /// Adds a part whose state could not be read.
  mutating func add(_ part: String, _ error: any Error) {
    let failure = StoreError(translating: error)
    add(part, .problem, failure.message, fix: failure.hint)
  }
}

extension DoctorReport {
  /// Examines the program, git's configuration and the repository of the working directory.
  ///
  /// - Parameter version: the version of the program.
  public init(version: String, environment: Environment) {
    examineProgram(version: version, in: environment)
    add("libgit2", .ok, libgit2Version())
    if environment.inSearchPath("git") == nil {
      add("git", .note, "not in PATH", fix: "install git to use the merge driver")
    }
    do {
      let store = try DocumentStore.discover(in: environment)
      add("repository", .ok, store.repository.workTreePath ?? store.repository.gitDirectory)
      examine(store)
    } catch let error as GitError where error.kind == .ownership {
      add("safe.directory", error)
    } catch {
      let failure = StoreError(translating: error)
      add("repository", .note, failure.message, fix: failure.hint)
    }
  }

  private mutating func examineProgram(version: String, in environment: Environment) {
    let name = "\(programName) \(version)"
    guard let program = environment.inSearchPath(programName) else {
      return add(
        "program", .problem, "\(name), not in PATH, so git cannot run it",
        fix: "add its directory to PATH")
    }
    if FileSystem.isRunning(program) == false {
      add(
        "program", .note, "\(name); the first '\(programName)' in PATH, \(program), is another one")
    } else {
      add("program", .ok, "\(name), \(program)")
    }
  }

  private mutating func examine(_ store: DocumentStore) {
    do {
      let installation = try DriverInstallation(in: store)
      try examineDriver(installation)
      try tryDriver(installation, in: store.environment)
      try examineAttributes(installation, of: store)
    } catch {
      add("driver", error)
    }
    do {
      let hooks = try store.repository.installedHooks().map(\.rawValue)
      add("hooks", .ok, hooks.isEmpty ? "none" : hooks.joined(separator: ", "))
    } catch {
      add("hooks", error)
    }
    examineSchema(of: store)
    do {
      let remotes = try store.listRemotes().remotes
      add("remotes", .ok, remotes.isEmpty ? "none" : remotes.map(\.name).joined(separator: ", "))
      for remote in remotes {
        if let problem = remote.problem { add("remotes", .problem, "\(remote.name): \(problem)") }
      }
    } catch {
      add("remotes", error)
    }
  }

  private mutating func examineDriver(_ installation: DriverInstallation) throws {
    let settings = try installation.missingSettings()
    add(
      "driver", settings.isEmpty ? .ok : .problem,
      settings.isEmpty
        ? "configured"
        : "not configured, or under another name: "
          + settings.map(\.key).joined(separator: ", "),
      fix: settings.isEmpty ? nil : "\(programName) install")
    if let unguarded = try installation.unguarded() {
      add(
        "driver", .note,
        "merge.fork.driver is not the line of '\(programName) install', which merges by lines where the program fails",
        fix: "\(unguarded) && \(programName) install")
    }
  }

  /// Runs the configured command on a merge that git's lines cannot do.
  private mutating func tryDriver(_ installation: DriverInstallation, in environment: Environment)
    throws
  {
    guard let command = try installation.configuredDriver() else { return }
    let outcome = try DriverCommand(command).run(
      base: Array(#"{"a": 1, "b": 1}"#.utf8), ours: Array(#"{"a": 2, "b": 1}"#.utf8),
      theirs: Array(#"{"a": 1, "b": 2}"#.utf8), path: "doctor.json",
      environment: environment.variables, unless: environment.isInterrupted)
    if outcome.isSuccess, outcome.output == Array(#"{"a": 2, "b": 2}"#.utf8) {
      return add("trial", .ok, "the configured driver merges by property")
    }
    let ending = outcome.ending.description
    let reason = outcome.errors.split(separator: "\n").first.map { ": \($0)" } ?? ""
    add(
      "trial", .problem,
      "the configured driver did not merge by property; it ended with \(ending)\(reason)",
      fix: "make '\(programName) --version' work in PATH, then \(programName) install")
  }

  private mutating func examineAttributes(
    _ installation: DriverInstallation, of store: DocumentStore
  ) throws {
    let attributes = try store.mergeAttributes()
    let patterns = attributes.patterns
    add(
      "attributes", patterns.isEmpty ? .problem : .ok,
      patterns.isEmpty
        ? "no pattern in \(installation.attributesPath) has merge=fork"
        : patterns.joined(separator: ", "),
      fix: patterns.isEmpty ? "\(programName) install" : nil)
    for other in try attributes.otherDecisions() {
      add("attributes", .note, "left to others by \(other.description)")
    }
  }

  private mutating func examineSchema(of store: DocumentStore) {
    do {
      let snapshot = try store.snapshot(toCheck: nil, of: nil)
      let entry = try snapshot.tree.flatMap {
        try store.repository.entry(at: DocumentStore.schemaPath, in: $0)
      }
      if try store.schemas(of: snapshot).governsNothing {
        return add(
          "schema", .problem,
          "\(DocumentStore.schemaPath) governs no document, since it has no \"x-documents\"",
          fix: "\(programName) schema check")
      }
      add(
        "schema", entry == nil ? .note : .ok,
        entry == nil
          ? "none, so a property that both sides changed is a conflict; '\(programName) schema infer' can draft one"
          : "\(DocumentStore.schemaPath)")
    } catch let error as SchemaError {
      add(
        "schema", .problem, "\(error.mistakes.count) mistakes", fix: "\(programName) schema check")
    } catch {
      add("schema", error)
    }
  }
}

extension Environment {
  /// The first executable file of that name in PATH.
  func inSearchPath(_ name: String) -> String? {
    (variables["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }.first {
      Machine.isExecutable($0)
    }
  }
}
