import Forked
import ForkedMerge
import ForkedTestSupport
import Testing

@Suite struct TextMergeTests {
  @Test(arguments: [MergeSide.ours, .theirs])
  func editsOfOneWordCombine(first: MergeSide) {
    let result = TextMerge.merge(
      base: "Fork Yeah", ours: "Fork Yeah!!!", theirs: "Fork yeah", first: first)
    #expect(result.text == "Fork yeah!!!")
    #expect(result.isChangedByBoth)
  }

  /// A letter before a letter that the other side replaced: together they would be a word that nobody wrote.
  @Test func editsOfOneWordThatTouchStayTwoWords() {
    let result = TextMerge.merge(
      base: "at w9", ours: "at w19", theirs: "at w5", first: .ours)
    #expect(result.text == "at w19 w5")
    #expect(result.isChangedByBoth)
  }

  @Test func neighbouringLinesDoNotMeet() {
    let result = TextMerge.merge(
      base: "a\nb\nc\nd\n", ours: "a\nB1\nc\nd\n", theirs: "a\nb\nC2\nnew\nd\n", first: .ours)
    #expect(result.text == "a\nB1\nC2\nnew\nd\n")
    #expect(!result.isChangedByBoth)
  }

  @Test func linesAppendedWithoutFinalLineEndingStayLines() {
    let merge = { (first: MergeSide) in
      TextMerge.merge(base: "a\nb", ours: "a\nb\nc", theirs: "a\nb\nd", first: first).text
    }
    #expect(merge(.ours) == "a\nb\nc\nd")
    #expect(merge(.theirs) == "a\nb\nd\nc")
    let crlf = TextMerge.merge(
      base: "a\r\nb", ours: "a\r\nb\r\nc", theirs: "x\r\nb\r\nd", first: .ours)
    #expect(Array(crlf.text.utf8) == Array("x\r\nb\r\nc\r\nd".utf8))
  }

  @Test func wordsAppendedBySidesStayWords() {
    let result = TextMerge.merge(base: "one", ours: "one two", theirs: "one three", first: .theirs)
    #expect(result.text == "one three two")
  }

  @Test func theSameWordReplacedDifferentlyIsChangedByBoth() {
    let result = TextMerge.merge(base: "x 1 y", ours: "x 2 y", theirs: "x 3 y", first: .ours)
    #expect(result.text == "x 2 3 y")
    #expect(
      result.placesChangedByBoth == [TextMerge.Place(base: 1..<3, ours: 1..<3, theirs: 1..<3)])
  }

  @Test func canonicallyEquivalentTextIsDifferentText() {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    let result = TextMerge.merge(base: composed, ours: decomposed, theirs: composed, first: .ours)
    #expect(Array(result.text.utf8) == Array(decomposed.utf8))
  }

  @Test func clustersAreNeverSplit() {
    let result = TextMerge.merge(
      base: "👩‍👩‍👧 e\u{301}!", ours: "👩‍👩‍👧‍👦 e\u{301}!", theirs: "👩‍👩‍👧 e\u{301}\u{302}!", first: .ours)
    #expect(Array(result.text) == ["👩‍👩‍👧‍👦", " ", "e\u{301}\u{302}", "!"])
  }

  @Test func anEmptyBaseKeepsBoth() {
    #expect(TextMerge.merge(base: "", ours: "b", theirs: "c", first: .theirs).text == "c b")
  }
}

@Suite struct TextMergeLaws {
  @Test func oneSideUnchangedOrBothAlike() {
    for seed in LawCases.seeds {
      let v = Versions.texts(seed: seed)
      for first in [MergeSide.ours, .theirs] {
        expectSame(merged(v.base, v.ours, v.base, first), v.ours, "seed \(seed): \(v)")
        expectSame(merged(v.base, v.base, v.ours, first), v.ours, "seed \(seed): \(v)")
        expectSame(merged(v.base, v.ours, v.ours, first), v.ours, "seed \(seed): \(v)")
      }
    }
  }

