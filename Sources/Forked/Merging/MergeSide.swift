/// One of the two versions that a merge brings together.
public enum MergeSide: String, Hashable, Sendable {
  /// The version that is merged into, whose formatting the result follows.
  case ours
  /// The version that is merged.
  case theirs

  /// The other one.
  public var other: MergeSide { self == .ours ? .theirs : .ours }
}
