import ForkedJSON

/// A gitignore-style pattern for the paths of documents.
///
/// `*` and `?` never match a slash. `**` between slashes matches any number of directories, and at the end everything
/// below. `[a-z]` and `[!a-z]` match one character, and a backslash makes the next character literal. A pattern without
/// a slash at its beginning or in its middle matches at any depth. Characters are Unicode scalars.
struct Glob: Hashable, Sendable {
  /// The text of the pattern.
  let text: String
  let segments: [Segment]

  enum Segment: Hashable, Sendable {
    /// `**`: any number of directories; at the end, at least one name.
    case anyFolders
    case name([Element])
  }

  enum Element: Hashable, Sendable {
    case literal(Unicode.Scalar)
    case anyCharacter
    case anyCharacters
    case oneOf(CharacterRanges)
  }

  struct CharacterRanges: Hashable, Sendable {
    var ranges: [ClosedRange<UInt32>]
    var isNegated: Bool

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      ranges.contains { $0.contains(scalar.value) } != isNegated
    }
  }
}

/// The parser of globs.
extension Glob {
  init(_ pattern: JSONString) throws(Refusal) {
    guard let text = pattern.exactString else { throw Refusal(message: "it is not Unicode text") }
    try self.init(parsing: text)
  }

  init(parsing text: String) throws(Refusal) {
    self.text = text
    var parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard !text.isEmpty else { throw Refusal(message: "it is empty") }
    if parts[0].first == "!" {
      throw Refusal(
        message: "exclusion is not supported", hint: #"write a leading ! as \!"#)
    }
    if parts[parts.count - 1].isEmpty {
      throw Refusal(message: "it ends with a slash", hint: "\(text)** names all documents below")
    }
    if parts.count == 1 { parts.insert("**".unicodeScalars[...], at: 0) }
    if parts[0].isEmpty { parts.removeFirst() }
    segments = try Self.segments(parts)
  }

  private static func segments(
    _ parts: [Substring.UnicodeScalarView]
  ) throws(Refusal) -> [Segment] {
    var segments: [Segment] = []
    for part in parts {
      if part.elementsEqual("**".unicodeScalars) {
        if segments.last != .anyFolders { segments.append(.anyFolders) }
      } else if part.elementsEqual(".".unicodeScalars) || part.elementsEqual("..".unicodeScalars) {
        throw Refusal(message: "paths have no . or .. in them")
      } else if part.isEmpty {
        throw Refusal(message: "it has two slashes in a row")
      } else {
        segments.append(.name(try elements(part)))
      }
    }
    return segments
  }

  private static func elements(_ part: Substring.UnicodeScalarView) throws(Refusal) -> [Element] {
    var elements: [Element] = []
    var rest = part
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": if elements.last != .anyCharacters { elements.append(.anyCharacters) }
      case "?": elements.append(.anyCharacter)
      case "[": elements.append(.oneOf(try characters(&rest)))
      case "\\":
        guard let escaped = rest.popFirst() else {
          throw Refusal(message: "it ends with a backslash")
        }
        elements.append(.literal(escaped))
      default: elements.append(.literal(scalar))
      }
    }
    return elements
  }

  /// Parses the characters after an opening bracket; a closing bracket directly after it is literal.
  private static func characters(
    _ rest: inout Substring.UnicodeScalarView
  ) throws(Refusal) -> CharacterRanges {
    var set = CharacterRanges(ranges: [], isNegated: rest.first == "!" || rest.first == "^")
    if set.isNegated { rest.removeFirst() }
    var isFirst = true
    while let scalar = rest.popFirst() {
      if scalar == "]", !isFirst { return set }
      if scalar == "[", rest.first == ":" {
        throw Refusal(
          message: "named classes are not supported", hint: "write [[:alpha:]] as [a-zA-Z]")
      }
      isFirst = false
      let low = try literal(scalar, &rest)
      var high = low
      if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
        rest.removeFirst(2)
        high = try literal(end, &rest)
      }
      guard low <= high else { throw Refusal(message: "the range \(low)-\(high) is empty") }
      set.ranges.append(low.value...high.value)
    }
    throw Refusal(message: "a [ without its ]")
  }

  private static func literal(
    _ scalar: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView
  ) throws(Refusal) -> Unicode.Scalar {
    guard scalar == "\\" else { return scalar }
    guard let escaped = rest.popFirst() else { throw Refusal(message: "it ends with a backslash") }
    return escaped
  }
}