  @Test func swappingSidesAndFirstChangesNothing() {
    for seed in LawCases.seeds {
      let v = Versions.texts(seed: seed)
      expectSame(
        merged(v.base, v.ours, v.theirs, .ours), merged(v.base, v.theirs, v.ours, .theirs),
        "seed \(seed): \(v)")
    }
  }

  @Test func clustersOfTheResultAreClustersOfTheInputs() {
    for seed in LawCases.seeds {
      let v = Versions.texts(seed: seed)
      let known = Set((v.base + "|" + v.ours + "| |" + v.theirs).map { Array($0.utf8) })
      let result = merged(v.base, v.ours, v.theirs, .ours)
      #expect(
        result.allSatisfy { known.contains(Array($0.utf8)) }, "seed \(seed): \(v): \(result)")
    }
  }

  /// If every piece of a text is unique, the right result is known.
  @Test(arguments: ["", " ", "\n"])
  func insertedIsThereAndDeletedIsGone(separator: String) {
    for seed in LawCases.seeds {
      let v = Versions.textsOfUniqueCharacters(seed: seed, separators: [separator])
      let result = TextMerge.merge(base: v.base, ours: v.ours, theirs: v.theirs, first: .ours)
      let (base, ours, theirs) = (marks(v.base), marks(v.ours), marks(v.theirs))
      let new = ours.union(theirs).subtracting(base)
      let kept = base.intersection(ours).intersection(theirs)
      let found = marks(result.text)
      #expect(found.isSuperset(of: new.union(kept)), "seed \(seed): \(v): \(result)")
      let count = result.text.count { $0.isLetter }
      #expect(count == found.count, "seed \(seed): \(v): \(result)")
      if !result.isChangedByBoth {
        #expect(found == new.union(kept), "seed \(seed): \(v): \(result)")
      }
    }
  }

  /// Lines that both sides wrote into an empty text are not glued to each other, whether or not they are ended.
  @Test(arguments: [
    ("blue", "blue\n", "blue\n"), ("red", "blue\n", "red\nblue\n"), ("a\nb", "c", "a\nb\nc"),
    ("red", "blue", "red blue"),
  ]) func linesInAnEmptyText(ours: String, theirs: String, both: String) {
    expectSame(merged("", ours, theirs, .ours), both, "\(ours) and \(theirs)")
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
    for seed in LawCases.seeds {
      let v = Versions.textsOfUniqueCharacters(seed: seed, separators: ["", "", "", " ", "\n"])
      let result = merged(v.base, v.ours, v.theirs, .theirs)
      let all = marks(v.base).union(marks(v.ours)).union(marks(v.theirs))
      #expect(marks(result).isSubset(of: all), "seed \(seed): \(v): \(result)")
      let inserted = marks(v.ours).union(marks(v.theirs)).subtracting(marks(v.base))
      #expect(inserted.isSubset(of: marks(result)), "seed \(seed): \(v): \(result)")
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

  /// Ideographs, each once, with one of the separators before each.
  static func textsOfUniqueCharacters(seed: UInt64, separators: [String]) -> Versions {
    var pieces = UniquePieces(seed: seed, separators: separators)
    let base = pieces.run(of: pieces.random.below(30))
    let ours = pieces.edited(base)
    let theirs = pieces.edited(base)
    return Versions(base: base.joined(), ours: ours.joined(), theirs: theirs.joined())
  }
}

private struct UniquePieces {
  var random: SeededGenerator
  private let separators: [String]
  private var next: UInt32 = 0x4E00

  init(seed: UInt64, separators: [String]) {
    random = SeededGenerator(seed: seed)
    self.separators = separators
  }

  mutating func run(of count: Int) -> [String] {
    (0..<count).map { _ in
      next += 1
      let mark = Unicode.Scalar(next).map { String($0) } ?? "?"
      return separators[random.below(separators.count)] + mark
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
