/// What both sides inserted at one place, what they have in common there left out.
public struct MeetingRuns: Sendable, Hashable {
  /// What ours inserted: places in ours where sequences merge, tokens where orders do.
  public var ours: [Int]
  /// What theirs inserted, likewise.
  public var theirs: [Int]
  /// Whether base ends here.
  public var isAtEnd: Bool
}
