import ForkedJSON

extension PropertyAudit {
  /// Both changed it: one side's value stands and the other is in the report.
  mutating func checkWhole(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    checkDecision(versions, reported) { versions.merged.isSame(as: $0) }
  }

  /// The report says which side's value was kept, and it stands; and what the other side's was.
  mutating func checkDecision(
    _ versions: FourVersions, _ reported: ReportedDecisions?, stands: (JSONNode?) -> Bool
  ) {
    guard let (kept, dropped) = reported?.decided else {
      return expect(false, "one of two changes gave way and is not reported")
    }
    let (standing, other) =
      kept.side == .ours
      ? (versions.ours, versions.theirs) : (versions.theirs, versions.ours)
    expect(stands(standing), "not the value that is reported as kept")
    expect(
      kept.side != dropped.side && kept.value.isSame(as: standing)
        && dropped.value.isSame(as: other), "the report has other values than the two sides")
  }

  mutating func checkCounter(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    guard let base = versions.base?.number, let ours = versions.ours?.number,
      let theirs = versions.theirs?.number
    else { return expect(false, "a counter that is no number") }
    if let sum = ours.adding(theirs)?.subtracting(base) {
      expect(versions.merged?.number == sum, "a counter that lost or invented a count")
    } else if let expected = versions.undisputed {
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
      greater ? "not the greater of the two" : "not the smaller of the two")
    checkWhole(versions, reported)
  }

  /// The line merge of the whole text decided here: whatever scalar either side brought in is there, and no
  /// other. (Lines can't divide a scalar, and each line is of a region that one side left alone.)
  mutating func checkLineMerge(_ versions: FourVersions) {
    let (base, ours) = (Scalars(versions.base), Scalars(versions.ours))
    let (theirs, merged) = (Scalars(versions.theirs), Scalars(versions.merged))
    expect(
      merged.values.isSubset(of: ours.values.union(theirs.values)),
      "a value that neither side has")
    expect(
      ours.values.union(theirs.values).subtracting(base.values).isSubset(of: merged.values),
      "a value that one side brought in is missing")
  }
}

/// The scalars in a value, wherever they stand.
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
