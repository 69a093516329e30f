/// Which of the two versions an order, or a decision, prefers.
public enum MergeSide: String, Sendable, Hashable {
  case ours, theirs

  /// The other of the two.
  public var other: MergeSide { self == .ours ? .theirs : .ours }
}
