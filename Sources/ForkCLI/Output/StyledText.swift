import ForkedGit
import ForkedStore

/// Text with styles. Interpolated values may come from documents, so they are escaped on a terminal; literals of the
/// program are not.
struct StyledText: ExpressibleByStringInterpolation, Sendable {
  /// The style of a part of the text, as an SGR parameter.
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
    var detail = Detail.always
  }

  /// The outputs that show a part of the text.
  enum Detail: Sendable {
    /// All.
    case always
    /// Only verbose ones, or only those that are not.
    case verbose, brief
  }

  private var spans: [Span] = []

  init() {}

  init(stringLiteral value: String) {
    spans = [Span(text: value, style: nil, isTrusted: true)]
  }

  init(stringInterpolation: Interpolation) {
    spans = stringInterpolation.spans
  }

  /// True if there is no text.
  var isEmpty: Bool { spans.isEmpty }

  static func += (text: inout StyledText, more: StyledText) {
    text.spans.append(contentsOf: more.spans)
  }

  /// Returns the same text, to be shown only in some outputs.
  func shown(_ detail: Detail) -> StyledText {
    var text = self
    for index in text.spans.indices { text.spans[index].detail = detail }
    return text
  }

  /// Returns the bytes of the text, with escapes, colors and details if wanted.
  func bytes(escaped: Bool, colored: Bool, verbose: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    for span in spans where span.detail != (verbose ? .brief : .verbose) {
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
  /// The collected parts of an interpolated text.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var spans: [Span] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      spans.reserveCapacity(interpolationCount * 2 + 1)
    }

    mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { spans.append(Span(text: literal, style: nil, isTrusted: true)) }
    }

    /// Appends a value that may come from a document.
    mutating func appendInterpolation(_ value: some CustomStringConvertible, _ style: Style? = nil)
    {
      spans.append(Span(text: value.description, style: style, isTrusted: false))
    }

    /// Appends the first digits of a commit's id.
    mutating func appendInterpolation(shortID id: ObjectID?) {
      guard let id else { return appendLiteral("no commit") }
      spans.append(Span(text: String(id.hex.prefix(10)), style: .yellow, isTrusted: true))
    }

    /// Appends text of the program itself.
    mutating func appendInterpolation(trusted text: String, _ style: Style? = nil) {
      spans.append(Span(text: text, style: style, isTrusted: true))
    }

    /// Appends text with its styles.
    mutating func appendInterpolation(_ text: StyledText) {
      spans.append(contentsOf: text.spans)
    }
  }
}

/// Returns a number with its noun, like `1 document` or `3 documents`.
///
/// - Parameter noun: a noun in the singular, whose plural ends in s.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

extension String {
  /// Returns the numbers of files that a merge changed, and of those that it merged by content.
  static func changed(_ changed: Int, merged: Int) -> String {
    switch (changed, merged) {
    case (_, 0): "\(counted(changed, "file")) changed"
    case (0, _): "\(counted(merged, "file")) merged by content without a change"
    default: "\(counted(changed, "file")) changed, \(merged) merged by content"
    }
  }
}

/// The escaping of characters that are unsafe on a terminal.
enum Escaping {
  /// Returns the bytes with control and bidirectional characters as `\u{..}`, and with invalid UTF-8 replaced.
  ///
  /// - Parameter keepsLines: true if line feeds and tabs stay.
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

  /// Returns true if the scalar is neither a control character nor one that changes the text's direction.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
    case 0x2028, 0x2029: false
    default: true
    }
  }
}

/// Times in relative form.
enum HumanTime {
  /// Returns a time like `3 minutes ago`, or its date if it is a week or more ago.
  ///
  /// - Parameters:
  ///   - seconds: the time, in seconds since 1970.
  ///   - date: the same time as in RFC 3339, in the author's time zone.
  ///   - now: the current time, in seconds since 1970.
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

  static func ago(_ count: Int64, _ unit: String) -> String {
    "\(counted(Int(clamping: count), unit)) ago"
  }
}

extension LoggedVersion {
  /// The time of the version in relative form, like `3 minutes ago`.
  var moment: String {
    guard hasDate else { return time }
    return HumanTime.text(commit.hybridTime.seconds, date: time, now: Process.startTime)
  }

  /// The time of the version in its author's time zone, to the second, and its relative form.
  var fullMoment: String {
    guard hasDate else { return time }
    let date = String(time.prefix(19)).replacing("T", with: " ") + " " + String(time.suffix(6))
    return date.hasPrefix(moment) ? date : "\(date) (\(moment))"
  }
}
