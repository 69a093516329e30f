import Forked

/// Words that both sides deleted where base has them, and that a side inserted elsewhere: one side moved what the other
/// deleted or moved.
///
/// Only of a word that base has once is it known that it is the same.
struct MovedWords {
  private var deleted: [(range: Range<Int>, replacement: Range<Int>)] = []
  private var inserted: [(range: Range<Int>, side: MergeSide)] = []

  /// Notes a place of base that both sides deleted, or replaced by what ours has there.
  mutating func noteDeleted(_ range: Range<Int>, replacement: Range<Int> = 0..<0) {
    deleted.append((range, replacement))
  }

  /// Notes a place of a side that only this side inserted.
  mutating func noteInserted(_ range: Range<Int>, by side: MergeSide) {
    inserted.append((range, side))
  }

  /// The places of the words, but for those that both deleted within one of the given places. O(words of the texts).
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
