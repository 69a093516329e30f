import ForkedStore

/// A line with the progress of long work, drawn only on a terminal and only after a delay.
struct ProgressMeter {
  /// The nanoseconds from which on work is long.
  private let delay: UInt64
  private var activity = ""
  /// The start of the work, and the start of its current part, in nanoseconds.
  private var (began, start): (UInt64, UInt64) = (0, 0)
  private var lastDrawn: UInt64 = 0
  private(set) var isDrawn = false

  private static let pause: UInt64 = 100_000_000
  /// After a shorter time, in nanoseconds, a rate would be a guess.
  private static let leastForRate: UInt64 = 250_000_000
  /// Moves the cursor to the start of the line and clears it.
  static let clearing = Array("\r\u{1B}[K".utf8)
  /// Disables and enables line wrapping, since only one line can be cleared.
  private static let (cutting, wrapping) = (Array("\u{1B}[?7l".utf8), Array("\u{1B}[?7h".utf8))

  /// Creates a meter.
  ///
  /// - Parameter seconds: the delay in seconds, as in git's `GIT_PROGRESS_DELAY`; without a number half a second.
  init(delay seconds: String? = nil) {
    delay = seconds.flatMap(UInt32.init).map { UInt64($0) * 1_000_000_000 } ?? 500_000_000
  }

  /// Returns the bytes for the terminal, or nil if the line need not be drawn now. A part of the work that begins is
  /// drawn without a pause.
  ///
  /// - Parameter now: the nanoseconds of a monotonic clock.
  mutating func drawing(_ progress: Progress, now: UInt64) -> [UInt8]? {
    if progress.activity != activity {
      activity = progress.activity
      start = now
      lastDrawn = 0
      if !isDrawn { began = now }
    }
    guard now - began >= delay, now - lastDrawn >= Self.pause else { return nil }
    lastDrawn = now
    isDrawn = true
    let text = Array(Self.text(progress, nanoseconds: now - start).utf8)
    return Self.clearing + Self.cutting + text + Self.wrapping
  }

  /// Records that the line was cleared.
  mutating func forget() { isDrawn = false }

  static func text(_ progress: Progress, nanoseconds: UInt64) -> String {
    var text = "\(progress.activity): \(grouped(progress.done))"
    if let total = progress.total { text += " of \(grouped(total))" }
    guard nanoseconds >= Self.leastForRate else { return text }
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

  /// Returns the number with commas between groups of three digits.
  private static func grouped(_ number: Int) -> String {
    var (digits, groups) = (String(number), [String]())
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
