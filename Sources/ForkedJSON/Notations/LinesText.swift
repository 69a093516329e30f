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
      throw lines.refusal(error, in: array)
    }
    try lines.requireValues(of: document, at: starts)
    return document
  }

  /// Returns the error of the file for one of the array, whose closing bracket the file does not have.
  private func refusal(_ error: JSONSyntaxError, in array: [UInt8]) -> JSONSyntaxError {
    guard error.position.offset == array.count - 1,
      case .unexpectedByte(_, let expected) = error.reason,
      let last = array.dropLast().lastIndex(where: { !$0.isJSONWhiteSpace })
    else { return JSONSyntaxError(reason: error.reason, position: position(error.position)) }
    return JSONSyntaxError(
      reason: .unexpectedEnd(expected: expected),
      position: position(TextPosition(offset: last + 1, in: array)))
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
  /// - Parameter printed: the array, printed in the format of this file's document.
  func file(of printed: PrintedRewrite) -> [UInt8] {
    let array = printed.output
    var result = Array(bytes.prefix(bytes.byteOrderMarkLength))
    result.reserveCapacity(array.bytes.count)
    var end = array.root.range.lowerBound + 1
    func gap(to next: Int) -> [UInt8] { array.bytes[end..<next].filter { $0 != .comma } }
    let hadLines = bytes.contains { !$0.isJSONWhiteSpace }
    for (index, element) in array.root.elements.enumerated() {
      let white = gap(to: element.range.lowerBound)
      if index == 0 {
        result += hadLines ? white.drop { $0 != .lineFeed }.dropFirst() : []
      } else {
        result += hadLines && white.contains(.lineFeed) ? white : lineEnding
      }
      result += Self.line(of: element, from: printed.origin(of: element.index))
      end = element.range.upperBound
    }
    guard array.root.count > 0 else {
      return result + (hadLines ? [] : bytes.dropFirst(result.count))
    }
    return result + (hadLines ? gap(to: array.root.range.upperBound - 1) : lineEnding)
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
