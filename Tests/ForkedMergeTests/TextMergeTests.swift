import Forked
import ForkedMerge
import ForkedTestSupport
import Testing

@Suite struct TextMergeTests {
  /// Base, ours and theirs, what is merged of them if ours comes first, and whether both changed one place.
  private static let cases: [(versions: [String], merged: String, isChangedByBoth: Bool?)] = [
    // Edits of one word combine. A letter before a letter that the other side replaced makes no word that nobody wrote.
    (["Fork Yeah", "Fork Yeah!!!", "Fork yeah"], "Fork yeah!!!", true),
    (["Fork Yeah", "Fork yeah", "Fork Yeah!!!"], "Fork yeah!!!", true),
    (["at w9", "at w19", "at w5"], "at w19 w5", true),
    (["x 1 y", "x 2 y", "x 3 y"], "x 2 3 y", true),
    // Neighbouring lines do not meet.
    (["a\nb\nc\nd\n", "a\nB1\nc\nd\n", "a\nb\nC2\nnew\nd\n"], "a\nB1\nC2\nnew\nd\n", false),
    // Lines and words that are appended stay what they are.
    (["a\nb", "a\nb\nc", "a\nb\nd"], "a\nb\nc\nd", nil),
    (["a\r\nb", "a\r\nb\r\nc", "x\r\nb\r\nd"], "x\r\nb\r\nc\r\nd", nil),
    (["one", "one three", "one two"], "one three two", nil),
    // An empty base keeps both, and glues no line to another one, whether or not it is ended.
    (["", "c", "b"], "c b", nil), (["", "blue", "blue\n"], "blue\n", nil),
    (["", "red", "blue\n"], "red\nblue\n", nil), (["", "a\nb", "c"], "a\nb\nc", nil),
    (["", "red", "blue"], "red blue", nil),
    // Canonically equivalent text is different text, and clusters are never split.
    (["\u{E9}", "e\u{301}", "\u{E9}"], "e\u{301}", nil),
    (
      ["👩‍👩‍👧 e\u{301}!", "👩‍👩‍👧‍👦 e\u{301}!", "👩‍👩‍👧 e\u{301}\u{302}!"], "👩‍👩‍👧‍👦 e\u{301}\u{302}!",
      nil
    ),
  ]

  @Test(arguments: cases)
  func merges(versions: [String], merged: String, isChangedByBoth: Bool?) {
    let result = TextMerge.merge(
      base: versions[0], ours: versions[1], theirs: versions[2], first: .ours)
    #expect(Array(result.text.utf8) == Array(merged.utf8), "\(result.text)")
    #expect(isChangedByBoth == nil || result.isChangedByBoth == isChangedByBoth)
  }

  @Test func thePlaceThatBothChangedIsNamed() {
    let result = TextMerge.merge(base: "x 1 y", ours: "x 2 y", theirs: "x 3 y", first: .ours)
    #expect(
      result.placesChangedByBoth == [TextMerge.Place(base: 1..<3, ours: 1..<3, theirs: 1..<3)])
  }
}

@Suite struct TextMergeLaws {
  @Test func oneSideUnchangedOrBothAlike() {
    forAll(Versions.texts) { v, trail in
      for first in [MergeSide.ours, .theirs] {
        expectSame(merged(v.base, v.ours, v.base, first), v.ours, trail)
        expectSame(merged(v.base, v.base, v.ours, first), v.ours, trail)
        expectSame(merged(v.base, v.ours, v.ours, first), v.ours, trail)
      }
    }
  }

  @Test func swappingSidesAndFirstChangesNothing() {
    forAll(Versions.texts) { v, trail in
      expectSame(
        merged(v.base, v.ours, v.theirs, .ours), merged(v.base, v.theirs, v.ours, .theirs),
        trail)
    }
  }

