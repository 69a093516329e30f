import ArgumentParser
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedStore

/// The options of all commands that merge.
struct MergeOptions: ParsableArguments {
  @Option(
    name: .customLong("resolve"),
    help: ArgumentHelp(
      "Resolve one conflict with ours, theirs, base, delete, or a value",
      valueName: "doc#ptr=json|ours|theirs"), completion: Completions.resolutions)
  var resolve: [String] = []

  @Flag(name: .customLong("dry-run"), help: "Show what would happen, and change nothing")
  var dryRun = false

  /// The conflicts that the user resolved.
  func resolutions() throws -> [ConflictResolution] {
    try resolve.map { try ConflictResolution(argument: $0) }
  }
}

/// `--interactive` and the file of decisions.
struct DecidingOptions: ParsableArguments {
  @Flag(
    name: [.customShort("i"), .long],
    help:
      "Show one conflict after another, and decide each by a key; nothing is written before the end"
  )
  var interactive = false

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "Take the decisions from a file, as the page of --html saves it; - is standard input",
      valueName: "file"), completion: .file())
  var from: String?

  func validate() throws {
    if interactive, from != nil {
      throw ValidationError("--interactive and --from exclude each other")
    }
  }

  /// Returns the decisions of the file; nil if none is named.
  func fileDecisions() throws -> ConflictDecisions? {
    try from.map { try ConflictDecisions(parsing: Process.read($0), named: $0) }
  }
}

extension DocumentStore {
  /// Asks the user about conflicts; nil if the user gave up. Without conflicts, there is nothing to ask.
  ///
  /// - Parameters:
  ///   - command: the command that decides without a terminal.
  ///   - reasonToDecideAll: the reason that all must be decided, for a message; nil if the others stay
  ///   conflicts.
  func ask(
    about conflicts: [MergeConflict], _ commits: MergedCommits, by command: DecidingCommand,
    reasonToDecideAll: String? = nil, in session: Session
  ) throws -> ConflictDecisions? {
    guard !conflicts.isEmpty else { return ConflictDecisions(commits: commits, entries: []) }
    var questions = InteractiveDecisions(
      console: session.console, environment: session.environment, command: command)
    questions.reasonToDecideAll = reasonToDecideAll
    questions.configuredEditor = try repository.configuration().string("core.editor")
    return try questions.decide(conflicts).map { decided in
      try decisions(decided, in: commits)
    }
  }
}

extension DocumentStore {
  /// Asks the user about the conflicts of a merge, those of one fork after another; nil if the user gave up.
  ///
  /// - Parameters:
  ///   - words: the command that makes the merge, without resolutions.
  ///   - merge: makes it.
  func ask(
    about request: MergeRequest, by words: String, in session: Session,
    _ merge: (MergeRequest) throws -> MergeReport
  ) throws -> ConflictDecisions? {
    var (request, entries) = (request, [ConflictDecisions.Entry]())
    request.dryRun = true
    let isWhole = request.policy == nil
    while true {
      let report = try merge(request)
      guard
        let more = try ask(
          about: report.conflicts, report.commits,
          by: DecidingCommand(words: words, option: "--resolve "),
          reasonToDecideAll: isWhole ? "a merge is made completely or not at all" : nil, in: session
        )
      else { return nil }
      entries += more.entries
      let decided = ConflictDecisions(commits: report.commits, entries: entries)
      if more.entries.count < report.conflicts.count || report.conflicts.isEmpty { return decided }
      request.decisions = decided
    }
  }
}

extension ConflictResolution {
  /// Reads `doc#ptr=choice`.
  ///
  /// Splits the text at the first `#` where a pointer can begin, and at the first `=` that is followed by a choice,
  /// since names and keys may contain both signs.
  ///
  /// - Parameter command: the command or option before the argument, for the hint.
  init(argument: String, of command: String = "--resolve") throws {
    for hash in argument.indices where argument[hash] == "#" {
      let rest = argument[argument.index(after: hash)...]
      guard rest.hasPrefix("/") || rest.hasPrefix("=") else { continue }
      for sign in rest.indices where rest[sign] == "=" {
        let word = rest[rest.index(after: sign)...]
        let whole = Self.wholeFiles[String(word)]
        guard let choice = whole ?? ConflictChoice(argument: word) else { continue }
        self.init(
          document: String(argument[..<hash]),
          pointer: try JSONPointer(parsing: String(rest[..<sign])), choice: choice,
          takesFile: whole != nil)
        return
      }
    }
    throw StoreError(
      .usage, "invalid resolution '\(argument)'",
      hint: Self.corrected(argument).map { "write \(command) \($0.quotedForShell)" }
        ?? "write \(command) 'notes/a.json#/title=ours', or theirs, base, delete, or a JSON value")
  }

