/// A JSON text with comments and trailing commas, which count as white space.
struct CommentedText: Sendable {
  /// The bytes of the file.
  let bytes: [UInt8]
  /// The values of the file: the same as those of the document, with their offsets in the file.
  let nodes: NodeIndex

  /// Reads a file into a document whose `bytes` have no comments.
  static func document(
    in file: [UInt8], _ limits: JSONLimits, _ duplicateKeys: JSONDuplicateKeys
  ) throws(JSONSyntaxError) -> JSONDocument {
    let scan = CommentScan(file)
    let located = try JSONDocument(
      parsing: scan.blanked, limits: limits, duplicateKeys: duplicateKeys)
    return try JSONDocument(
      parsing: scan.stripped, limits: limits, duplicateKeys: duplicateKeys,
      noted: .commented(CommentedText(bytes: file, nodes: located.nodes)))
  }
}

/// A comment in a file.
struct Comment {
  /// The offsets of its bytes, without the end of the line.
  var range: Range<Int>
  /// True if it reaches to the end of its line.
  var isLine: Bool

  /// Reads the comment that begins at an offset; nil if there is none.
  init?(at start: Int, in text: [UInt8]) {
    guard start + 1 < text.count, text[start] == .slash else { return nil }
    switch text[start + 1] {
    case .slash:
      let end = text[start...].firstIndex { $0 == .lineFeed || $0 == .carriageReturn }
      range = start..<(end ?? text.count)
      isLine = true
    case .asterisk:
      var end = start + 3
      while end < text.count, text[end] != .slash || text[end - 1] != .asterisk { end += 1 }
      guard end < text.count else { return nil }
      range = start..<end + 1
      isLine = false
    default: return nil
    }
  }
}

extension UInt8 {
  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let asterisk = UInt8(ascii: "*")
}

/// The comments and trailing commas of a text, found without reading the values.
private struct CommentScan {
  let text: [UInt8]
  private var comments: [Comment] = []
  private var trailingCommas: [Int] = []

  init(_ text: [UInt8]) {
    self.text = text
    var index = 0
    var comma: Int?
    var follows = false  // True after a value, which a trailing comma must follow.
    while index < text.count {
      if let comment = Comment(at: index, in: text) {
        comments.append(comment)
        index = comment.range.upperBound
        continue
      }
      switch text[index] {
      case .quote:
        index = Self.endOfString(in: text, at: index)
        comma = nil
        follows = true
        continue
      case .comma: (comma, follows) = (follows ? index : nil, false)
      case .closeBracket, .closeBrace:
        if let comma { trailingCommas.append(comma) }
        comma = nil
        follows = true
      case let byte where byte.isJSONWhiteSpace: break
      case .openBracket, .openBrace, .colon: (comma, follows) = (nil, false)
      default: (comma, follows) = (nil, true)
      }
      index += 1
    }
  }

  private static func endOfString(in text: [UInt8], at start: Int) -> Int {
    var index = start + 1
    while index < text.count, text[index] != .quote { index += text[index] == .backslash ? 2 : 1 }
    return min(index + 1, text.count)
  }

  /// The text with a space for each byte of a comment and each trailing comma, so that all offsets stay.
  var blanked: [UInt8] {
    var result = text
    for comment in comments {
      for place in comment.range where result[place] != .lineFeed { result[place] = .space }
    }
    for comma in trailingCommas { result[comma] = .space }
    return result
  }

  /// The text as it would have been written without comments and trailing commas.
  var stripped: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var (index, commas) = (0, trailingCommas[...])
    func copy(to end: Int) {
      while let comma = commas.first, comma < end {
        result += text[index..<comma]
        index = comma + 1
        commas.removeFirst()
      }
      if index < end { result += text[index..<end] }
      index = max(index, end)
    }
    for comment in comments {
      copy(to: comment.range.lowerBound)
      let end = comment.range.upperBound
      let white = result.reversed().prefix { $0 == .space || $0 == .tab }.count
      // A slice would share the bytes, and each change would copy them all.
      let indent = Array(result.suffix(white))
      result.removeLast(white)
      index = end + text[end...].prefix { $0 == .space || $0 == .tab }.count
      let lineEnding = text[index...].prefix { $0 == .carriageReturn || $0 == .lineFeed }
      let lineEnd = lineEnding.firstIndex(of: .lineFeed)
      if result.last == .lineFeed || result.count <= text.byteOrderMarkLength {
        if let lineEnd { index = lineEnd + 1 } else { result += indent }
      } else if lineEnd == nil, white > 0 {
        index = end
      }
    }
    copy(to: text.count)
    return result
  }
}
