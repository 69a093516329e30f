import ForkedGit
import ForkedStore

/// Text for people. What is interpolated comes from elsewhere, so a terminal gets it escaped; what is written out
/// in the program does not.
struct StyledText: ExpressibleByStringInterpolation, Sendable {
  /// How a piece of text looks on a terminal, as its SGR parameter.
  enum Style: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  fileprivate struct Span: Sendable {
    var text: String
    var style: Style?
    var isTrusted: Bool
  }

  private var spans: [Span] = []

  init() {}

  init(stringLiteral value: String) {
    spans = [Span(text: value, style: nil, isTrusted: true)]
  }

  init(stringInterpolation: Interpolation) {
    spans = stringInterpolation.spans
  }

  /// True if there is nothing to say.
  var isEmpty: Bool { spans.isEmpty }

  static func += (text: inout StyledText, more: StyledText) {
    text.spans.append(contentsOf: more.spans)
  }

  /// The text as a terminal or a pipe gets it.
  func bytes(escaped: Bool, colored: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for span in spans {
      let style = colored ? span.style : nil
      if let style { bytes.append(contentsOf: "\u{1B}[\(style.rawValue)m".utf8) }
      if escaped, !span.isTrusted {
        bytes.append(contentsOf: Escaping.escaped(span.text.utf8, keepsLines: false))
      } else {
        bytes.append(contentsOf: span.text.utf8)
      }
      if style != nil { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
    }
    return bytes
  }
}

extension StyledText {
  /// Collects the pieces.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var spans: [Span] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { spans.append(Span(text: literal, style: nil, isTrusted: true)) }
    }

    /// Text from elsewhere.
    mutating func appendInterpolation(_ value: some CustomStringConvertible, _ style: Style? = nil)
    {
      spans.append(Span(text: value.description, style: style, isTrusted: false))
    }

    /// The first digits of a commit's id.
    mutating func appendInterpolation(shortID id: ObjectID?) {
      guard let id else { return appendLiteral("no commit") }
      spans.append(Span(text: String(id.hex.prefix(10)), style: .yellow, isTrusted: true))
    }

    /// Text of the program itself.
    mutating func appendInterpolation(trusted text: String, _ style: Style? = nil) {
      spans.append(Span(text: text, style: style, isTrusted: true))
    }

    /// Text that has its styles already.
    mutating func appendInterpolation(_ text: StyledText) {
      spans.append(contentsOf: text.spans)
    }
  }
}

/// A number of things: `1 document`, `3 documents`.
///
/// - Parameter noun: one of them, in a word that takes an s where they are several.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// What may not reach a terminal as it is.
enum Escaping {
  /// The bytes with control and bidirectional characters written as `\u{..}`, and bytes that are no UTF-8 replaced.
  ///
  /// - Parameter keepsLines: whether line feeds and tabs pass.
  static func escaped(_ bytes: some Collection<UInt8>, keepsLines: Bool) -> [UInt8] {
    var result: [UInt8] = []
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if isHarmless(scalar) || keepsLines && (scalar == "\n" || scalar == "\t") {
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".utf8)
      }
    }
    return result
  }

  /// Neither a control character nor one that changes the direction of what follows.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
    case 0x2028, 0x2029: false
    default: true
    }
  }
}

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
