/// A file of JSON Lines, which is read as an array.
///
/// The document's `bytes` are the lines with a comma behind each but the last, in brackets on lines of their own.
struct LinesText: Sendable {
  /// The bytes of the file.
  let bytes: [UInt8]

  static func document(
    in file: [UInt8], _ limits: JSONLimits, _ duplicateKeys: JSONDuplicateKeys
  ) throws(JSONSyntaxError) -> JSONDocument {
    let lines = LinesText(bytes: file)
    let (array, starts) = lines.array()
    let document: JSONDocument
    do {
      document = try JSONDocument(
        parsing: array, limits: limits, duplicateKeys: duplicateKeys, noted: .lines(lines))
    } catch {
      try lines.requireValueOnEachLine(limits, duplicateKeys)
      throw JSONSyntaxError(reason: error.reason, position: lines.position(error.position))
    }
    try lines.requireValues(of: document, at: starts)
    return document
  }

  /// Refuses the first line that is not a JSON value.
  private func requireValueOnEachLine(
    _ limits: JSONLimits, _ duplicateKeys: JSONDuplicateKeys
  ) throws(JSONSyntaxError) {
    var (number, offset) = (1, bytes.byteOrderMarkLength)
    for line in bytes.dropFirst(offset).split(
      separator: .lineFeed, omittingEmptySubsequences: false)
    {
      if line.contains(where: { !$0.isJSONWhiteSpace }) {
        do {
          _ = try JSONDocument(parsing: Array(line), limits: limits, duplicateKeys: duplicateKeys)
        } catch {
          throw error.onLine(number, at: offset)
        }
      }
      number += 1
      offset += line.count + 1
    }
  }

  /// Returns the position in the file of a position in the array.
  func position(_ position: TextPosition) -> TextPosition {
    let commas = max(0, position.line - 2)  // One for each line before, unless some are blank.
    return TextPosition(
      offset: max(0, position.offset - 1 - lineEnding.count - commas),
      line: max(1, position.line - 1), column: position.column)
  }

  private var lineEnding: [UInt8] { bytes.lineEnding }

  /// Returns the text of the array, and the offset of each line's value in it.
  private func array() -> (text: [UInt8], starts: [Int]) {
    var text = [.openBracket] + lineEnding
    text.reserveCapacity(bytes.count + bytes.count / 16 + 8)
    var starts: [Int] = []
    var end: Int?
    let content = bytes.dropFirst(bytes.byteOrderMarkLength)
    for line in content.split(separator: .lineFeed, omittingEmptySubsequences: false) {
      if line.startIndex > content.startIndex { text.append(.lineFeed) }
      let start = line.firstIndex { !$0.isJSONWhiteSpace }
      guard let start, let last = line.lastIndex(where: { !$0.isJSONWhiteSpace }) else {
        text += line
        continue
      }
      if let end { text.insert(.comma, at: end) }
      starts.append(text.count + start - line.startIndex)
      text += line[...last]
      end = text.count
      text += line[(last + 1)...]
    }
    return (text + [.closeBracket], starts)
  }

  /// Refuses lines with no value, or several.
  private func requireValues(of document: JSONDocument, at starts: [Int]) throws(JSONSyntaxError) {
    var expected = starts[...]
    func refusal(_ offset: Int) -> JSONSyntaxError {
      JSONSyntaxError(
        reason: .unexpectedByte(document.bytes[offset], expected: .oneValuePerLine),
        position: position(TextPosition(offset: offset, in: document.bytes)))
    }
    for element in document.root.elements {
      let start = element.range.lowerBound
      if start != expected.popFirst() { throw refusal(start) }
    }
    if let start = expected.first { throw refusal(start) }
  }

