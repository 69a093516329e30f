import ForkedJSON

/// The words of four versions of a text: separated by white space, or single characters of a script without blanks.
struct TextWords {
  private typealias Word = ArraySlice<UInt8>

  /// Base, ours, theirs and the result.
  private let words: [[Word]]
  private let counts: [Word: TokenCount]

  init(_ texts: [JSONString]) {
    words = texts.map(Self.words)
    counts = TokenCount.of(words)
  }

  /// True if the words are those of a list that both sides changed. Of brackets and dashes only the number is certain.
  var hold: Bool {
    let marks = counts.filter { !Self.hasLetter($0.key) }.map(\.value)
    let named = counts.keys.filter(Self.hasLetter)
    let numbers = Dictionary(uniqueKeysWithValues: named.enumerated().map { ($1, $0) })
    let tokens = words.map { $0.compactMap { numbers[$0] } }
    var list = ListConservation(tokens)
    list.mayRepeat = true
    // Words that both inserted may stand once or twice, with other white space between them.
    let isInsertedByBoth = counts.values.contains { $0.ours > $0.base && $0.theirs > $0.base }
    return (list.holds || isInsertedByBoth)
      && (isInsertedByBoth ? Array(counts.values) : marks).allSatisfy { count in
        count.merged >= max(count.ours - count.base, count.theirs - count.base)
          && count.merged <= count.ours + count.theirs
      }
  }

  /// True if no word is there more often than in both sides together, and each that a side added is there, where words
  /// that both changed at one place may have become one with both changes.
  var holdCombined: Bool {
    let combined = words[3].filter { word in
      counts[word].map { $0.base + $0.ours + $0.theirs == 0 } ?? false
    }
    let missing = [\TokenCount.ours, \.theirs].map { side in
      counts.values.reduce(0) { $0 + max(0, $1[keyPath: side] - $1.base - $1.merged) }
    }
    return missing.allSatisfy { $0 <= combined.count } && areCombinations(combined)
      && counts.values.allSatisfy { count in
        count.merged <= count.ours + count.theirs || count.base + count.ours + count.theirs == 0
      }
  }

  // MARK: - Words

  private static func words(of text: JSONString) -> [Word] {
    text.utf8.split { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.flatMap(partedByScript)
  }

  private static func partedByScript(_ word: Word) -> [Word] {
    guard word.contains(where: { $0 >= 0xE2 }) else { return [word] }
    var parts: [Word] = []
    var (start, end) = (word.startIndex, word.startIndex)
    for character in String(decoding: word, as: UTF8.self) {
      let next = end + character.utf8.count
      if character.unicodeScalars.first.map(needsNoBlank) ?? false {
        parts += [word[start..<end], word[end..<next]]
        start = next
      }
      end = next
    }
    return (parts + [word[start...]]).filter { !$0.isEmpty }
  }

  /// Returns true for ideographs and kana, with their marks.
  private static func needsNoBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// Returns true unless the word has only ASCII marks.
  private static func hasLetter(_ word: Word) -> Bool {
    word.contains {
      $0 >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A
    }
  }

  // MARK: - Combined words

  /// Returns true if each word begins like a word of one side and ends like one of the other.
  private func areCombinations(_ combined: [Word]) -> Bool {
    guard !combined.isEmpty else { return true }
    let sides = words[1...2].map { $0.map { Array($0) } }
    let heads = sides.map { $0.sorted { $0.lexicographicallyPrecedes($1) } }
    let tails = sides.map { side in
      side.map { Array($0.reversed()) }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    return combined.allSatisfy { word in
      zip(heads, tails.reversed()).contains { heads, tails in
        heads.longestBeginning(of: Array(word)) + tails.longestBeginning(of: word.reversed())
          >= word.count
      }
    }
  }
}

extension [[UInt8]] {
  /// Returns the length of the longest beginning that a word has in common with one of these sorted words.
  fileprivate func longestBeginning(of word: [UInt8]) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].lexicographicallyPrecedes(word) { low = middle + 1 } else { high = middle }
    }
    return self[Swift.max(low - 1, 0)..<Swift.min(low + 1, count)]
      .map { zip($0, word).prefix { $0 == $1 }.count }.max() ?? 0
  }
}
