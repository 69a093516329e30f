import Forked

/// The merge of one word that both sides replaced, each by one word.
enum WordMerge {
  /// Combines both changes in one word; nil if no letter stands between them, or if one of them replaces more than half
  /// of the word.
  ///
  /// The blanks before the word and the word itself are merged separately. If both sides changed the word, each must
  /// keep at least half of it at its ends: letters that two words have in common by chance are no evidence.
  static func merged(
    base: ArraySlice<UInt8>, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>
  ) -> [UInt8]? {
    let parts = [base, ours, theirs].map(parts)
    guard let blanks = onlyChange(parts.map(\.blanks)) else { return nil }
    let words = parts.map(\.word)
    let word = onlyChange(words).map { Array($0) } ?? combined(words.map(clusters))
    return word.map { blanks + $0 }
  }

  private static func parts(
    of word: ArraySlice<UInt8>
  ) -> (blanks: ArraySlice<UInt8>, word: ArraySlice<UInt8>) {
    let blanks = word.prefix(while: WordBreaker.isBlank)
    return (blanks, word[blanks.endIndex...])
  }

  private static func onlyChange(_ versions: [ArraySlice<UInt8>]) -> ArraySlice<UInt8>? {
    if versions[2] == versions[0] || versions[2] == versions[1] { return versions[1] }
    return versions[1] == versions[0] ? versions[2] : nil
  }

  // MARK: - Letters

  private static func clusters(of word: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var start = word.startIndex
    return String(decoding: word, as: UTF8.self).map { cluster in
      defer { start += cluster.utf8.count }
      return word[start..<start + cluster.utf8.count]
    }
  }

  private static func combined(_ versions: [[ArraySlice<UInt8>]]) -> [UInt8]? {
    let base = versions[0]
    let edits = versions.dropFirst().map { (hunk: hunk(from: base, to: $0), new: $0) }
      .sorted { $0.hunk.old.lowerBound < $1.hunk.old.lowerBound }
    let (first, last) = (edits[0].hunk, edits[1].hunk)
    guard first.old.upperBound < last.old.lowerBound,
      edits.allSatisfy({ $0.hunk.old.count * 2 <= base.count })
    else { return nil }
    let word =
      base[..<first.old.lowerBound] + edits[0].new[first.new]
      + base[first.old.upperBound..<last.old.lowerBound] + edits[1].new[last.new]
      + base[last.old.upperBound...]
    let bytes = word.flatMap { $0 }
    return clusters(of: bytes[...]) == Array(word) ? bytes : nil
  }

  /// Returns the change between the beginning and the end that two words share.
  private static func hunk(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) -> Hunk {
    let (prefix, suffix) = old.commonEnds(with: new, by: ==)
    return Hunk(old: prefix..<old.count - suffix, new: prefix..<new.count - suffix)
  }
}

/// Words that both sides deleted from their place in base and that a side inserted elsewhere, because it moved them.
///
/// Only a word that base has once is known to be the same word.
struct MovedWords {
  private var deleted: [(range: Range<Int>, replacement: Range<Int>)] = []
  private var inserted: [(range: Range<Int>, side: MergeSide)] = []

  /// Records a range of base that both sides deleted, or replaced by a range of ours.
  mutating func noteDeleted(_ range: Range<Int>, replacement: Range<Int> = 0..<0) {
    deleted.append((range, replacement))
  }

  /// Records a range that one side alone inserted.
  mutating func noteInserted(_ range: Range<Int>, by side: MergeSide) {
    inserted.append((range, side))
  }

  /// Returns the places of the words, except those that both deleted within one of the given places.
  /// - Complexity: O(words of the texts).
  func places(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], outside known: [TextMerge.Place]
  ) -> [TextMerge.Place] {
    let deleted = deleted(outside: known)
    guard !deleted.isEmpty, !inserted.isEmpty else { return [] }
    var gone: Set<ArraySlice<UInt8>> = []
    for (range, replacement) in deleted {
      gone.formUnion(
        Set(Self.words(in: base, range)).subtracting(Self.words(in: ours, replacement)))
    }
    var moved: [ArraySlice<UInt8>: TextMerge.Place] = [:]
    for (range, side) in inserted {
      for word in Self.words(in: side == .ours ? ours : theirs, range) where gone.contains(word) {
        let place = side == .ours ? \TextMerge.Place.ours : \.theirs
        moved[word, default: .init(base: 0..<0, ours: 0..<0, theirs: 0..<0)][keyPath: place] =
          word.indices
      }
    }
    guard !moved.isEmpty else { return [] }
    for word in Self.words(in: base, base.indices) {
      guard let place = moved[word] else { continue }
      moved[word]?.base = word.indices
      if !place.base.isEmpty { moved[word] = nil }
    }
    return Array(moved.values)
  }

  private func deleted(
    outside known: [TextMerge.Place]
  ) -> [(range: Range<Int>, replacement: Range<Int>)] {
    var known = known.map(\.base).sorted { $0.lowerBound < $1.lowerBound }[...]
    return deleted.sorted { $0.range.lowerBound < $1.range.lowerBound }.filter { deletion in
      known = known.drop { $0.upperBound <= deletion.range.lowerBound }
      return !(known.first?.contains(deletion.range) ?? false)
    }
  }

  private static func words(in bytes: [UInt8], _ range: Range<Int>) -> [ArraySlice<UInt8>] {
    var start = range.lowerBound
    return bytes.withUnsafeBufferPointer { TextGrain.word.ends(in: $0, range) }.compactMap { end in
      let word = bytes[start..<end].drop(while: WordBreaker.isBlank)
      start = end
      return word.first.map(WordBreaker.isLineEnding) ?? true ? nil : word
    }
  }
}
