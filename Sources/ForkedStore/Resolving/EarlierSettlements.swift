import ForkedDocument
import ForkedJSON

/// What a file between conflict markers says was settled before, by an earlier run or by hand: a property that both
/// readings of the file hold alike is contested no more.
struct EarlierSettlements {
  private let ours: JSONNode
  private let theirs: JSONNode

  /// Nil where the file holds no markers, or one of its readings is no document.
  init?(in file: [UInt8]) {
    let readings = MarkedText(file)
    guard readings.hasMarkers, let ours = JSONDocument(ifParsing: readings.ours),
      let theirs = JSONDocument(ifParsing: readings.theirs)
    else { return nil }
    (self.ours, self.theirs) = (ours.root, theirs.root)
  }

  /// What was decided about a conflict; nil: nothing yet, or it cannot be found again.
  func choice(for conflict: RemainingConflict) -> ConflictChoice? {
    guard let path = conflict.path, path.isStable, !path.steps.isEmpty else { return nil }
    let value = path.value(in: ours)
    guard value == path.value(in: theirs) else { return nil }
    if value == conflict.ours { return .ours }
    if value == conflict.theirs { return .theirs }
    return value.map { .value($0) } ?? .delete
  }
}

/// A text with git's conflict markers, as either side reads it.
struct MarkedText {
  private(set) var ours: [UInt8] = []
  private(set) var theirs: [UInt8] = []
  private(set) var hasMarkers = false

  private enum Part { case both, ours, base, theirs }

  init(_ text: [UInt8]) {
    var part = Part.both
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if let next = Self.part(after: line) {
        part = next
        hasMarkers = true
        continue
      }
      if part == .both || part == .ours { ours += line + [UInt8(ascii: "\n")] }
      if part == .both || part == .theirs { theirs += line + [UInt8(ascii: "\n")] }
    }
  }

  /// No line of a JSON document begins as a marker does.
  private static func part(after line: ArraySlice<UInt8>) -> Part? {
    switch line.prefix(7) {
    case let sign where sign.elementsEqual("<<<<<<<".utf8): .ours
    case let sign where sign.elementsEqual("|||||||".utf8): .base
    case let sign where sign.elementsEqual("=======".utf8): .theirs
    case let sign where sign.elementsEqual(">>>>>>>".utf8): .both
    default: nil
    }
  }
}

extension PropertyPath {
  /// Whether it leads to the same property in every version: an index alone does not.
  fileprivate var isStable: Bool {
    steps.allSatisfy { if case .index = $0 { false } else { true } }
  }
}
