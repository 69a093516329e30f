import ForkedJSON
import ForkedMerge

/// A file with git's conflict markers around the lines in which its alternatives differ.
///
/// Choosing one side at all markers gives that side's alternative.
struct MarkedFile {
  private let markers: ConflictMarkers
  private let lineEnding: [UInt8]
  private(set) var bytes: [UInt8] = []

  /// - Parameter base: the alternative that is shown between the others (git's diff3 style); nil: none is.
  init(
    ours: [UInt8], base: [UInt8]?, theirs: [UInt8], markers: ConflictMarkers, lineEnding: [UInt8]
  ) {
    self.markers = markers
    self.lineEnding = lineEnding
    let lines = (ours: Self.lines(ours), base: base.map(Self.lines), theirs: Self.lines(theirs))
    var tokens: [ArraySlice<UInt8>: Int] = [:]
    func numbers(_ lines: [ArraySlice<UInt8>]) -> [Int] {
      lines.map { line in
        let token = tokens[line] ?? tokens.count
        tokens[line] = token
        return token
      }
    }
    let our = numbers(lines.ours)
    let merge = SequenceMerge(
      base: lines.base.map(numbers) ?? our, ours: our, theirs: numbers(lines.theirs))
    for chunk in merge.chunks {
      switch chunk {
      case .unchanged(_, let ours, _), .changedAlike(_, let ours, _):
        bytes += lines.ours[ours].joined()
      case .changedByOurs(let base, let ours, let theirs),
        .changedByTheirs(let base, let ours, let theirs), .conflict(let base, let ours, let theirs):
        mark(lines.ours[ours], lines.base?[base], lines.theirs[theirs])
      }
    }
  }

  private mutating func mark(
    _ ours: ArraySlice<ArraySlice<UInt8>>, _ base: ArraySlice<ArraySlice<UInt8>>?,
    _ theirs: ArraySlice<ArraySlice<UInt8>>
  ) {
    add("<", markers.ours, ours)
    if let base { add("|", markers.base, base) }
    add("=", "", theirs)
    add(">", markers.theirs, [])
  }

  private mutating func add(
    _ sign: Character, _ label: String, _ lines: ArraySlice<ArraySlice<UInt8>>
  ) {
    let line = String(repeating: sign, count: markers.size) + (label.isEmpty ? "" : " " + label)
    bytes += Array(line.utf8) + lineEnding + lines.joined()
    if let last = lines.last, last.last != UInt8(ascii: "\n") { bytes += lineEnding }
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
