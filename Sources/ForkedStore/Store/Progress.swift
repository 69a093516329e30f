/// How far long work has come.
public struct Progress: Sendable {
  /// What is done, as in "merging documents".
  public var what: String
  /// How many are done.
  public var done: Int
  /// How many there are; nil: not known.
  public var total: Int?

  /// - Parameters:
  ///   - what: what is done, as in "merging documents".
  ///   - done: how many are done.
  ///   - total: how many there are; nil: not known.
  public init(_ what: String, _ done: Int, of total: Int? = nil) {
    self.what = what
    self.done = done
    self.total = total
  }
}
