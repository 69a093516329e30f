import ForkedJSON
import ForkedMerge

/// A file with git's conflict markers around the lines in which its alternatives differ.
///
/// Choosing one side at all markers gives that side's alternative.
struct MarkedFile {
  private(set) var bytes: [UInt8] = []

  /// - Parameter base: the alternative that is shown between the others (git's diff3 style); nil: none is.
  init(
    ours: [UInt8], base: [UInt8]?, theirs: [UInt8], markers: ConflictMarkers, lineEnding: [UInt8]
  ) {
    let lines = (ours: Self.lines(ours), base: base.map(Self.lines), theirs: Self.lines(theirs))
    var tokens: [ArraySlice<UInt8>: Int] = [:]
    func numbers(_ lines: [ArraySlice<UInt8>]) -> [Int] {
      lines.map { line in
        let token = tokens[line] ?? tokens.count
        tokens[line] = token
        return token
      }
    }
    let (our, their) = (numbers(lines.ours), numbers(lines.theirs))
    let base = lines.base.map(numbers) ?? our
    let places = [our, their].map { Self.places(of: base, in: $0) }
    var (line, start) = (0, (ours: 0, theirs: 0))
    for next in 0...base.count {
      let end =
        next < base.count
        ? (ours: places[0][next], theirs: places[1][next]) : (our.count, their.count)
      guard end.ours >= 0, end.theirs >= 0 else { continue }
      let (ours, theirs) = (start.ours..<end.ours, start.theirs..<end.theirs)
      if our[ours] == their[theirs] {
        bytes += lines.ours[ours].joined()
      } else {
        bytes += markers.enclosing(
          ours: lines.ours[ours].joined(), base: lines.base.map { $0[line..<next].joined() },
          theirs: lines.theirs[theirs].joined(), lineEnding: lineEnding)
      }
      if next < base.count { bytes += lines.ours[end.ours] }
      line = next + 1
      start = (end.ours + 1, end.theirs + 1)
    }
  }

  /// Returns the index in a side of each line of base; -1 if it was deleted.
  private static func places(of base: [Int], in side: [Int]) -> [Int] {
    var places = [Int](repeating: -1, count: base.count)
    for run in SequenceDiff.commonRuns(old: base, new: side) {
      for offset in 0..<run.count { places[run.old + offset] = run.new + offset }
    }
    return places
  }

  /// Returns the lines of a text, each with its line ending.
  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var (lines, start) = ([ArraySlice<UInt8>](), text.startIndex)
    for index in text.indices where text[index] == UInt8(ascii: "\n") {
      lines.append(text[start...index])
      start = index + 1
    }
    return start < text.count ? lines + [text[start...]] : lines
  }
}

extension ConflictMarkers {
  /// Returns the alternatives of a conflict between git's markers, each on lines of its own.
  /// - Parameter base: nil if it is not shown.
  func enclosing(
    ours: some Sequence<UInt8>, base: (some Sequence<UInt8>)?, theirs: some Sequence<UInt8>,
    lineEnding: [UInt8]
  ) -> [UInt8] {
    func part(_ sign: Character, _ label: String, _ text: [UInt8] = []) -> [UInt8] {
      let marker = String(repeating: sign, count: size) + (label.isEmpty ? "" : " " + label)
      let isEnded = text.last ?? UInt8(ascii: "\n") == UInt8(ascii: "\n")
      return marker.utf8 + lineEnding + text + (isEnded ? [] : lineEnding)
    }
    let shown = base.map { part("|", self.base, Array($0)) } ?? []
    return part("<", self.ours, Array(ours)) + shown + part("=", "", Array(theirs))
      + part(">", self.theirs)
  }
}
