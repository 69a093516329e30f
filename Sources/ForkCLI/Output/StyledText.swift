import ForkedGit

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

  /// Whether there is nothing to say.
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
