public import Forked

/// The three-way merge of texts.
///
/// Lines are merged first, and words where both sides replaced the same lines. Words are separated by blanks; in a
/// script without blanks, each character is a word. Two texts are equal if their UTF-8 bytes are.
public enum TextMerge {
  /// A merged text, with the places that both sides changed differently.
  public struct Result: Sendable, Hashable {
    /// The merged text.
    public var text: String
    /// True if both sides changed the same lines or words differently.
    public var isChangedByBoth: Bool { !placesChangedByBoth.isEmpty }
    /// The places that both sides changed differently, in the order of base.
    public var placesChangedByBoth: [Place]
  }

  /// A place in the three texts, as ranges of UTF-8 offsets.
  ///
  /// The ranges of the sides correspond to that of base, are possibly moved, and are empty if there is none.
  public typealias Place = SequenceRegion

  /// Combines both edits of one text.
  ///
  /// Nothing that either side inserted is lost, and each word stays whole. Text that either side deleted is gone,
  /// except in these cases, which set ``Result/isChangedByBoth``:
  /// - If one side deleted a line that the other changed, the changed line is kept.
  /// - If one side deleted words of a line among which the other replaced or inserted some, the other's words are kept.
  /// - If both replaced the same words, the words of both are kept in the order of the replaced ones; else `first`'s
  ///   come before the other's.
  /// - If both replaced one word by one that keeps at least half of its grapheme clusters, and not the same ones, the
  ///   result is one word with both changes.
  /// - A word that one side moved and the other deleted or moved is kept where it was moved to.
  /// - A word that one side kept between changed ones, in another line than before, counts as replaced by it.
  ///
  /// If both inserted at one place without such a case, `first`'s text comes before the other's, and equal words or
  /// lines at either end of the two appear once. No grapheme cluster of the inputs is split. A last line without a line
  /// ending is compared as if it had one; the ending of the result is merged like any other change.
  ///
  /// - Parameter first: the side whose insertions come first if both inserted at one place.
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
      placesChangedByBoth: places(
        weaver.placesChangedByBoth, of: texts, within: [base, ours, theirs]))
  }

  /// Returns the places as ranges of the original texts.
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

/// The pieces into which a text is divided: lines first, words only where both sides replaced a line.
enum TextGrain {
  case line, word

  /// Returns the ends of the pieces of `range`, ascending; no piece is empty, and none splits a grapheme cluster.
  func ends(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [Int] {
    switch self {
    case .line: Self.lineEnds(in: bytes, range)
    case .word: WordBreaker(bytes: bytes, end: range.upperBound).ends(from: range.lowerBound)
    }
  }

  /// Returns the ends of lines, which end with LF or CR LF; after either there is always a cluster boundary.
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

  /// Returns true if the pieces are small enough to merge the changes of both sides in a region.
  ///
  /// Words are, and so are lines that one side only deleted: the other side's change of these is kept whole.
  func suffices(for region: TouchedRegion) -> Bool {
    let insert = { (hunks: ArraySlice<Hunk>) in hunks.contains { !$0.isDeletion } }
    return self == .word || !insert(region.ourHunks) || !insert(region.theirHunks)
  }
}

/// The ending of the last line, merged apart from the lines.
///
/// Appending a line to `a` makes it `a\nb`. Compared by lines, this would change `a`, and two lines appended by the two
/// sides would become one. So every text gets a final line ending for the merge, and the result loses it again if it
/// shall have none.
struct FinalLineEnding {
  private let applies: Bool
  private let style: [UInt8]
  private let isKept: Bool

  init(base: String, ours: String, theirs: String) {
    let texts = [base, ours, theirs].map(\.utf8)
    // If base is empty and no side has a line ending, nothing shows that the texts have lines. After a lone CR, an LF
    // would join it.
    let haveLines = !texts[0].isEmpty || texts.contains { $0.contains(10) }
    applies = haveLines && !texts.contains { $0.last == UInt8(ascii: "\r") }
    style = Self.style(of: texts)
    let ended = texts.map { $0.last == UInt8(ascii: "\n") }
    let our = texts[1].isEmpty ? ended[0] : ended[1]
    let their = texts[2].isEmpty ? ended[0] : ended[2]
    isKept = our == ended[0] ? their : our
  }

  /// Returns the style of the first line ending of base, else the common one of both sides, else LF.
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

  /// Returns the bytes of a text with a final line ending.
  func completed(_ text: String) -> [UInt8] {
    guard applies, let last = text.utf8.last, last != 10 else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + style.count)
    bytes.append(contentsOf: text.utf8)
    bytes.append(contentsOf: style)
    return bytes
  }

  /// Returns the bytes of the result, with a final line ending only if it shall have one.
  ///
  /// A side that deleted every line did not change the final ending.
  func restored(_ bytes: [UInt8]) -> [UInt8] {
    guard applies, let last = bytes.last, isKept != (last == 10) else { return bytes }
    if isKept { return bytes + style }
    var bytes = bytes
    bytes.removeLast(bytes.dropLast().last == 13 ? 2 : 1)
    return bytes
  }
}
