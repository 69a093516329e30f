/// A run of elements that two sequences share: `count` elements from `old` in the one and `new` in the other.
public struct CommonRun: Sendable, Hashable {
  /// Where the run starts in the old sequence.
  public var old: Int
  /// Where the run starts in the new sequence.
  public var new: Int
  /// How many elements it has; never zero in what a diff returns.
  public var count: Int

  /// A run of `count` elements.
  public init(old: Int, new: Int, count: Int) {
    self.old = old
    self.new = new
    self.count = count
  }
}
