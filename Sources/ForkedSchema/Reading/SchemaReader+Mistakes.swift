import ForkedJSON

extension TextPosition {
  static let start = TextPosition(offset: 0, line: 1, column: 1)

  /// Moves on to a later offset of the same text. O(bytes between them).
  mutating func advance(to offset: Int, in bytes: [UInt8]) {
    let isByteOrderMark = self.offset == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
    for byte in bytes[self.offset..<max(self.offset, offset)] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    if isByteOrderMark, line == 1, offset > 0 { column -= 1 }
    self.offset = max(self.offset, offset)
  }
}

extension SchemaReader {
  /// All mistakes with their lines and columns: by file as the files were met, by place in each.
  /// O(bytes of the files + n log n).
  func placedMistakes() -> [SchemaMistake] {
    var order: [String] = []
    var byFile: [String: [UnplacedMistake]] = [:]
    for mistake in mistakes {
      if byFile[mistake.file.name] == nil { order.append(mistake.file.name) }
      byFile[mistake.file.name, default: []].append(mistake)
    }
    return unreadable + order.flatMap { place(byFile[$0] ?? []) }
  }

  private func place(_ mistakes: [UnplacedMistake]) -> [SchemaMistake] {
    var position = TextPosition.start
    var placed: [SchemaMistake] = []
    for unplaced in mistakes.sorted(by: { $0.offset < $1.offset }) {
      position.advance(to: unplaced.offset, in: unplaced.file.document.bytes)
      placed.append(unplaced.mistake)
      placed[placed.count - 1].position = position
    }
    return placed
  }
}
