public import Forked

/// Three-way merge of texts.
///
/// Lines are merged first, and words where both sides replaced the same lines. A word is what stands between blanks, or one
/// character of a script that has none. Two texts are equal where their UTF-8 bytes are.
public enum TextMerge {
  /// A merged text, and where both sides wanted something else.
  public struct Result: Sendable, Hashable {
    /// The merged text.
    public var text: String
    /// True if both sides changed the same lines or words, differently.
    public var contested: Bool { !contestedPlaces.isEmpty }
    /// Each such place, in the order of base.
    public var contestedPlaces: [Place]
  }

  /// A place in the three texts, as ranges of UTF-8 offsets.
  public struct Place: Sendable, Hashable {
    /// The range that both sides changed.
    public var base: Range<Int>
    /// The range that stands for it in ours, there or where ours moved it; empty: nothing.
    public var ours: Range<Int>
    /// The range that stands for it in theirs, there or where theirs moved it; empty: nothing.
    public var theirs: Range<Int>

    /// A place at the given UTF-8 offsets.
    public init(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) {
      self.base = base
      self.ours = ours
      self.theirs = theirs
    }
  }

  /// Both edits of one text.
  ///
  /// Nothing that either side inserted is lost, each word whole, and what either deleted is gone, but where the result is
  /// contested:
  /// - Where one side deleted a line that the other changed, the line stands as the other has it.
  /// - Where one side deleted words of a line among which the other replaced or inserted some, they stand as the other has
  ///   them.
  /// - Where both replaced the same words, the words of both stand in the order of what they replaced, else `first`'s
  ///   before the other's.
  /// - Where both replaced one word by one that keeps at least half of its grapheme clusters, and not the same ones, the
  ///   result is one word with both changes.
  /// - A word that one side moved and the other deleted or moved stands where it was moved to.
  /// - A word that one side kept alone, in another line than before, counts as replaced by it.
  ///
  /// At one place where both inserted, and which is not contested, `first`'s stands before the other's, and the words or lines
  /// that are equal at either end of the two appear once. No grapheme cluster of the inputs is split. A last line without a
  /// line ending is compared as if it had one; whether the result ends with one is decided like any other change.
  ///
  /// - Parameter first: whose insertions come first where both inserted at one place.
  /// - Complexity: O(n + d²) for d edits, bounded like `SequenceDiff.commonRuns`.
  public static func merge(
    base: String, ours: String, theirs: String, first: MergeSide
  ) -> Result {
    let endings = FinalLineEnding(base: base, ours: ours, theirs: theirs)
    let texts = [base, ours, theirs].map { LineStarts(endings.completed($0)) }
    var weaver = TextWeaver(
      base: texts[0].bytes, ours: texts[1].bytes, theirs: texts[2].bytes, first: first)
    weaver.weave()
    let text = endings.restored(LineStarts.removed(from: weaver.merged))
    return Result(
      text: String(decoding: text, as: UTF8.self),
      contestedPlaces: places(weaver.contestedPlaces, of: texts, within: [base, ours, theirs]))
  }

  /// The places in the texts that were given.
  private static func places(
    _ places: [Place], of texts: [LineStarts], within given: [String]
  ) -> [Place] {
    guard !places.isEmpty else { return [] }
    let ranges = [places.map(\.base), places.map(\.ours), places.map(\.theirs)]
    let found = given.indices.map { index in
      texts[index].places(ranges[index]).map { $0.clamped(to: 0..<given[index].utf8.count) }
    }
    return places.indices.map {
      Place(base: found[0][$0], ours: found[1][$0], theirs: found[2][$0])
    }
  }
}

/// The pieces that a text is cut into: lines first, words only where both sides replaced a line.
enum TextGrain {
  case line, word

  /// The ends of the pieces of `range`, ascending; no piece is empty, none splits a grapheme cluster.
  func ends(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [Int] {
    switch self {
    case .line: Self.lineEnds(in: bytes, range)
    case .word: WordBreaker(bytes: bytes, end: range.upperBound).ends(from: range.lowerBound)
    }
  }

  /// A line ends with LF, so with CR LF too; there is always a cluster boundary after either.
  private static func lineEnds(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> [Int] {
    var ends: [Int] = []
    for index in range where bytes[index] == 10 { ends.append(index + 1) }
    if let last = ends.last ?? Optional(range.lowerBound), last < range.upperBound {
      ends.append(range.upperBound)
    }
    return ends
  }

  /// A Boolean value that indicates whether the grain is fine enough for what both sides changed in a region.
  ///
  /// Lines that one side only deleted, and words, are: what the other side made of them stands whole.
  func suffices(for region: TouchedRegion) -> Bool {
    let insert = { (hunks: ArraySlice<Hunk>) in hunks.contains { !$0.isDeletion } }
    return self == .word || !insert(region.ourHunks) || !insert(region.theirHunks)
  }
}

/// The ending of the last line, merged apart from the lines.
///
/// A line appended to `a` makes it `a\nb`: read by lines, that would change `a`, and two lines appended by two
/// sides would be glued to each other. So every text gets an ending for the merge, and the result loses it again
/// unless it is to have one.
struct FinalLineEnding {
  private let applies: Bool
  private let style: [UInt8]
  private let isKept: Bool

  init(base: String, ours: String, theirs: String) {
    let texts = [base, ours, theirs].map(\.utf8)
    // Where base is empty and no side has a line ending, nothing says that these are lines; after a lone CR an LF would
    // join it.
    let haveLines = !texts[0].isEmpty || texts.contains { $0.contains(10) }
    applies = haveLines && !texts.contains { $0.last == UInt8(ascii: "\r") }
    style = Self.style(of: texts)
    let ended = texts.map { $0.last == UInt8(ascii: "\n") }
    let our = texts[1].isEmpty ? ended[0] : ended[1]
    let their = texts[2].isEmpty ? ended[0] : ended[2]
    isKept = our == ended[0] ? their : our
  }

  /// That of the first line ending of base, else the same on both sides, else LF.
  private static func style(of texts: [String.UTF8View]) -> [UInt8] {
    let crlf: [UInt8] = [13, 10]
    let styles = texts.map { text -> [UInt8]? in
      guard let end = text.firstIndex(of: 10) else { return nil }
      let isCRLF = end > text.startIndex && text[text.index(before: end)] == 13
      return isCRLF ? crlf : [10]
    }
    if let style = styles[0] { return style }
    return styles[1] == crlf && styles[2] ?? crlf == crlf || styles[1] == nil && styles[2] == crlf
      ? crlf : [10]
  }

  /// The bytes of a text, its last line ended.
  func completed(_ text: String) -> [UInt8] {
    guard applies, let last = text.utf8.last, last != 10 else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + style.count)
    bytes.append(contentsOf: text.utf8)
    bytes.append(contentsOf: style)
    return bytes
  }

  /// The bytes of the result, its last line ended only if it is to be. A side that deleted every line said nothing
  /// about how a line ends.
  func restored(_ bytes: [UInt8]) -> [UInt8] {
    guard applies, let last = bytes.last, isKept != (last == 10) else { return bytes }
    if isKept { return bytes + style }
    var bytes = bytes
    bytes.removeLast(bytes.dropLast().last == 13 ? 2 : 1)
    return bytes
  }
}