  /// The argument with the number sign that it lacks, or with its value as a string; nil if it lacks more.
  private static func corrected(_ argument: String) -> String? {
    guard let sign = argument.lastIndex(of: "="), sign > argument.startIndex else { return nil }
    let (place, word) = (argument[..<sign], argument[argument.index(after: sign)...])
    guard place.contains("#") else {
      return ConflictChoice(argument: word) == nil ? nil : "\(place)#=\(word)"
    }
    let string = ReportValue.string(String(word)).text
    return place.contains("#/") ? "\(place)=\(string)" : nil
  }
}

extension ConflictResolution {
  /// The words that take a whole file, even if it is merged by lines.
  private static let wholeFiles: [String: ConflictChoice] = [
    "ours-file": .ours, "theirs-file": .theirs, "base-file": .base,
  ]
}

extension ConflictChoice {
  fileprivate init?(argument: Substring) {
    switch argument {
    case "ours": self = .ours
    case "theirs": self = .theirs
    case "base": self = .base
    case "delete": self = .delete
    default:
      do {
        self = .value(try JSONDocument(parsing: Array(argument.utf8)).root)
      } catch {
        return nil
      }
    }
  }
}

/// The winner of a true conflict that no strategy decides.
enum Preference: String, ExpressibleByArgument, CaseIterable {
  case newest, ours, theirs, versions
}

/// The handling of true conflicts.
enum ConflictHandling: String, ExpressibleByArgument, CaseIterable {
  case resolve, fail
}

/// `--prefer` and `--on-conflict`.
struct DecisionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Resolve conflicts in favor of the newest change, ours, theirs, or the greater of two versions",
      valueName: "choice"))
  var prefer: Preference?

  @Option(
    name: .customLong("on-conflict"),
    help: ArgumentHelp(
      "Resolve conflicts that no strategy decides by the latest change, or fail",
      valueName: "action"))
  var onConflict: ConflictHandling?

  func validate() throws {
    _ = try policy
  }

  /// The policy for true conflicts; nil: the schema's, else the user decides.
  var policy: ConflictPolicy? {
    get throws {
      switch (prefer, onConflict) {
      case (_?, .fail?): throw ValidationError("--prefer and --on-conflict fail exclude each other")
      case (.ours?, _): .prefer(.ours)
      case (.theirs?, _): .prefer(.theirs)
      case (.versions?, _): .versions
      case (.newest?, _), (nil, .resolve?): .mostRecent
      case (nil, .fail?): .manual
      case (nil, nil): nil
      }
    }
  }
}

/// The style of conflict markers, with the options of `git merge-file`.
struct ConflictStyleOptions: ParsableArguments {
  @Option(
    name: .customShort("L"),
    help: ArgumentHelp("Label ours, base and theirs; up to three times", valueName: "label"))
  var labels: [String] = []

  @Flag(help: "Resolve conflicts with our lines, or with our values in JSON files")
  var ours = false

  @Flag(help: "Resolve conflicts with their lines, or with their values in JSON files")
  var theirs = false

  @Flag(help: "Resolve conflicts with the lines of both, in files that are not JSON")
  var union = false

  @Flag(help: "Show the merge base in conflicts")
  var diff3 = false

  @Flag(help: "Show the merge base in conflicts, and common lines outside of them")
  var zdiff3 = false

  @Option(
    name: .customLong("marker-size"),
    help: ArgumentHelp("Use conflict markers of this length", valueName: "n"))
  var markerSize = 7

  func validate() throws {
    if [ours, theirs, union].filter({ $0 }).count > 1 {
      throw ValidationError("--ours, --theirs and --union exclude each other")
    }
    if labels.count > 3 { throw ValidationError("-L can be given three times at most") }
    if !(1...1000).contains(markerSize) {
      throw ValidationError("--marker-size takes a number from 1 to 1000")
    }
  }

  /// Returns git's line merge in this style, with the given labels where the user gave none.
  func lineMerge(labels given: (String, String, String)) -> LineMerge {
    let label = { (index: Int, name: String) in
      labels.indices.contains(index) ? labels[index] : name
    }
    return LineMerge(
      style: zdiff3 ? .zdiff3 : diff3 ? .diff3 : .merge,
      favor: ours ? .ours : theirs ? .theirs : union ? .union : .neither, markerSize: markerSize,
      labels: (label(0, given.0), label(1, given.1), label(2, given.2)))
  }

  /// The policy for conflicts between values that `--ours` and `--theirs` ask for.
  var policy: ConflictPolicy? { ours ? .prefer(.ours) : theirs ? .prefer(.theirs) : nil }
}
