import ForkedGit

/// A text with git's conflict markers, as either side reads it.
struct MarkedText {
  /// The text with our part of each conflict.
  private(set) var ours: [UInt8] = []
  /// The text with their part of each conflict.
  private(set) var theirs: [UInt8] = []
  /// The text with the base's part of each conflict, where it is shown.
  private(set) var base: [UInt8] = []
  /// The labels behind the markers of the first conflict; nil if there is none.
  private(set) var labels: MarkerLabels?
  /// The text without labels, which does not depend on git's names of the sides.
  private(set) var unlabelled: [UInt8] = []

  /// True if there is a conflict.
  var hasMarkers: Bool { labels != nil }

  /// Returns true if the text has a conflict.
  /// - Complexity: O(bytes). A text without a line that begins as a marker does is not separated.
  static func hasMarkers(_ text: [UInt8], markerSize: Int) -> Bool {
    let mayHave = text.indices.contains {
      text[$0] == Part.ours.sign && ($0 == 0 || text[$0 - 1] == UInt8(ascii: "\n"))
    }
    return mayHave && MarkedText(text, markerSize: markerSize).hasMarkers
  }

  private enum Part: CaseIterable {
    case both, ours, base, theirs

    /// The character of the marker that begins this part.
    var sign: UInt8 {
      switch self {
      case .both: UInt8(ascii: ">")
      case .ours: UInt8(ascii: "<")
      case .base: UInt8(ascii: "|")
      case .theirs: UInt8(ascii: "=")
      }
    }
  }

  /// Separates the parts of a text.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - markerSize: the length of a marker in characters.
  ///   - defaultLabels: the labels of parts that the text does not show.
  init(_ text: [UInt8], markerSize: Int, defaultLabels: MarkerLabels = LineMerge().labels) {
    var part = Part.both
    var found = defaultLabels
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let ending: [UInt8] = index == lines.count - 1 ? [] : [UInt8(ascii: "\n")]
      guard let (next, label) = Self.marker(line, markerSize), part != .both || next == .ours else {
        if part == .both || part == .ours { ours += line + ending }
        if part == .both || part == .theirs { theirs += line + ending }
        if part == .both || part == .base { base += line + ending }
        unlabelled += line + ending
        continue
      }
      part = next
      unlabelled += Array(repeating: next.sign, count: markerSize) + ending
      switch next {
      case .ours: found.ours = label
      case .base: found.base = label
      case .theirs: continue
      case .both:
        found.theirs = label
        labels = labels ?? found
      }
    }
  }

  /// Returns the part that begins after a marker, and its label. No line of a JSON document begins as a marker does.
  private static func marker(_ line: ArraySlice<UInt8>, _ size: Int) -> (Part, label: String)? {
    guard let sign = line.first, let part = Part.allCases.first(where: { $0.sign == sign }) else {
      return nil
    }
    let rest = line.drop { $0 == sign }
    guard line.count - rest.count == size, rest.first ?? 0x20 <= 0x20 else { return nil }
    let label = rest.last == 0x0D ? rest.dropLast() : rest
    return (part, String(decoding: label.drop { $0 == 0x20 }, as: UTF8.self))
  }
}
