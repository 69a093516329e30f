public import Forked
public import ForkedGit
public import ForkedJSON

/// A report as data, as `--json` prints it.
public typealias ReportValue = JSONOutput

/// A value that a report can hold.
public protocol Reported {
  /// The value as JSON; nil if its name is left out.
  var reported: ReportValue? { get }
}

/// The result of a command, or a part of one. Its text output is made from the same value.
public protocol Report: Reported, Sendable {
  /// The report as one JSON value.
  var reportValue: ReportValue { get }
}

extension Report {
  /// The report as one JSON value.
  public var reported: ReportValue? { reportValue }
}

extension ReportValue: Reported {
  /// The value itself.
  public var reported: ReportValue? { self }

  /// Named values, in this order; a nil value leaves its name out.
  public static func object(_ members: KeyValuePairs<String, (any Reported)?>) -> ReportValue {
    .object(members.map { ($0.key, $0.value?.reported) })
  }

  /// A list.
  public static func array(_ elements: [any Reported]) -> ReportValue {
    .array(elements.compactMap(\.reported))
  }

  /// The named values of several objects as one, in this order.
  public static func joined(_ objects: [ReportValue]) -> ReportValue {
    .object(
      objects.flatMap { object -> [(String, JSONOutput)] in
        if case .object(let members) = object { members } else { [] }
      })
  }
}

extension Optional: Reported where Wrapped: Reported {
  /// The value, if there is one.
  public var reported: ReportValue? { flatMap(\.reported) }
}

extension Array: Reported where Element: Reported {
  /// A list.
  public var reported: ReportValue? { .array(self) }

  /// The list; nil if it is empty.
  var ifAny: Self? { isEmpty ? nil : self }
}

extension String: Reported {
  /// A text.
  public var reported: ReportValue? { .string(self) }
}

extension JSONString: Reported {
  /// A text that may hold lone surrogates.
  public var reported: ReportValue? { .string(self) }
}

extension Int: Reported {
  /// A whole number.
  public var reported: ReportValue? { .int(self) }
}

extension Bool: Reported {
  /// A truth value.
  public var reported: ReportValue? { .bool(self) }
}

extension JSONNode: Reported {
  /// A value of a document, byte for byte.
  public var reported: ReportValue? { .node(self) }
}

extension JSONPointer: Reported {
  /// The text of the pointer.
  public var reported: ReportValue? { .string(description) }
}

extension ObjectID: Reported {
  /// The id in hexadecimal digits.
  public var reported: ReportValue? { .string(hex) }
}

extension Fork: Reported {
  /// The fork's name.
  public var reported: ReportValue? { .string(name) }
}

extension JSONNode {
  /// The value in one line, for messages. A long value is cut off.
  public var shortened: String {
    let text = ReportValue.node(self).text
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