  /// Returns the file that holds the elements of an array.
  ///
  /// An element that was copied from a line has that line's indentation, trailing spaces and line ending, and the blank
  /// lines before it.
  ///
  /// - Parameter printed: the array, printed in the format of this file's document.
  func file(of printed: PrintedRewrite) -> [UInt8] {
    var result = Array(bytes.prefix(bytes.byteOrderMarkLength))
    let array = printed.output.root
    guard array.count > 0 else {
      let isBlank = bytes.allSatisfy(\.isJSONWhiteSpace)
      return result + (isBlank ? bytes.dropFirst(result.count) : [])
    }
    result.reserveCapacity(printed.output.bytes.count)
    let lines = printed.source.root.elements
    let usual = LineSpace(ofNewLinesAmong: lines, endingBy: lineEnding)
    for element in array.elements {
      let origin = printed.origin(of: element.index)
      var space = origin.flatMap(LineSpace.init(around:)) ?? usual
      if origin?.document !== printed.source { space.endLine(by: lineEnding) }
      if !space.endsLine { space.behind += lineEnding }
      result += space.before + Self.line(of: element, from: origin) + space.behind
    }
    guard let last = lines.suffix(1).first, let end = LineSpace(around: last) else { return result }
    if !end.endsLine {
      result.removeLast(result.suffix(2) == [.carriageReturn, .lineFeed] ? 2 : 1)
    }
    return result + LineSpace.afterLast(last)
  }

  /// Returns the bytes of an element on one line: those of the line that it was copied from, if its value is unchanged.
  private static func line(of element: JSONNode, from origin: JSONNode?) -> ArraySlice<UInt8> {
    if let origin, !origin.bytes.contains(.lineFeed),
      origin.hasSameBytes(as: element) || origin.compactBytes == element.compactBytes
    {
      return origin.bytes
    }
    return element.bytes.contains(.lineFeed) ? element.compactBytes[...] : element.bytes
  }
}

extension JSONSyntaxError {
  /// Returns the same error of a text that is a line of a file.
  fileprivate func onLine(_ number: Int, at offset: Int) -> JSONSyntaxError {
    func moved(_ position: TextPosition) -> TextPosition {
      TextPosition(offset: position.offset + offset, line: number, column: position.column)
    }
    let reason: Reason =
      switch reason {
      case .duplicateKey(let key, let first): .duplicateKey(key, first: moved(first))
      case .unexpectedByte(let byte, expected: .endOfText):
        .unexpectedByte(byte, expected: .oneValuePerLine)
      default: reason
      }
    return JSONSyntaxError(reason: reason, position: moved(position))
  }
}

/// The white space around the value of a line.
private struct LineSpace {
  /// Blank lines before the line, and its indentation.
  var before: [UInt8] = []
  /// The spaces behind the value, and the line ending; the last line of a file may have none.
  var behind: [UInt8]

  var endsLine: Bool { behind.last == .lineFeed }

  /// Reads the space around an element; nil if it is not the value of a line.
  init?(around element: JSONNode) {
    let text = element.document.bytes
    guard element.document.notation == .lines else { return nil }
    let start = text[..<element.range.lowerBound].lastIndex { !$0.isJSONWhiteSpace } ?? 0
    let gap = text[(start + 1)..<element.range.lowerBound]
    let rest = text[element.range.upperBound...]
    guard let lineStart = gap.firstIndex(of: .lineFeed),
      let end = rest.firstIndex(where: { !$0.isJSONWhiteSpace }),
      text[end] == .comma || text[end] == .closeBracket
    else { return nil }
    before = Array(gap[(lineStart + 1)...])
    let white = text[(text[end] == .comma ? end + 1 : element.range.upperBound)...]
    let lineEnd = white.firstIndex(of: .lineFeed)
    behind = lineEnd.map { Array(white[...$0]) } ?? Array(white.prefix { $0.isJSONWhiteSpace })
  }

  /// Creates the space of new lines: the indentation that the first and the last line have.
  init(ofNewLinesAmong lines: JSONElements, endingBy lineEnding: [UInt8]) {
    behind = lineEnding
    let indentations = [lines.first { _ in true }, lines.suffix(1).first].map { line in
      line.flatMap(LineSpace.init(around:))?.before.reversed().prefix { $0 != .lineFeed } ?? []
    }
    if indentations[0].elementsEqual(indentations[1]) { before = indentations[0].reversed() }
  }

  /// Replaces the line ending.
  mutating func endLine(by lineEnding: [UInt8]) {
    while let last = behind.last, last == .lineFeed || last == .carriageReturn {
      behind.removeLast()
    }
    behind += lineEnding
  }

  /// Returns the blank lines behind the last line.
  static func afterLast(_ element: JSONNode) -> [UInt8] {
    let white = element.document.bytes[element.range.upperBound...].prefix { $0.isJSONWhiteSpace }
    return white.firstIndex(of: .lineFeed).map { Array(white[($0 + 1)...]) } ?? []
  }
}
