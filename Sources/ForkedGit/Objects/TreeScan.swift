/// A pass over a tree object, entry by entry. It ends at the object's end, or at the first damage.
struct TreeScan {
  /// The position of an entry in the object's bytes.
  struct Place {
    let mode: UInt32
    private let first: UInt32
    private let nameStart: UInt32
    private let nameEnd: UInt32

    /// Creates a position; nil beyond the first 4 GB of an object.
    init?(mode: UInt32, start: Int, name: Range<Int>) {
      guard name.upperBound + 1 + ObjectID.byteCount <= UInt32.max else { return nil }
      self.mode = mode
      first = UInt32(start)
      nameStart = UInt32(name.lowerBound)
      nameEnd = UInt32(name.upperBound)
    }

    var start: Int { Int(first) }
    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    /// The start of the entry's id, after the byte that ends the name.
    var id: Int { Int(nameEnd) + 1 }
    var end: Int { id + ObjectID.byteCount }
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private(set) var isDamaged = false

  init(of bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func next() -> Place? {
    guard position < bytes.count else { return nil }
    let start = position
    guard let mode = takeMode(), let name = takeName(),
      let place = Place(mode: mode, start: start, name: name)
    else {
      isDamaged = true
      return nil
    }
    position = place.end
    return place
  }

  /// Reads the octal digits of a mode and the space after them.
  private mutating func takeMode() -> UInt32? {
    var mode: UInt32 = 0
    while position < bytes.count, bytes[position] != UInt8(ascii: " ") {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(bytes[position]), mode < 1 << 20 else {
        return nil
      }
      mode = mode << 3 | UInt32(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    position += 1
    return mode
  }

  /// Reads a name: at least one byte, then a zero byte, then enough bytes for an id.
  private func takeName() -> Range<Int>? {
    guard position < bytes.count, let start = bytes.baseAddress,
      let length = (start + position).distance(to: 0, within: bytes.count - position)
    else { return nil }
    let end = position + length
    guard end > position, end + ObjectID.byteCount < bytes.count else { return nil }
    return position..<end
  }
}
