/// The kind of update that a merge of one fork into another made.
public enum MergeAction: String, Hashable, Sendable {
  /// The other fork had nothing new.
  case none
  /// Only the other fork had something new, and its version was taken over.
  case fastForward
  /// Both had something new, and a new version was made of the two.
  case resolveConflict
}

/// One of the two versions that a merge brings together.
public enum MergeSide: String, Hashable, Sendable {
  /// The version that is merged into, whose formatting the result follows.
  case ours
  /// The version that is merged.
  case theirs

  /// The other one.
  public var other: MergeSide { self == .ours ? .theirs : .ours }
}
