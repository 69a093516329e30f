public import Forked
public import ForkedJSON

/// An object or array that one side, or both, moved to another place: deleted here, and added there with most of its
/// parts.
public struct SubtreeMove: Sendable {
  /// The side that moved it; nil if both did.
  public var side: MergeSide?
  /// The path in the merge base, which no side that moved it has.
  public var from: PropertyPath
  /// The path at which the sides that moved it have it.
  public var to: PropertyPath
  /// The pointer to it in the merge base.
  public var formerPointer: JSONPointer

  /// The same move with ours and theirs exchanged.
  var swapped: SubtreeMove {
    var move = self
    move.side = side?.other
    return move
  }

  /// Returns true if the side moved it.
  func isMade(by side: MergeSide) -> Bool { self.side == nil || self.side == side }
}

extension SubtreeMove: CustomStringConvertible {
  /// The move in words.
  public var description: String {
    switch side {
    case let side?:
      "\(side.rawValue) moved it here from \(formerPointer), and the changes of \(side.other.rawValue) follow"
    case nil: "both sides moved it here from \(formerPointer)"
    }
  }
}
