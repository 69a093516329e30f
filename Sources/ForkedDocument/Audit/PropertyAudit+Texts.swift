import ForkedJSON

extension PropertyAudit {
  /// What either side changed in a text stands there: exactly, in lines that only one side changed; by its
  /// scalars, in lines that both changed.
  mutating func checkText(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    guard let merged = versions.merged?.string, let base = versions.base?.string,
      let ours = versions.ours?.string, let theirs = versions.theirs?.string
    else { return expect(false, "the text is missing") }
    if reported?.decided != nil { return checkWhole(versions, reported) }
    var lines = LineTokens()
    let sequences = SequencePredicates(
      base: lines.of(base), ours: lines.of(ours), theirs: lines.of(theirs),
      merged: lines.of(merged), runsMayGiveWay: false, isCombinationReported: true)
    expect(sequences.holdAsLines(lines), "words are missing, or come from nowhere")
  }
}

/// Equal integers for equal lines. Empty ones don't count: how a text ends is merged apart from its lines, so an empty
/// last line of one side may stand before what the other appended.
struct LineTokens {
  private var tokens: [ArraySlice<UInt8>: Int] = [:]
  private var lines: [ArraySlice<UInt8>] = []

  mutating func of(_ text: JSONString) -> [Int] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      if let token = tokens[line] { return token }
      tokens[line] = lines.count
      lines.append(line)
      return lines.count - 1
    }
  }

  /// The scalars of these lines, each with its end.
  func scalars(_ lines: some Sequence<Int>) -> [Unicode.Scalar] {
    lines.flatMap { String(decoding: self.lines[$0], as: UTF8.self).unicodeScalars + ["\n"] }
  }
}

extension SequencePredicates {
  /// Whether the lines of a merged text hold what either side changed.
  func holdAsLines(_ lines: LineTokens) -> Bool {
    // What both changed in one line may have become another line of base.
    guard isCertain, let segments else {
      return LineChanges(base, ours, theirs, merged, lines).hold
    }
    return segments.allSatisfy { segment in
      if let expected = segment.undisputed { return segment.merged == expected }
      return LineChanges(segment.base, segment.ours, segment.theirs, segment.merged, lines).hold
    }
  }
}

/// Lines that both sides changed, scalar by scalar.
private struct LineChanges {
  private let base: [Unicode.Scalar]
  private let ours: [Unicode.Scalar]
  private let theirs: [Unicode.Scalar]
  private let merged: [Unicode.Scalar]

  init(
    _ base: some Sequence<Int>, _ ours: some Sequence<Int>, _ theirs: some Sequence<Int>,
    _ merged: some Sequence<Int>, _ lines: LineTokens
  ) {
    self.base = lines.scalars(base)
    self.ours = lines.scalars(ours)
    self.theirs = lines.scalars(theirs)
    self.merged = lines.scalars(merged)
  }

  /// Whether each scalar occurs as often as it must: as often as it does if the two changes lie in different
  /// words, else within what two changes of one word allow.
  var hold: Bool {
    var counts: [Unicode.Scalar: TokenCounts.Count] = [:]
    for scalar in base { counts[scalar, default: .init()].base += 1 }
    for scalar in ours { counts[scalar, default: .init()].ours += 1 }
    for scalar in theirs { counts[scalar, default: .init()].theirs += 1 }
    for scalar in merged { counts[scalar, default: .init()].merged += 1 }
    let areApart = changesAreApart
    return counts.allSatisfy { scalar, count in
      if scalar.properties.isWhitespace { return true }
      if areApart { return count.merged == count.ours + count.theirs - count.base }
      return count.merged >= count.least && count.merged <= count.ours + count.theirs
    }
  }

  /// Whether all that ours changed lies before all that theirs changed, or behind it, with a word between.
  private var changesAreApart: Bool {
    let (one, other) = (hull(of: ours), hull(of: theirs))
    let (first, second) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
    guard first.upperBound < second.lowerBound else { return false }
    let words = base[first.upperBound..<second.lowerBound].split(
      omittingEmptySubsequences: false, whereSeparator: \.properties.isWhitespace)
    return words.dropFirst().dropLast().contains { !$0.isEmpty && $0.allSatisfy(\.isASCII) }
  }

  /// Where in base all changes of a side lie, whichever of two equal neighbours it inserted or deleted.
  private func hull(of side: [Unicode.Scalar]) -> Range<Int> {
    let shorter = min(base.count, side.count)
    let prefix = zip(base, side).prefix { $0 == $1 }.count
    let suffix = zip(base.reversed(), side.reversed()).prefix { $0 == $1 }.count
    let lower = min(prefix, shorter - suffix)
    let upper = base.count - min(suffix, shorter - prefix)
    return max(lower, 0)..<max(upper, lower, 0)
  }
}
