import ForkedStore
import ForkedGit

extension HumanTime {
  private static let units: [String: Int64] = [
    "second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 7 * 86_400,
    "month": 30 * 86_400, "year": 365 * 86_400,
  ]

  /// Reads a time like `2026-11-21`, `2026-11-21 14:30`, `2 weeks ago`, `yesterday` or `@1795000000`, in seconds since
  /// 1970.
  ///
  /// - Parameter endsDay: true if a date means the end of the day.
  static func seconds(_ text: String, endsDay: Bool = false) throws -> Int64 {
    let now = Process.startTime
    if text == "now" { return now }
    if text == "yesterday" { return now - 86_400 }
    if text.hasPrefix("@"), let seconds = Int64(text.dropFirst()) { return seconds }
    if let seconds = age(text).map({ now - $0 }) ?? date(text, endsDay: endsDay) { return seconds }
    throw StoreError(
      .usage, "'\(text)' is not a time",
      hint: "write a date like 2026-11-21, '2026-11-21 14:30', or '2 weeks ago'")
  }

  /// The seconds in a text like `2 weeks ago`.
  private static func age(_ text: String) -> Int64? {
    let words = text.split { $0 == " " || $0 == "." }
    guard words.count == 3, words[2] == "ago", let count = Int64(words[0]), 0...100_000 ~= count,
      let unit = units[String(words[1].hasSuffix("s") ? words[1].dropLast() : words[1])]
    else { return nil }
    return count * unit
  }

  /// The seconds of a date in ISO 8601, with or without a time and its zone; without a zone it is local.
  private static func date(_ text: String, endsDay: Bool) -> Int64? {
    let halves = text.split(maxSplits: 1) { $0 == "T" || $0 == " " }
    guard let day = halves.first.flatMap({ numbers($0, "-") }), day.count == 3,
      1...12 ~= day[1], 1...31 ~= day[2], 1900...9999 ~= day[0]
    else { return nil }
    var date = CalendarTime(year: day[0], month: day[1], day: day[2])
    guard let clock = halves.dropFirst().first else {
      if endsDay { (date.hour, date.minute, date.second) = (23, 59, 59) }
      return date.secondsOfLocal
    }
    let zoneStart = clock.firstIndex { "Z+-".contains($0) } ?? clock.endIndex
    guard let time = numbers(clock[..<zoneStart], ":"), 2...3 ~= time.count,
      0...23 ~= time[0], 0...59 ~= time[1], 0...60 ~= time.last ?? 0
    else { return nil }
    date.hour = time[0]
    date.minute = time[1]
    date.second = time.count == 3 ? time[2] : 0
    guard zoneStart < clock.endIndex else { return date.secondsOfLocal }
    return zone(clock[zoneStart...]).map { date.secondsOfUniversal - $0 }
  }

  /// The seconds east of Greenwich of a zone like `Z`, `+01:00` or `-0130`.
  private static func zone(_ text: Substring) -> Int64? {
    if text == "Z" { return 0 }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 4, let number = Int64(digits), number >= 0 else { return nil }
    return (number / 100 * 3600 + number % 100 * 60) * (text.hasPrefix("-") ? -1 : 1)
  }

  private static func numbers(_ text: Substring, _ separator: Character) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    return numbers.count == parts.count ? numbers : nil
  }
}
