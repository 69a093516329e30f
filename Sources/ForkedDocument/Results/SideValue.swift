public import Forked
public import ForkedJSON

/// A value as one side of a merge has it.
public struct SideValue: Sendable {
  /// The side.
  public var side: MergeSide
  /// The value; nil where that side has none (it deleted it, or never had it).
  public var value: JSONNode?
  /// The id of the commit that made the side's last change here; nil where no history is known.
  public var commit: String?

  /// A side's value, with the commit that made it where that is known.
  public init(side: MergeSide, value: JSONNode?, commit: String? = nil) {
    self.side = side
    self.value = value
    self.commit = commit
  }

  var swapped: SideValue { SideValue(side: side.other, value: value, commit: commit) }
}
