/// The seven kinds of JSON values (RFC 8259, section 3; `true` and `false` count as two).
public enum JSONKind: UInt8, Sendable {
  case object, array, string, number, `true`, `false`, null

  /// Whether values of this kind hold other values.
  public var isContainer: Bool { self == .object || self == .array }
}
