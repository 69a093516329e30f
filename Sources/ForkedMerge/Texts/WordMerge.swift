/// One word that both sides replaced, each by one word.
enum WordMerge {
  /// Both changes in one word; nil where they meet, or where one of the words is more than half another.
  ///
  /// The blanks before the word and the word itself are merged apart. Of a word that both sides changed, each must keep at
  /// least half at its ends: letters that two words happen to share say nothing.
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
      .sorted {
        ($0.hunk.old.lowerBound, $0.hunk.old.count) < ($1.hunk.old.lowerBound, $1.hunk.old.count)
      }
    let (first, last) = (edits[0].hunk, edits[1].hunk)
    guard first.old.upperBound <= last.old.lowerBound, first.old != last.old,
      edits.allSatisfy({ $0.hunk.old.count * 2 <= base.count })
    else { return nil }
    let word =
      base[..<first.old.lowerBound] + edits[0].new[first.new]
      + base[first.old.upperBound..<last.old.lowerBound] + edits[1].new[last.new]
      + base[last.old.upperBound...]
    let bytes = word.flatMap { $0 }
    return clusters(of: bytes[...]) == Array(word) ? bytes : nil
  }

  /// All that stands between the ends that two words share.
  private static func hunk(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) -> Hunk {
    let prefix = zip(old, new).prefix(while: ==).count
    let limit = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(limit).prefix(while: ==).count
    return Hunk(old: prefix..<old.count - suffix, new: prefix..<new.count - suffix)
  }
}
