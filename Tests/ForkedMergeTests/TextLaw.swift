import ForkedMerge
import ForkedTestSupport

/// The law of a merged text, by the identities of its words: it knows neither lines nor alignments.
///
/// A word that the merge reports as changed by both may stand on, or be combined with the other side's word.
struct TextLaw {
  private let merge: TextCase
  private let result: TextMerge.Result
  private let counts: [String: Int]
  private let combined: [String]
  private(set) var violations: [String] = []

  init(_ merge: TextCase, _ result: TextMerge.Result) {
    self.merge = merge
    self.result = result
    let words = merge.words(of: result.text)
    counts = words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let known = Set([merge.base, merge.ours, merge.theirs].flatMap { merge.words(of: $0.text) })
    combined = words.filter { !known.contains($0) }
    check()
  }

  private mutating func check() {
    for word in merge.base.words { word.id.map { checkOld($0, word.text) } }
    for (side, other) in [(merge.ours, merge.theirs), (merge.theirs, merge.ours)] {
      for word in side.words { word.id.map { checkNew($0, word.text, side, other) } }
    }
    for word in combined where !isCombination(word) {
      violations.append("\(word) comes from nowhere")
    }
  }

  private mutating func checkOld(_ id: Int, _ text: String) {
    let isKept = merge.ours.places[id] != nil && merge.theirs.places[id] != nil
    let count = counts[text, default: 0]
    if count != (isKept ? 1 : 0), !(isReported(id) && count > 0) {
      violations.append("\(text), a word of base, is there \(count) times")
    }
    let (our, their) = (merge.ours.replacement(of: id), merge.theirs.replacement(of: id))
    let isMoved = merge.ours.isMoved(id) && merge.theirs.isMoved(id)
    let isKnown = isReported(id) || isMoved || bothMove && result.isChangedByBoth
    if let our, let their, our != their, our != id, their != id, !isKnown {
      violations.append("\(text) was replaced by both in silence")
    }
  }

  /// True if both sides moved lines: then those between them may be read as moved, too.
  private var bothMove: Bool { !merge.ours.moved.isEmpty && !merge.theirs.moved.isEmpty }

  private mutating func checkNew(
    _ id: Int, _ text: String, _ side: TextVersion, _ other: TextVersion
  ) {
    guard merge.base.places[id] == nil else { return }
    let most = other.places[id] == nil ? 1 : 2
    let count = counts[text, default: 0]
    if (1...most).contains(count) { return }
    let isPart = combined.contains { Self.isBlended($0, from: text) }
    if count > 0 || !isPart || !isReported(id) {
      violations.append("\(text), a new word, is there \(count) times")
    }
  }

  /// True if the word is in a reported range.
  private func isReported(_ id: Int) -> Bool {
    result.placesChangedByBoth.contains { place in
      [(place.base, merge.base), (place.ours, merge.ours), (place.theirs, merge.theirs)]
        .contains { range, version in
          version.places[id].map {
            range.lowerBound <= $0.lowerBound && $0.upperBound <= range.upperBound
          } ?? false
        }
    }
  }

  /// True if a word begins like a word of one side and ends like a word of the other.
  private func isCombination(_ word: String) -> Bool {
    result.isChangedByBoth
      && [(merge.ours, merge.theirs), (merge.theirs, merge.ours)].contains { one, other in
        let (heads, tails) = (merge.words(of: one.text), merge.words(of: other.text))
        let head = heads.map { Self.shared(word, $0) }.max() ?? 0
        let tail = tails.map { Self.shared(word.reversed(), $0.reversed()) }.max() ?? 0
        return head > 0 && tail > 0 && head + tail >= word.count
      }
  }

  private static func isBlended(_ word: String, from part: String) -> Bool {
    2 * (shared(word, part) + shared(word.reversed(), part.reversed()))
      >= min(word.count, part.count)
  }

  private static func shared(_ one: some Sequence<Character>, _ other: some Sequence<Character>)
    -> Int
  {
    zip(one, other).prefix { $0 == $1 }.count
  }
}
