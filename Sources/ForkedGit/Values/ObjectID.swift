/// The id of a git object: the SHA-1 of its contents.
///
/// Twenty bytes in place, without an allocation. Ids compare by their bytes, as their hexadecimal forms do.
public struct ObjectID: Hashable, Sendable {
  var high: UInt64
  var middle: UInt64
  var low: UInt32

  /// The number of bytes of an id.
  public static let byteCount = 20

  /// The id that stands for no object.
  static let zero = [UInt8](repeating: 0, count: byteCount).withUnsafeBytes { ObjectID(in: $0) }

  /// Creates an id from twenty bytes; nil if there are more or fewer.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self = Array(bytes).withUnsafeBytes { ObjectID(in: $0) }
  }

  /// Creates an id from twenty bytes at an offset. The buffer must hold as many.
  init(in bytes: UnsafeRawBufferPointer, from offset: Int = 0) {
    func word<Word: FixedWidthInteger & BitwiseCopyable>(at place: Int, _: Word.Type) -> Word {
      Word(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + place, as: Word.self))
    }
    high = word(at: 0, UInt64.self)
    middle = word(at: 8, UInt64.self)
    low = word(at: 16, UInt32.self)
  }

  /// Creates an id from forty hexadecimal digits of either case; nil for anything else.
  public init?(hex: some StringProtocol) {
    self.init(hexDigits: hex.utf8)
  }

  /// Creates an id like ``init(hex:)``, from digits in ASCII.
  init?(hexDigits: some Collection<UInt8>) {
    guard hexDigits.count == 2 * Self.byteCount else { return nil }
    high = 0
    middle = 0
    low = 0
    for (index, digit) in hexDigits.enumerated() {
      guard let value = Self.hexValue(of: digit) else { return nil }
      switch index {
      case 0..<16: high = high << 4 | value
      case 16..<32: middle = middle << 4 | value
      default: low = low << 4 | UInt32(value)
      }
    }
  }

  private static func hexValue(of digit: UInt8) -> UInt64? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(digit - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// The byte at an index from 0 to 19.
  public subscript(index: Int) -> UInt8 {
    switch index {
    case 0..<8: UInt8(truncatingIfNeeded: high >> (56 - 8 * index))
    case 8..<16: UInt8(truncatingIfNeeded: middle >> (120 - 8 * index))
    default: UInt8(truncatingIfNeeded: low >> (152 - 8 * index))
    }
  }

  /// The twenty bytes.
  var bytes: [UInt8] { (0..<Self.byteCount).map { self[$0] } }

  /// Forty lower-case hexadecimal digits.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 2 * Self.byteCount) { buffer in
      for index in 0..<Self.byteCount {
        buffer[2 * index] = digits[Int(self[index] >> 4)]
        buffer[2 * index + 1] = digits[Int(self[index] & 0xF)]
      }
      return 2 * Self.byteCount
    }
  }
}

extension ObjectID {
  /// Hashes the first bytes only: they distinguish ids as well as all of them do, since an id is a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(high) }
}

extension ObjectID: Comparable, CustomStringConvertible, LosslessStringConvertible {
  /// True if the bytes of the left id are ordered before those of the right one.
  public static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
  }

  /// The same as ``init(hex:)``.
  public init?(_ description: String) { self.init(hex: description) }

  /// The same as ``hex``.
  public var description: String { hex }
}
