import ForkedJSON

/// The words of four versions of a text: separated by blanks, or single characters of a script without blanks.
struct TextWords {
  private typealias Word = ArraySlice<UInt8>

  private let base: [Word]
  private let ours: [Word]
  private let theirs: [Word]
  private let merged: [Word]
  private let counts: [Word: TokenCounts.Count]

  init(base: JSONString, ours: JSONString, theirs: JSONString, merged: JSONString) {
    self.base = Self.words(of: base)
    self.ours = Self.words(of: ours)
    self.theirs = Self.words(of: theirs)
    self.merged = Self.words(of: merged)
    var counts: [Word: TokenCounts.Count] = [:]
    for word in self.base { counts[word, default: .init()].base += 1 }
    for word in self.ours { counts[word, default: .init()].ours += 1 }
    for word in self.theirs { counts[word, default: .init()].theirs += 1 }
    for word in self.merged { counts[word, default: .init()].merged += 1 }
    self.counts = counts
  }

  /// Returns true if the words are as both sides require.
  ///
  /// If the sides changed different parts of the text, the words must be exact. Otherwise, and for brackets and dashes,
  /// each must occur as often as required, and not more often than allowed: which bracket a side kept is not certain.
  ///
  /// - Parameter inOrder: true if the lines that a side kept are certain, and so the words that it did not move.
  func hold(inOrder: Bool) -> Bool {
    if inOrder,
      let both = partsOfBoth(first: ours, last: theirs) ?? partsOfBoth(first: theirs, last: ours)
    {
      let isExact = merged.filter(Self.hasLetter) == both.filter(Self.hasLetter)
      guard isExact else { return false }
    }
    return counts.values.allSatisfy { count in
      count.merged >= count.leastWords && count.merged <= count.mostWords
    }
  }

  /// True if the same holds, except that words which one side deleted may be there, and that two words at one place may
  /// have become one word with both changes.
  var holdCombined: Bool {
    let combined = merged.filter { word in
      counts[word].map { $0.base + $0.ours + $0.theirs == 0 } ?? false
    }
    let missing = { (side: KeyPath<TokenCounts.Count, Int>) in
      counts.values.reduce(0) { $0 + max(0, $1[keyPath: side] - $1.base - $1.merged) }
    }
    return missing(\.ours) <= combined.count && missing(\.theirs) <= combined.count
      && areCombinations(combined)
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

  // MARK: - Parts

  /// Returns the words with one side's changes before a word that is the same in all versions, and the other's after
  /// it; nil if there is no such word.
  private func partsOfBoth(first: [Word], last: [Word]) -> [Word]? {
    let start = base.count - zip(base.reversed(), first.reversed()).prefix { $0 == $1 }.count
    let end = zip(base, last).prefix { $0 == $1 }.count
    guard start < end, base[start..<end].contains(where: isAnchor) else { return nil }
    return first.dropLast(base.count - start) + last.dropFirst(start)
  }

  /// Returns true for a word that each version has once: it is the same in all of them.
  private func isAnchor(_ word: Word) -> Bool {
    counts[word].map(\.isOnce) ?? false && Self.hasLetter(word)
  }

  /// Returns true unless the word has only ASCII marks.
  private static func hasLetter(_ word: Word) -> Bool {
    word.contains { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: true
      default: false
      }
    }
  }

  // MARK: - Combined words

  /// Returns true if each word begins like a word of one side and ends like one of the other.
  private func areCombinations(_ words: [Word]) -> Bool {
    guard !words.isEmpty else { return true }
    let heads = [ours, theirs].map { SortedWords($0.map { Array($0) }) }
    let tails = [theirs, ours].map { SortedWords($0.map { $0.reversed() }) }
    return words.allSatisfy { word in
      zip(heads, tails).contains { head, tail in
        head.longest(of: Array(word)) + tail.longest(of: word.reversed()) >= word.count
      }
    }
  }

  /// Sorted words, to find those that begin alike.
  private struct SortedWords {
    private let words: [[UInt8]]

    init(_ words: [[UInt8]]) { self.words = words.sorted { $0.lexicographicallyPrecedes($1) } }

    /// Returns the length of the longest beginning that a word has in common with one of these.
    func longest(of word: [UInt8]) -> Int {
      var (low, high) = (0, words.count)
      while low < high {
        let middle = (low + high) / 2
        if words[middle].lexicographicallyPrecedes(word) { low = middle + 1 } else { high = middle }
      }
      return words[max(low - 1, 0)..<min(low + 1, words.count)]
        .map { zip($0, word).prefix { $0 == $1 }.count }.max() ?? 0
    }
  }
}

extension TokenCounts.Count {
  fileprivate var isOnce: Bool { base == 1 && ours == 1 && theirs == 1 }

  /// The least number required: occurrences that a side certainly inserted, and one that both kept.
  fileprivate var leastWords: Int {
    base == 1 && ours > 0 && theirs > 0 ? max(1, least) : least
  }

  /// The greatest number allowed: of two equal words it is not certain which one a side deleted.
  fileprivate var mostWords: Int { base == 1 ? max(ours + theirs - 1, 0) : ours + theirs }
}
