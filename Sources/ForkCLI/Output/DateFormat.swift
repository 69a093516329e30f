import ArgumentParser
import ForkedGit
import ForkedStore

/// A form of dates, as `--date` of git and `log.date` in its configuration name it.
///
/// Source: git-log(1), `--date`.
struct DateFormat {
  private enum Form {
    case human
    case relative
    case pattern(String)
  }

  private static let forms: [String: Form] = [
    "human": .human, "relative": .relative, "default": .pattern("%a %b %-d %H:%M:%S %Y %z"),
    "iso": .pattern(iso), "iso8601": .pattern(iso), "iso-strict": .pattern(strictISO),
    "iso8601-strict": .pattern(strictISO), "rfc": .pattern(rfc), "rfc2822": .pattern(rfc),
    "short": .pattern("%Y-%m-%d"), "unix": .pattern("%s"), "raw": .pattern("%s %z"),
  ]
  private static let iso = "%Y-%m-%d %H:%M:%S %z"
  private static let strictISO = "%Y-%m-%dT%H:%M:%S%:z"
  private static let rfc = "%a, %-d %b %Y %H:%M:%S %z"

  /// The names, for help and messages.
  static let names =
    "human, relative, default, iso, iso-strict, rfc, short, unix, raw or format:<strftime>"

  private let form: Form
  /// True for the time zone of this machine, instead of the author's.
  private let isLocal: Bool

  /// Reads the name of a form; nil if it is none.
  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = argument == "local" ? "default-local" : parts[0]
    isLocal = name.hasSuffix("-local")
    let base = String(isLocal ? name.dropLast("-local".count) : name)
    if base == "format", parts.count == 2 {
      form = .pattern(String(parts[1]))
    } else {
      guard let known = Self.forms[base], parts.count == 1 else { return nil }
      // As in git, a local time by default has no zone.
      form = isLocal && base == "default" ? .pattern("%a %b %-d %H:%M:%S %Y") : known
    }
  }

  /// Returns the time of a version.
  func text(of version: LoggedVersion) -> String {
    guard version.hasDate else { return version.time }
    let time = version.commit.hybridTime
    switch form {
    case .human: return version.moment
    case .relative: return HumanTime.age(time.seconds, now: Process.startTime)
    case .pattern(let pattern):
      let offset =
        isLocal
        ? Machine.offsetMinutes(at: time.seconds) : Int(version.commit.author.offsetMinutes)
      return Machine.text(pattern, at: time.seconds, offsetMinutes: offset)
    }
  }
}

/// `--date`.
struct DateOption: ParsableArguments {
  @Option(
    name: .customLong("date"),
    help: ArgumentHelp(
      "Print dates as git does: \(DateFormat.names), and -local behind a name for the local time zone; by default as "
        + "log.date in git's configuration says, or else like human", valueName: "form"))
  var name: String?

  /// Returns the form that the user asks for, or the one in git's configuration.
  ///
  /// - Throws: kind `usage` if there is no such form. In git's configuration it may be one of git alone: then a notice
  ///   reports it.
  func format(for store: DocumentStore, in session: Session) throws -> DateFormat? {
    if let name {
      if let format = DateFormat(argument: name) { return format }
      throw StoreError(.usage, "--date '\(name)' is no form of dates", hint: Self.hint)
    }
    guard let configured = try store.repository.configuration().string("log.date") else {
      return nil
    }
    let format = DateFormat(argument: configured)
    if format == nil {
      session.console.notify(
        "log.date in git's configuration is '\(configured)', which is ignored; \(Self.hint)")
    }
    return format
  }

  private static let hint = "the forms are \(DateFormat.names)"
}

extension HumanTime {
  /// Returns the age of a time, as git's `relative` does: `3 days ago`, `5 weeks ago`.
  static func age(_ seconds: Int64, now: Int64) -> String {
    let age = now.subtractingReportingOverflow(seconds)
    switch age.overflow ? Int64.max : age.partialValue {
    case ..<0: return "in the future"
    case let age where age < 90: return ago(age, "second")
    case let age where age < 90 * 60: return ago((age + 30) / 60, "minute")
    case let age where age < 36 * 3600: return ago((age + 1800) / 3600, "hour")
    case let age where age < 14 * 86_400: return ago((age + 43_200) / 86_400, "day")
    case let age where age < 70 * 86_400: return ago((age / 86_400 + 3) / 7, "week")
    case let age where age < 365 * 86_400: return ago((age / 86_400 + 15) / 30, "month")
    case let age: return ago((age / 86_400 + 183) / 365, "year")
    }
  }
}
