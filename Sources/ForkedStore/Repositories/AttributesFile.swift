/// A gitattributes(5) file as bytes. Only whole lines are added and removed.
public struct AttributesFile: Equatable {
  /// The contents; nil: there is no such file.
  public private(set) var bytes: [UInt8]?

  /// Creates a file with these contents; nil: no file.
  public init(_ bytes: [UInt8]?) {
    self.bytes = bytes
  }

  /// True if any line gives that attribute to a pattern.
  func gives(_ attribute: String) -> Bool {
    !patterns(with: attribute).isEmpty
  }

  /// The patterns to which a line gives that attribute, as they are written.
  func patterns(with attribute: String) -> [String] {
    rules.filter { $0.attributes.contains { $0.utf8.elementsEqual(attribute.utf8) } }.map(\.pattern)
  }

  /// A line that gives attributes to a pattern.
  struct Rule: Hashable {
    /// The number of the line, from 1.
    var line: Int
    /// The pattern as it is written, and without quotes and escapes.
    var pattern: String, plainPattern: String
    var attributes: [String]

    var text: String { ([pattern] + attributes).joined(separator: " ") }
  }

  /// The lines that give attributes to patterns; a macro is one, with the pattern `[attr]<name>`.
  var rules: [Rule] {
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      let text = line.drop { $0 <= 0x20 }
      guard let first = text.first, first != UInt8(ascii: "#") else { return nil }
      let length =
        first == UInt8(ascii: "\"") ? Self.quoted(text).length : text.prefix { $0 > 0x20 }.count
      let pattern = String(decoding: text.prefix(length), as: UTF8.self)
      return Rule(
        line: index + 1, pattern: pattern,
        plainPattern: first == UInt8(ascii: "\"") ? Self.quoted(text).plain : pattern,
        attributes: text.dropFirst(length).split { $0 <= 0x20 }.map {
          String(decoding: $0, as: UTF8.self)
        })
    }
  }

  /// Returns the length of a C string in quotes at the start of a line, and what it stands for.
  private static func quoted(_ text: ArraySlice<UInt8>) -> (length: Int, plain: String) {
    var (plain, isEscaped) = ([UInt8](), false)
    for (index, byte) in text.enumerated().dropFirst() {
      if isEscaped {
        let letters: [UInt8: UInt8] = [UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09]
        plain.append(letters[byte] ?? byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        return (index + 1, String(decoding: plain, as: UTF8.self))
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        plain.append(byte)
      }
    }
    return (text.count, String(decoding: plain, as: UTF8.self))
  }

  /// The lines that give an attribute to patterns and are not in the file.
  func missing(_ patterns: [String], _ attribute: String) -> [String] {
    let lines = lines
    return patterns.map { "\(Self.written($0)) \(attribute)" }.filter { line in
      !lines.contains { Self.withoutReturn($0).elementsEqual(line.utf8) }
    }
  }

  /// The file with lines added before all others: of two lines that match a path, the later decides, so that each
  /// decision of the file stays in force.
  public func adding(_ added: [String]) -> AttributesFile {
    guard !added.isEmpty else { return self }
    let present = bytes ?? []
    let mark = present.starts(with: Self.byteOrderMark) ? Self.byteOrderMark : []
    return AttributesFile(
      mark + added.flatMap { Array(($0 + "\n").utf8) } + present.dropFirst(mark.count))
  }

  /// git skips it at the start of the file, and nowhere else.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The file without lines that ``adding(_:)`` added.
  public func removing(_ removed: AddedLines) -> AttributesFile {
    guard let bytes else { return self }
    let mark = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark : []
    let all = bytes.dropFirst(mark.count).split(separator: 0x0A, omittingEmptySubsequences: false)
    let kept = all.filter { line in !removed.lines.contains { line.elementsEqual($0.utf8) } }
    if kept.count == all.count { return self }
    let rest = mark + kept.joined(separator: [0x0A])
    return AttributesFile(rest.isEmpty && removed.madeFile ? nil : rest)
  }

  /// The lines that an installation added to a file.
  public struct AddedLines {
    var lines: [String]
    /// True if there was no file before.
    var madeFile: Bool
  }

  private var lines: [ArraySlice<UInt8>] { text.split(separator: 0x0A) }

  private var text: ArraySlice<UInt8> {
    let bytes = bytes ?? []
    return bytes.dropFirst(bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0)
  }

  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }

  /// The pattern in the form that gitattributes(5) requires. It is a C string in quotes if it holds white space or a
  /// quotation mark, or begins like a comment.
  private static func written(_ pattern: String) -> String {
    let needsQuotes = pattern.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }
    guard needsQuotes || pattern.hasPrefix("#") else { return pattern }
    let escaped = pattern.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\t": "\\t"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
