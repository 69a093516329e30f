public import Forked
public import ForkedGit
public import ForkedJSON

/// One version in a history.
public struct LoggedVersion: Report {
  /// The commit.
  public var commit: CommitObject
  /// The forks that point to this version.
  public var forks: [Fork] = []
  /// The files that differ from the first parent; nil: not asked for.
  public var documents: [String]?
  /// The differences from the first parent; nil: not asked for.
  public var changes: [FileDifference]?
  /// The documents that began or ceased to match; nil: not asked for.
  public var matches: [MatchChange]?

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "commit": commit.id, "parents": commit.parents.map(\.hex), "fork": forks.first?.name,
      "version": number, "author": author, "time": time, "message": commit.text,
      "documents": documents,
      "matches": matches.map {
        $0.map { ReportValue.object(["document": $0.document, "began": $0.began]) }
      },
      "changes": changes.map { $0.flatMap(\.lines) },
    ])
  }

  /// The version's time in nanoseconds since 1970, as text: it has more digits than some readers of JSON keep.
  public var number: String { String(commit.hybridTime.nanoseconds) }

  /// The author's name and email address.
  public var author: String { "\(commit.author.name) <\(commit.author.email)>" }

  /// The time at which it was made, in its author's time zone; `invalid date` if its commit holds no date that a
  /// version can have.
  public var time: String {
    hasDate ? commit.hybridTime.text(offsetMinutes: commit.author.offsetMinutes) : "invalid date"
  }

  /// A Boolean value that indicates whether its commit holds a date that a version can have.
  public var hasDate: Bool {
    let time = commit.hybridTime
    return time.seconds == commit.author.seconds && time.nanoseconds > .min
  }
}

extension HybridTime {
  /// Returns the time as RFC 3339 writes it, with nanoseconds if there are any: `2026-11-21T03:17:29.049788900+00:00`.
  ///
  /// - Parameter offsetMinutes: minutes east of Greenwich.
  public func text(offsetMinutes: Int) -> String {
    let date = CalendarTime(universal: seconds + Int64(offsetMinutes) * 60)
    let rest = nanoseconds % 1_000_000_000
    let fraction = rest < 0 ? rest + 1_000_000_000 : rest
    let zone = abs(offsetMinutes)
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(date.hour, 2)):\(padded(date.minute, 2)):\(padded(date.second, 2))"
      + (fraction == 0 ? "" : ".\(padded(Int(fraction), 9))")
      + "\(offsetMinutes < 0 ? "-" : "+")\(padded(zone / 60, 2)):\(padded(zone % 60, 2))"
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
