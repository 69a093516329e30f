/// A text with a blank before the first word of each line, for the merge.
///
/// With the blank, a word is the same piece at the start and in the middle of a line, and two words that come together
/// stay apart. Scripts without blanks need none.
struct LineStarts {
  /// The bytes with the blanks.
  let bytes: [UInt8]

  /// Inserts a blank before the first word of each line.
  init(_ text: [UInt8]) {
    bytes = text.withUnsafeBufferPointer { text in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count + text.count / 8)
      var start = 0
      Self.forEachFirstWord(of: text) { word, _ in
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<word]))
        bytes.append(Self.blank)
        start = word
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
      return bytes
    }
  }

  /// Removes the blanks.
  static func removed(from bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { bytes in
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      var start = 0
      forEachFirstWord(of: bytes) { word, line in
        guard word > line, bytes[word - 1] == blank else { return }
        text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<word - 1]))
        start = word
      }
      text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
      return text
    }
  }

  /// Returns the ranges of the text for ranges of `bytes`.
  /// - Complexity: O(bytes), once for all ranges.
  func places(_ places: [Range<Int>]) -> [Range<Int>] {
    var words: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      Self.forEachFirstWord(of: bytes) { word, _ in words.append(word) }
    }
    func place(_ offset: Int) -> Int { offset - words.partitionPoint { $0 <= offset } }
    return places.map { place($0.lowerBound)..<place($0.upperBound) }
  }

  private static let blank = UInt8(ascii: " ")

  /// Calls `body` with the start of the first word of each line that takes a blank, and the start of the line.
  private static func forEachFirstWord(
    of bytes: UnsafeBufferPointer<UInt8>, _ body: (_ word: Int, _ line: Int) -> Void
  ) {
    var line = 0
    while line < bytes.count {
      var word = line
      while word < bytes.count, WordBreaker.isBlank(bytes[word]) { word += 1 }
      if word < bytes.count, takesBlank(bytes, word) { body(word, line) }
      line = word
      while line < bytes.count, bytes[line] != 10 { line += 1 }
      line += 1
    }
  }

  private static func takesBlank(_ bytes: UnsafeBufferPointer<UInt8>, _ word: Int) -> Bool {
    guard bytes[word] >= 0x80 else { return !WordBreaker.isLineEnding(bytes[word]) }
    let word = bytes[word..<min(word + 4, bytes.count)]
    return !WordBreaker.beginsAlone(word) && !WordBreaker.beginsWithExtender(word)
  }
}
