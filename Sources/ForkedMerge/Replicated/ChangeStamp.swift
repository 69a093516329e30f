import Forked

/// Which of two changes is the later one, for everybody alike: by time, then by identity.
///
/// A change of what somebody has seen is later than that, whatever the clocks say.
public struct ChangeStamp: Hashable, Sendable {
  /// When the change was made, in nanoseconds since 1970.
  public let time: Int64
  /// Random bits that no other change has.
  public let identity: UInt64

  /// A stamp of that time and identity.
  public init(time: Int64, identity: UInt64) {
    self.time = time
    self.identity = identity
  }

  /// The stamp of a new change, later than those before it.
  static func next(after seen: ChangeStamp? = nil, on replica: Replica) -> ChangeStamp {
    let parents = seen.map { [HybridTime(nanoseconds: $0.time)] } ?? []
    let time = HybridTime.next(after: parents, now: replica.clock())
    return ChangeStamp(time: time.nanoseconds, identity: replica.random())
  }
}

extension ChangeStamp: Comparable {
  /// Whether one change is earlier than the other.
  public static func < (left: ChangeStamp, right: ChangeStamp) -> Bool {
    (left.time, left.identity) < (right.time, right.identity)
  }
}

extension ChangeStamp: Codable {
  /// Reads time and identity.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    time = try container.decode(Int64.self)
    identity = try container.decode(UInt64.self)
  }

  /// Writes time and identity, as an array of two numbers.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(time)
    try container.encode(identity)
  }
}
