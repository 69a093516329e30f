import ForkedStore

/// Draws how far long work has come, on a terminal alone, and not before half a second.
struct ProgressMeter {
  private var what = ""
  /// When the work began for which somebody waits, and when this part of it did.
  private var (began, start): (UInt64, UInt64) = (0, 0)
  private var lastDrawn: UInt64 = 0
  private(set) var isDrawn = false

  private static let (patience, pause): (UInt64, UInt64) = (500_000_000, 100_000_000)
  /// Goes to the beginning of the line and clears it.
  static let clearing = Array("\r\u{1B}[K".utf8)
  /// What does not fit in a line is cut: a second line would stay when the first is cleared.
  private static let (cutting, wrapping) = (Array("\u{1B}[?7l".utf8), Array("\u{1B}[?7h".utf8))

  /// What the terminal shall get; nil: nothing now.
  ///
  /// - Parameter now: nanoseconds on any clock that only goes ahead.
  mutating func drawing(_ progress: Progress, now: UInt64) -> [UInt8]? {
    if progress.what != what {
      (what, start) = (progress.what, now)
      if !isDrawn { began = now }
    }
    guard now - began >= Self.patience, now - lastDrawn >= Self.pause else { return nil }
    (lastDrawn, isDrawn) = (now, true)
    let text = Array(Self.text(progress, nanoseconds: now - start).utf8)
    return Self.clearing + Self.cutting + text + Self.wrapping
  }

  /// To be called when the line was cleared.
  mutating func forget() { isDrawn = false }

  static func text(_ progress: Progress, nanoseconds: UInt64) -> String {
    var text = "\(progress.what): \(grouped(progress.done))"
    if let total = progress.total { text += " of \(grouped(total))" }
    // After so short a time a rate would be a guess.
    guard nanoseconds >= Self.patience / 2 else { return text }
    let rate = Double(progress.done) * 1e9 / Double(nanoseconds)
    text += " (\(grouped(Int(rate)))/s"
    if let total = progress.total, rate > 0, total >= progress.done {
      text += ", \(duration(Double(total - progress.done) / rate)) left"
    }
    return text + ")"
  }

  private static func duration(_ seconds: Double) -> String {
    let whole = seconds < 1e9 ? Int(seconds.rounded(.up)) : 1_000_000_000
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole / 60 % 60) min"
  }

  /// The number with a comma after each thousand.
  private static func grouped(_ number: Int) -> String {
    var (digits, groups) = (String(number), [String]())
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
