public import Forked

/// What there is to say of a decision or a conflict beyond its values. It names sides, which can be exchanged.
public enum MergeNote: Sendable {
  /// One side deleted what the other changed.
  case deleted(by: MergeSide)
  /// The line merge of a text that is no document; the side whose lines stand where both changed one.
  case lines(favoring: MergeSide?)
  /// One side made the file executable, and the mode of one of them stands.
  case executable(MergeSide)
  /// Two different things at one path, as "a file".
  case kinds(ours: String, theirs: String)
  /// Two different entities in one document, of which one stands whole.
  case replaced(ours: String, theirs: String)
  /// Words that name no side.
  case text(String)

  /// The same note, with ours and theirs exchanged.
  public var swapped: MergeNote {
    switch self {
    case .deleted(let side): .deleted(by: side.other)
    case .lines(let side): .lines(favoring: side?.other)
    case .executable(let side): .executable(side.other)
    case .kinds(let ours, let theirs): .kinds(ours: theirs, theirs: ours)
    case .replaced(let ours, let theirs): .replaced(ours: theirs, theirs: ours)
    case .text: self
    }
  }
}

extension MergeNote: CustomStringConvertible {
  /// The note in words.
  public var description: String {
    switch self {
    case .deleted(let side): "\(side.rawValue) deleted what \(side.other.rawValue) changed"
    case .lines(nil): "no document: merged by lines"
    case .lines(let side?):
      "no document: merged by lines, and \(side.rawValue) stands where both changed one"
    case .executable(let side):
      "one side made it executable, the other did not: \(side.rawValue) stands"
    case .kinds(let ours, let theirs): "\(theirs) against \(ours)"
    case .replaced(let ours, let theirs): "\(theirs) against \(ours): one of them stands whole"
    case .text(let text): text
    }
  }
}
