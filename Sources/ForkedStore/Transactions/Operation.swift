import Forked
public import ForkedGit

/// One command that updated forks, as the operation log keeps it.
public struct Operation: Hashable, Report {
  /// The commit that stores the operation.
  public var id: ObjectID
  /// The command, as in `merge: side`.
  public var command: String
  /// The user who gave the command, and its time.
  public var author: Signature
  /// The updates of the forks, each with the former and the new tip.
  public var forkUpdates: [ForkUpdate]
  /// The operation that this one undid; nil: none.
  public var undone: ObjectID?
  /// The work tree in which the command was given: its directory in the git directory, or `.` for the main one and for a
  /// bare repository; nil in entries of former versions.
  var workTree: String?
  /// True if the undone operation was an undo itself.
  public var isRedo: Bool { command.hasPrefix(Self.redoPrefix) }
  static let redoPrefix = "redo: "
  static let undoPrefix = "undo: "
  /// True if git or another program made the updates.
  var isForeign: Bool {
    command.hasPrefix(Self.gitPrefix) || command.hasPrefix(Self.otherProgramPrefix)
  }
  static let gitPrefix = "git: "
  static let otherProgramPrefix = "another program: "
  /// The previous operation in the log; nil: none.
  var previous: ObjectID?
  /// The seconds between the operations of the log up to this one, in sum.
  var span: Int64

  /// `{"operation":..,"command":..,"time":..,"forks":[{"fork":..,"from":..,"commit":..}],"workTree":..}`
  public var reportValue: ReportValue {
    .object([
      "operation": id, "command": command, "time": time, "forks": forkUpdates, "undid": undone,
      "workTree": workTree,
    ])
  }

  /// The time of the operation, in its author's time zone.
  public var time: String {
    HybridTime(seconds: author.seconds).text(offsetMinutes: author.offsetMinutes)
  }
}

extension ForkUpdate: Report {
  /// `{"fork":..,"from":..,"commit":..}`; a tip that does not exist is left out.
  public var reportValue: ReportValue {
    .object(["fork": fork, "from": from, "commit": to])
  }

  /// The update that takes this one back.
  var reversed: ForkUpdate { ForkUpdate(fork: fork, from: to, to: from) }
}

// MARK: - The text of the commit

extension Operation {
  private static let absent = "absent"
  private static let undoTrailer = "Undoes: "
  private static let workTreeTrailer = "Work-Tree: "
  private static let previousTrailer = "Previous: "
  private static let spanTrailer = "Log-Span: "

  /// The message of the operation's commit.
  static func message(
    _ command: String, _ forkUpdates: [ForkUpdate], undoing undone: ObjectID?,
    in workTree: String?, after previous: ObjectID?, span: Int64
  ) -> String {
    var lines = [String(command.map { $0.isNewline ? " " : $0 }), ""]
    lines += forkUpdates.map { forkUpdate in
      let places = [forkUpdate.from, forkUpdate.to].map { $0?.hex ?? absent }
      return "\(ReferenceName.branch(forkUpdate.fork)) \(places[0]) \(places[1])"
    }
    lines.append("")
    if let undone { lines.append(undoTrailer + undone.hex) }
    if let workTree { lines.append(workTreeTrailer + workTree) }
    if let previous { lines.append(previousTrailer + previous.hex) }
    lines.append("\(spanTrailer)\(span)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads an operation from its commit; nil if the commit is no operation.
  init?(_ commit: CommitObject) {
    let lines = commit.message.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first else { return nil }
    id = commit.id
    command = String(first)
    author = commit.committer
    forkUpdates = lines.dropFirst().compactMap(ForkUpdate.init)
    undone = Self.value(of: Self.undoTrailer, in: lines).flatMap(ObjectID.init(hex:))
    workTree = Self.value(of: Self.workTreeTrailer, in: lines).map(String.init)
    previous = Self.value(of: Self.previousTrailer, in: lines).flatMap(ObjectID.init(hex:))
    guard let span = Self.value(of: Self.spanTrailer, in: lines).flatMap({ Int64($0) }) else {
      return nil
    }
    self.span = span
  }

  private static func value(of trailer: String, in lines: [Substring]) -> Substring? {
    lines.last { $0.hasPrefix(trailer) }?.dropFirst(trailer.count)
  }
}

extension ForkUpdate {
  fileprivate init?(_ line: Substring) {
    let words = line.split(separator: " ")
    let prefix = "refs/heads/"
    guard words.count == 3, words[0].hasPrefix(prefix) else { return nil }
    do {
      let fork = try Fork(validating: String(words[0].dropFirst(prefix.count)))
      self.init(fork: fork, from: ObjectID(hex: words[1]), to: ObjectID(hex: words[2]))
    } catch {
      return nil
    }
  }
}
