/// The kind of update that a merge of one fork into another one made.
public enum MergeAction: String, Hashable, Sendable {
  /// The other fork had nothing new.
  case none
  /// Only the other fork had something new, and its version was taken.
  case fastForward
  /// Both had something new, and a merged version was made.
  case resolveConflict
}

/// A side of a merge.
public enum MergeSide: String, Hashable, Sendable {
  /// The version that is merged into. The result follows its formatting.
  case ours
  /// The version that is merged.
  case theirs

  /// Ours and theirs.
  package static let both: [MergeSide] = [.ours, .theirs]

  /// The other side.
  public var other: MergeSide { self == .ours ? .theirs : .ours }
}
