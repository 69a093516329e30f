/// How much a JSON text may ask of its reader; whatever passes a limit is refused with a reason.
public struct JSONLimits: Sendable, Hashable {
  /// The deepest nesting of arrays and objects: `[[1]]` has depth 2.
  public var depth: Int
  /// The longest text, in bytes. Offsets are held in 32 bits, so more than 2^31 counts as 2^31.
  public var bytes: Int
  /// The most values and keys together. Each costs 8 bytes of index, a container 20. More than 2^27 count as 2^27.
  public var values: Int
  /// The most digits of a number's exponent, leading zeros not counted.
  public var exponentDigits: Int

  /// Depth 512, 1 GiB, 2^27 values and keys, any exponent.
  public static let standard = JSONLimits(depth: 512, bytes: 1 << 30)

  /// Limits that differ from the standard ones where an argument says so.
  public init(
    depth: Int, bytes: Int = 1 << 30, values: Int = 1 << 27, exponentDigits: Int = .max
  ) {
    self.depth = depth
    self.bytes = bytes
    self.values = values
    self.exponentDigits = exponentDigits
  }
}
