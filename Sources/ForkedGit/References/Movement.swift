public import Forked

/// How a fork moved.
public struct Movement: Hashable, Sendable {
  /// The fork.
  public var fork: Fork
  /// Where it stood; nil: nowhere.
  public var from: ObjectID?
  /// Where it stands now; the same as `from` where there was nothing to do.
  public var to: ObjectID?

  /// That a fork moved from one commit to another.
  public init(fork: Fork, from: ObjectID?, to: ObjectID?) {
    self.fork = fork
    self.from = from
    self.to = to
  }

  /// Whether the fork stands elsewhere than before.
  public var isChange: Bool { from != to }
}
