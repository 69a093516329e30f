import ForkedStore

/// When something happened, as people say it.
enum HumanTime {
  /// `3 minutes ago` within a week, the day before that.
  ///
  /// - Parameters:
  ///   - seconds: when it happened, in seconds since 1970.
  ///   - date: the same as RFC 3339 has it, in its author's time zone.
  ///   - now: now, in seconds since 1970.
  static func text(_ seconds: Int64, date: String, now: Int64) -> String {
    let age = now.subtractingReportingOverflow(seconds)
    switch age.overflow ? Int64.max : age.partialValue {
    case ..<(-60): return String(date.prefix(16)).replacing("T", with: " ")
    case ..<10: return "just now"
    case let age where age < 60: return "\(age) seconds ago"
    case let age where age < 3600: return ago(age / 60, "minute")
    case let age where age < 86_400: return ago(age / 3600, "hour")
    case let age where age < 7 * 86_400: return ago(age / 86_400, "day")
    default: return String(date.prefix(10))
    }
  }

  private static func ago(_ count: Int64, _ unit: String) -> String {
    "\(counted(Int(clamping: count), unit)) ago"
  }
}

extension LoggedVersion {
  /// When it was made, as people say it: `3 minutes ago`.
  var moment: String {
    guard hasDate else { return time }
    return HumanTime.text(commit.hybridTime.seconds, date: time, now: Process.startTime)
  }

  /// When it was made, in its author's time zone, to the second, and how long ago that is.
  var fullMoment: String {
    guard hasDate else { return time }
    let date = String(time.prefix(19)).replacing("T", with: " ") + " " + String(time.suffix(6))
    return date.hasPrefix(moment) ? date : "\(date) (\(moment))"
  }
}
