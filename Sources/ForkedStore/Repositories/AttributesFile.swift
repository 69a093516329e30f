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
    lines.compactMap { line in
      let words = line.split { $0 <= 0x20 }
      guard let pattern = words.first, pattern.first != UInt8(ascii: "#"),
        words.dropFirst().contains(where: { $0.elementsEqual(attribute.utf8) })
      else { return nil }
      return String(decoding: pattern, as: UTF8.self)
    }
  }

  /// The lines that give an attribute to patterns and are not in the file.
  func missing(_ patterns: [String], _ attribute: String) -> [String] {
    let lines = lines
    return patterns.map { "\(Self.written($0)) \(attribute)" }.filter { line in
      !lines.contains { Self.withoutReturn($0).elementsEqual(line.utf8) }
    }
  }

  /// The file with lines added at its end.
  public func adding(_ added: [String]) -> AttributesFile {
    guard !added.isEmpty else { return self }
    let start = bytes ?? []
    let ending: [UInt8] = ending == .unterminated ? [0x0A] : []
    return AttributesFile(start + ending + added.flatMap { Array(($0 + "\n").utf8) })
  }

  /// The end of a file, which is needed to remove lines as if they had never been added.
  enum Ending: String {
    /// There is no file.
    case absent
    /// The last line has no line feed.
    case unterminated
    /// Each line has its line feed.
    case whole
  }

  var ending: Ending {
    guard let bytes else { return .absent }
    return bytes.isEmpty || bytes.last == 0x0A ? .whole : .unterminated
  }

  /// The file without lines that ``adding(_:)`` added.
  public func removing(_ removed: AddedLines) -> AttributesFile {
    guard let bytes else { return self }
    let all = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let kept = all.filter { line in !removed.lines.contains { line.elementsEqual($0.utf8) } }
    if kept.count == all.count { return self }
    let rest = Array(kept.joined(separator: [0x0A]))
    switch removed.ending {
    case .absent where rest.isEmpty: return AttributesFile(nil)
    case .unterminated where all.prefix(kept.count - 1).elementsEqual(kept.dropLast(), by: ==):
      return AttributesFile(rest.dropLast(rest.last == 0x0A ? 1 : 0))
    case .absent, .unterminated, .whole: return AttributesFile(rest)
    }
  }

  /// The lines that an installation added to a file.
  public struct AddedLines {
    var lines: [String]
    /// The end of the file before that.
    var ending: Ending
  }

  private var lines: [ArraySlice<UInt8>] { bytes?.split(separator: 0x0A) ?? [] }

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
