/// What a merge of one fork into another came to.
public enum MergeAction: String, Hashable, Sendable {
  /// The other fork had nothing new.
  case none
  /// Only the other fork had something new, and its version was taken over.
  case fastForward
  /// Both had something new, and a new version was made of the two.
  case resolveConflict
}
