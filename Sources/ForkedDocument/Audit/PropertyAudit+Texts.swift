import ForkedJSON

extension PropertyAudit {
  /// Expects that the changes of both sides stand in a text: exactly, in lines that only one side changed; word by word, in
  /// lines that both changed.
  mutating func checkText(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    guard let merged = versions.merged?.string, let base = versions.base?.string,
      let ours = versions.ours?.string, let theirs = versions.theirs?.string
    else { return expect(false, "the text is missing") }
    if reported?.decided != nil { return checkWhole(versions, reported) }
    let lines = TextLines(base: base, ours: ours, theirs: theirs, merged: merged)
    expect(lines.hold, "lines are missing, or come from nowhere")
    let words = TextWords(base: base, ours: ours, theirs: theirs, merged: merged)
    expect(
      reported?.isCombined ?? false ? words.holdCombined : words.hold(inOrder: lines.areCertain),
      "words are missing, or come from nowhere")
  }
}

/// The lines of four versions of a text.
///
/// Empty lines don't count: how a text ends is merged apart from its lines, so an empty last line of one side may stand
/// before what the other appended. Nor do they, or lines of marks, tell two places apart.
struct TextLines {
  /// True if it is certain which lines of base each side kept.
  let areCertain: Bool
  private let predicates: SequencePredicates
  private let lines: NumberedLines

  init(base: JSONString, ours: JSONString, theirs: JSONString, merged: JSONString) {
    var lines = NumberedLines()
    let versions = [base, ours, theirs]
    let numbers = (versions + [merged]).map { lines.numbers(of: $0) }
    predicates = SequencePredicates(
      base: numbers[0], ours: numbers[1], theirs: numbers[2], merged: numbers[3],
      runsMayGiveWay: false, isCombinationReported: true)
    // The ending that a last line lacks is not known where lines end in CR LF.
    let areEnded = versions.allSatisfy { $0.utf8.isEmpty || $0.utf8.last == 10 }
    areCertain =
      predicates.isCertain && (areEnded || !versions.contains { $0.utf8.contains(13) })
    self.lines = lines
  }

  /// True if lines that at most one side changed stand as it has them. What both changed in one line may have become
  /// another line of base.
  var hold: Bool {
    guard areCertain, let segments = predicates.segments(between: lines.holdsWord) else {
      return true
    }
    return segments.allSatisfy { segment in
      guard let expected = segment.undisputed else { return true }
      return segment.merged.filter { !lines.isEmpty($0) } == expected.filter { !lines.isEmpty($0) }
    }
  }
}

/// Equal integers for equal lines.
private struct NumberedLines {
  private var numbers: [ArraySlice<UInt8>: Int] = [:]
  private var lines: [ArraySlice<UInt8>] = []

  mutating func numbers(of text: JSONString) -> [Int] {
    let ended = text.utf8.last == 10 ? text.utf8.dropLast() : text.utf8[...]
    return ended.split(separator: 10, omittingEmptySubsequences: false).map { line in
      if let number = numbers[line] { return number }
      numbers[line] = lines.count
      lines.append(line)
      return lines.count - 1
    }
  }

  func isEmpty(_ number: Int) -> Bool { lines[number].isEmpty }

  func holdsWord(_ number: Int) -> Bool {
    lines[number].contains { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
      default: false
      }
    }
  }
}
