public import ForkedJSON

/// A report as data, as `--json` prints it.
public indirect enum ReportValue: Sendable {
  /// Nothing.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case number(Int)
  /// A text.
  case string(String)
  /// A text that may hold lone surrogates.
  case text(JSONString)
  /// A value of a document, byte for byte.
  case node(JSONNode)
  /// A list.
  case array([ReportValue])
  /// Named values, in this order; a nil value leaves its name out.
  case object(KeyValuePairs<String, ReportValue?>)
  /// The named values of several objects as one, in this order.
  case joined([ReportValue])

  /// The text of a value that may be missing.
  public static func string(_ text: String?) -> ReportValue? {
    text.map { .string($0) }
  }

  /// The texts of a list.
  public static func strings(_ texts: some Sequence<String>) -> ReportValue {
    .array(texts.map { .string($0) })
  }
}

/// The result of a command. Its text output is made from the same value.
public protocol Report: Sendable {
  /// The report as one JSON value.
  var reportValue: ReportValue { get }
}

extension ReportValue {
  /// The value as JSON in one line, in UTF-8, with no line feed at the end. O(size of the result).
  public var jsonLine: [UInt8] { output.bytes }

  private var output: JSONOutput {
    switch self {
    case .null: nil
    case .bool(let flag): .bool(flag)
    case .number(let number): .int(number)
    case .string(let text): .string(text)
    case .text(let text): .string(text)
    case .node(let node): .node(node)
    case .array(let elements): .array(elements.map(\.output))
    case .object, .joined: .object(members.map { ($0.key, $0.value?.output) })
    }
  }

  /// The named values of an object; none of any other value.
  private var members: [(key: String, value: ReportValue?)] {
    switch self {
    case .object(let members): members.map { ($0.key, $0.value) }
    case .joined(let objects): objects.flatMap(\.members)
    default: []
    }
  }
}

extension JSONNode {
  /// The value in one line, for messages. A long value is cut off.
  public var shortened: String {
    let text = String(decoding: ReportValue.node(self).jsonLine, as: UTF8.self)
    return text.unicodeScalars.count <= 80 ? text : String(text.prefix(77)) + "..."
  }
}

/// Quoting for hints, which can be pasted into a POSIX shell.
extension String {
  /// The text as one word, always in quotes. A path that begins with a dash begins with `./`, so that no program takes
  /// it for an option.
  public var quotedForShell: String {
    "'" + (hasPrefix("-") ? "./" + self : self).replacing("'", with: #"'\''"#) + "'"
  }

  /// The text as one word, in quotes if a shell would split it, or a program would take it for an option.
  public var shellWord: String {
    let isPlain = !isEmpty && !hasPrefix("-") && utf8.allSatisfy(Self.plainBytes.contains)
    return isPlain ? self : quotedForShell
  }

  private static let plainBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:,@%".utf8)
}
