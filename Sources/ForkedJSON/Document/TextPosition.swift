/// A place in a text, as editors show it.
public struct TextPosition: Sendable, Hashable {
  /// Bytes before the place.
  public var offset: Int
  /// 1-based; a line ends with U+000A.
  public var line: Int
  /// 1-based, in Unicode scalars; a byte order mark takes no column.
  public var column: Int

  /// The position with these three coordinates, unchecked.
  public init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// The position of the byte at `offset`. Complexity: O(`offset`).
  init(offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: .lineFeed).map { $0 + 1 } ?? bytes.byteOrderMarkLength
    let isContinuation: (UInt8) -> Bool = { $0 & 0xC0 == 0x80 }
    self.offset = offset
    line = 1 + before.count { $0 == .lineFeed }
    column = 1 + before[min(lineStart, before.count)...].count { !isContinuation($0) }
  }
}

extension TextPosition: CustomStringConvertible {
  /// As in `line 3, column 14`.
  public var description: String { "line \(line), column \(column)" }
}

extension [UInt8] {
  var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