  @Test func clustersOfTheResultAreClustersOfTheInputs() {
    forAll(Versions.texts) { v, trail in
      let known = Set((v.base + "|" + v.ours + "| |" + v.theirs).map { Array($0.utf8) })
      let result = merged(v.base, v.ours, v.theirs, .ours)
      #expect(
        result.allSatisfy { known.contains(Array($0.utf8)) }, trail)
    }
  }

  /// A line ending that one side has as CR LF and the other as LF, and that stands between what both kept.
  @Test func theFirstLineDeterminesTheLineEnding() {
    let (base, ours, theirs) = ("\r\na\r\n\na\n", "\r\na\r\na\n\n", "aa\na\n")
    for first in [MergeSide.ours, .theirs] {
      let other = first == .ours ? MergeSide.theirs : .ours
      expectSame(
        merged(base, ours, theirs, first), merged(base, theirs, ours, other), "\(first) first")
    }
  }

  /// Edits may join and split words and lines here, and still no insertion is lost or comes from nowhere.
  @Test func insertedTextIsKeptWhereverItIsInserted() {
    forAll(Versions.textsOfUniqueCharacters) { v, trail in
      let result = merged(v.base, v.ours, v.theirs, .theirs)
      let all = marks(v.base).union(marks(v.ours)).union(marks(v.theirs))
      #expect(marks(result).isSubset(of: all), trail)
      let inserted = marks(v.ours).union(marks(v.theirs)).subtracting(marks(v.base))
      #expect(inserted.isSubset(of: marks(result)), trail)
    }
  }

  private func marks(_ text: String) -> Set<Character> { Set(text.filter(\.isLetter)) }

  private func merged(
    _ base: String, _ ours: String, _ theirs: String, _ first: MergeSide
  ) -> String {
    TextMerge.merge(base: base, ours: ours, theirs: theirs, first: first).text
  }

  private func expectSame(_ one: String, _ other: String, _ trail: Comment) {
    #expect(Array(one.utf8) == Array(other.utf8), trail)
  }
}

extension Versions where Value == String {
  private static let clusters = [
    "a", "b", "B", "e\u{301}", "\u{E9}", "👩‍👩‍👧", "🇩🇪", "漢", "#\u{FE0F}\u{20E3}", " ", " ", "!", "\t",
    "\n", "\n", "\r\n", " \u{301}",
  ]

  /// Texts of few clusters, many of them awkward.
  static func texts(seed: UInt64) -> Versions {
    let tokens = Versions<[Int]>.sequences(seed: seed)
    var random = SeededGenerator(seed: ~seed)
    let alphabet = clusters.shuffled(using: &random)
    let text = { (tokens: [Int]) in tokens.map { alphabet[$0] }.joined() }
    return Versions(base: text(tokens.base), ours: text(tokens.ours), theirs: text(tokens.theirs))
  }

  /// Ideographs, each once, most of them without a blank or a line ending before it.
  static func textsOfUniqueCharacters(seed: UInt64) -> Versions {
    var pieces = UniquePieces(random: SeededGenerator(seed: seed))
    let base = pieces.run(of: pieces.random.below(30))
    let ours = pieces.edited(base)
    let theirs = pieces.edited(base)
    return Versions(base: base.joined(), ours: ours.joined(), theirs: theirs.joined())
  }
}

private struct UniquePieces {
  var random: SeededGenerator
  private var next: UInt32 = 0x4E00

  init(random: SeededGenerator) { self.random = random }

  mutating func run(of count: Int) -> [String] {
    (0..<count).map { _ in
      next += 1
      let mark = Unicode.Scalar(next).map { String($0) } ?? "?"
      return random.pick(["", "", "", " ", "\n"]) + mark
    }
  }

  mutating func edited(_ pieces: [String]) -> [String] {
    var pieces = pieces
    for _ in 0..<random.below(5) {
      let start = random.below(pieces.count + 1)
      let end = min(pieces.count, start + random.below(5))
      pieces.replaceSubrange(start..<end, with: run(of: random.below(4)))
    }
    return pieces
  }
}
