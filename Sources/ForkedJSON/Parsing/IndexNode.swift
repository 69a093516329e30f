/// One value or key of a document's index, which lists them in the order in which they begin.
/// A member is its key's node followed by its value's.
struct IndexNode: Sendable {
  /// Offset of the first byte.
  var start: UInt32
  /// Offset behind the last byte. While a container is being read: how many children it has so far.
  var end: UInt32
  /// Index of the node behind this one's last descendant. While a container is being read: its parent.
  var next: UInt32
  /// Kind, flags and the number of children, packed.
  private var packed: UInt32

  private static let escapesFlag: UInt32 = 1 << 3
  private static let countShift: UInt32 = 4
  private static let countMaximum: UInt32 = .max >> countShift
  /// A container with this count has so many children, or more.
  static let mostCounted = Int(countMaximum)

  init(_ kind: JSONKind, start: UInt32, end: UInt32, next: UInt32) {
    self.start = start
    self.end = end
    self.next = next
    packed = UInt32(kind.rawValue)
  }

  var kind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: packed & 7)) ?? .null }

  var hasEscapes: Bool {
    get { packed & Self.escapesFlag != 0 }
    set { packed = newValue ? packed | Self.escapesFlag : packed & ~Self.escapesFlag }
  }

  var count: Int {
    get { Int(packed >> Self.countShift) }
    set {
      let count = min(UInt32(clamping: newValue), Self.countMaximum)
      packed = packed & ~(Self.countMaximum << Self.countShift) | count << Self.countShift
    }
  }

  var range: Range<Int> { Int(start)..<Int(end) }
  /// A string without its quotes.
  var content: Range<Int> { Int(start) + 1..<Int(end) - 1 }
}
