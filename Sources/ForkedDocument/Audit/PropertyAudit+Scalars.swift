import Forked
import ForkedJSON

extension PropertyAudit {
  /// Checks a value that both sides changed: the result is one side's value, and the other's is in the report.
  mutating func checkWhole(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    checkDecision(versions, reported) { versions.merged.isSame(as: $0) }
  }

  /// Checks that the report names the kept value and the dropped one, and that the result has the kept one.
  mutating func checkDecision(
    _ versions: FourVersions, _ reported: ReportedDecisions?, isKept: (JSONNode?) -> Bool
  ) {
    guard let (kept, dropped) = reported?.decided else {
      return expect(false, "one of two changes was dropped and is not reported")
    }
    let (keptValue, other) =
      kept.side == .ours
      ? (versions.ours, versions.theirs) : (versions.theirs, versions.ours)
    expect(isKept(keptValue), "the value is not the one that is reported as kept")
    expect(
      kept.side != dropped.side && kept.value.isSame(as: keptValue)
        && dropped.value.isSame(as: other), "the reported values are not those of the two sides")
  }

  mutating func checkCounter(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    guard let base = versions.base?.number, let ours = versions.ours?.number,
      let theirs = versions.theirs?.number
    else { return expect(false, "a counter is not a number") }
    if let sum = ours.adding(theirs)?.subtracting(base) {
      expect(versions.merged?.number == sum, "a counter is not the sum of both changes")
    } else if let expected = versions.expected {
      expect(versions.merged.isSame(as: expected), "a change that only one side made is missing")
    } else {
      checkWhole(versions, reported)
    }
  }

  mutating func checkExtreme(
    _ versions: FourVersions, greater: Bool, _ reported: ReportedDecisions?
  ) {
    guard let ours = versions.ours, let theirs = versions.theirs else { return }
    let oursIsSmaller: Bool
    if let one = ours.number, let other = theirs.number {
      oursIsSmaller = one < other
    } else if let one = ours.string, let other = theirs.string {
      oursIsSmaller = one < other
    } else {
      return
    }
    expect(
      versions.merged.isSame(as: oursIsSmaller == greater ? theirs : ours),
      greater ? "the value is not the greater one" : "the value is not the smaller one")
    checkWhole(versions, reported)
  }

  /// Checks that the greater version is kept, ours of two equal ones, or the preferred side's if they can't be compared
  /// or a side lowered it.
  mutating func checkVersion(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    let (ours, theirs) = (versions.ours?.versionNumber, versions.theirs?.versionNumber)
    let isLowered = [ours, theirs].contains { side in
      guard let side, let base = versions.base?.versionNumber else { return false }
      return side.isLower(than: base)
    }
    let expected: MergeSide?
    if !isLowered || userDecisions.prefersVersions, let ours, let theirs,
      let isOlder = ours.precedes(theirs)
    {
      expected = isOlder ? .theirs : .ours
    } else {
      expected = userDecisions.preferred
    }
    expect(reported?.decided?.kept.side == expected, "not the greater of the two versions")
    checkWhole(versions, reported)
  }

  /// Checks a value that the line merge of the whole text made: all scalars that either side added are there, and no
  /// others.
  ///
  /// Lines can't divide a scalar, and each line belongs to a region that one side left unchanged.
  mutating func checkLineMerge(_ versions: FourVersions) {
    let (base, ours) = (Scalars(versions.base), Scalars(versions.ours))
    let (theirs, merged) = (Scalars(versions.theirs), Scalars(versions.merged))
    expect(
      merged.values.isSubset(of: ours.values.union(theirs.values)),
      "the result has a value that neither side has")
    expect(
      ours.values.union(theirs.values).subtracting(base.values).isSubset(of: merged.values),
      "a value that one side added is missing")
  }
}

/// The scalars in a value, at any depth.
private struct Scalars {
  private(set) var values: Set<JSONNode> = []

  init(_ root: JSONNode?) {
    var waiting = [root].compactMap { $0 }
    while let node = waiting.popLast() {
      switch node.kind {
      case .object: waiting += node.members.map(\.value)
      case .array: waiting += node.elements
      default: values.insert(node)
      }
    }
  }
}

extension PropertyAudit {
  /// Checks that a text has the changes of both sides.
  ///
  /// Lines that only one side changed must be exact. Lines that both changed are compared word by word.
  mutating func checkText(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    guard let merged = versions.merged?.string, let base = versions.base?.string,
      let ours = versions.ours?.string, let theirs = versions.theirs?.string
    else { return expect(false, "the text is missing") }
    if reported?.decided != nil { return checkWhole(versions, reported) }
    let lines = TextLines(base: base, ours: ours, theirs: theirs, merged: merged)
    expect(lines.hold, "lines are missing or unexplained")
    let words = TextWords(base: base, ours: ours, theirs: theirs, merged: merged)
    expect(
      reported?.isCombined ?? false ? words.holdCombined : words.hold(inOrder: lines.areCertain),
      "words are missing or unexplained")
  }
}

/// The lines of four versions of a text.
///
/// Empty lines don't count: the end of a text is merged apart from its lines, so an empty last line of one side may
/// come before the lines that the other appended. Empty lines and lines without a word don't tell two regions apart
/// either.
struct TextLines {
  /// True if the lines of base that each side kept are certain.
  let areCertain: Bool
  /// Base, ours, theirs and the result.
  private let versions: [[Int]]
  private let lines: NumberedLines

  init(base: JSONString, ours: JSONString, theirs: JSONString, merged: JSONString) {
    var lines = NumberedLines()
    let texts = [base, ours, theirs]
    versions = (texts + [merged]).map { lines.numbers(of: $0) }
    // In a text with CR LF, the ending that a last line lacks is not known.
    let areEnded = texts.allSatisfy { $0.utf8.isEmpty || $0.utf8.last == 10 }
    let (base, sides) = (versions[0], versions[1...2])
    areCertain =
      (areEnded || !texts.contains { $0.utf8.contains(13) })
      && sides.allSatisfy { side in
        let (inBase, inSide) = (Set(base), Set(side))
        return base.filter(inSide.contains) == side.filter(inBase.contains)
      }
    self.lines = lines
  }

  /// True if lines that at most one side changed are as that side has them: between lines with words that both kept.
  ///
  /// A line that both changed may have become equal to another line of base.
  var hold: Bool {
    let kept = Set(versions[0]).intersection(versions[1]).intersection(versions[2])
    func isBorder(_ line: Int) -> Bool { kept.contains(line) && lines.holdsWord(line) }
    guard areCertain, versions[3].filter(isBorder) == versions[0].filter(isBorder) else {
      return true
    }
    let parts = versions.map {
      $0.split(omittingEmptySubsequences: false, whereSeparator: isBorder)
    }
    return parts[0].indices.allSatisfy { index in
      let (base, ours, theirs) = (parts[0][index], parts[1][index], parts[2][index])
      let expected =
        theirs == base || ours == theirs ? ours : ours == base ? theirs : parts[3][index]
      return parts[3][index].filter { !lines.isEmpty($0) } == expected.filter { !lines.isEmpty($0) }
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
