/// The notation in which a file holds a document.
///
/// The file's name decides; nothing else in the program asks for it.
public enum JSONNotation: Sendable, Hashable {
  /// One JSON value, around whose parts comments and trailing commas may be.
  case json
  /// JSON Lines: one JSON value on each line, which together are read as an array.
  case lines

  /// Creates the notation of the file at a path.
  public init(path: String) {
    self = Self.linesEndings.contains(where: path.utf8.hasEnding) ? .lines : .json
  }

  private static let linesEndings = [".jsonl", ".ndjson"]
  private static let commentedEndings = [".jsonc", ".json5"]

  /// Returns true if the file's name alone shows that it holds a document.
  public static func isDocument(_ path: String) -> Bool {
    ([".json"] + commentedEndings + linesEndings).contains(where: path.utf8.hasEnding)
  }

  /// The patterns of all such names, as gitattributes(5) writes them.
  public static let patterns = ([".json"] + commentedEndings + linesEndings).map { "*" + $0 }

  /// Returns true if the file may be in a notation that is not read, so that it is no document then.
  ///
  /// JSON5 is read if it differs from JSON by comments and trailing commas only.
  public static func mayHoldOther(_ path: String) -> Bool { path.utf8.hasEnding(".json5") }

  /// Returns true if the programs that read the file accept comments and trailing commas, so that its document may have
  /// them.
  ///
  /// A file of any other name is read with those that it has, for a merge to keep them, but they are an error there.
  public static func expectsComments(_ path: String) -> Bool {
    if (commentedEndings + editorEndings).contains(where: path.utf8.hasEnding) { return true }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    guard let name = parts.last, name.hasEnding(".json") else { return false }
    return configurationNames.contains { name.elementsEqual("\($0).json".utf8) }
      || ["tsconfig", "jsconfig"].contains { name.starts(with: $0.utf8) }
      || parts.dropLast().contains { directory in
        [".vscode", ".devcontainer"].contains { directory.elementsEqual($0.utf8) }
      }
  }

  /// Endings of files that editors write with comments. They are documents only where a schema names them.
  private static let editorEndings = [
    ".code-workspace", ".code-snippets", ".sublime-settings", ".sublime-project", ".sublime-keymap",
  ]

  /// Files of programs that document that they accept comments, without their ending `.json`.
  private static let configurationNames = [
    "devcontainer", ".devcontainer", ".eslintrc", ".jshintrc", "tslint", "api-extractor",
    "language-configuration",
  ]
}

extension BidirectionalCollection<UInt8> {
  /// Returns true if the bytes end with those of the ending: paths are never compared by canonical equivalence.
  public func hasEnding(_ ending: String) -> Bool {
    reversed().starts(with: ending.utf8.reversed())
  }
}

/// A file that is not exactly its document's JSON text.
enum NotedText: Sendable {
  case commented(CommentedText)
  case lines(LinesText)

  /// The bytes of the file.
  var bytes: [UInt8] {
    switch self {
    case .commented(let text): text.bytes
    case .lines(let text): text.bytes
    }
  }
}

extension JSONDocument {
  /// Reads a file.
  ///
  /// - Throws: an error if it is no document in this notation, or exceeds a limit; with the position in the file.
  /// - Complexity: O(bytes); a file without comments is read once, as by `init(parsing:)`.
  public static func reading(
    _ file: [UInt8], as notation: JSONNotation = .json, limits: JSONLimits = .standard,
    duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) -> JSONDocument {
    if notation == .lines { return try LinesText.document(in: file, limits, duplicateKeys) }
    do {
      return try JSONDocument(parsing: file, limits: limits, duplicateKeys: duplicateKeys)
    } catch {
      guard error.reason.mayBeComment else { throw error }
      return try CommentedText.document(in: file, limits, duplicateKeys)
    }
  }

  /// The bytes of the file that the document was read from.
  ///
  /// They differ from ``bytes`` if the file has comments or trailing commas, or is JSON Lines.
  public var file: [UInt8] { noted?.bytes ?? bytes }

  /// The notation of the file.
  public var notation: JSONNotation {
    if case .lines = noted { .lines } else { .json }
  }

  /// True if the bytes of the file are not those of the document.
  public var hasNotation: Bool { noted != nil }

  /// True if the file has comments or trailing commas.
  public var hasComments: Bool {
    if case .commented = noted { true } else { false }
  }
}

extension JSONNode {
  /// True if it is the array of the lines of JSON Lines.
  public var isListOfLines: Bool { index == 0 && document.notation == .lines }
}

extension JSONSyntaxError.Reason {
  /// True if a comment or a trailing comma is the reason.
  fileprivate var mayBeComment: Bool {
    switch self {
    case .trailingComma, .unexpectedByte(UInt8(ascii: "/"), _): true
    default: false
    }
  }
}
