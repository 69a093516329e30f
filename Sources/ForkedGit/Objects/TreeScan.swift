import Glibc

/// A pass over a directory's object, entry by entry. It ends at the end, or where the object is damaged.
struct TreeScan {
  /// Where an entry stands: its id follows the byte after its name.
  struct Place {
    let mode: UInt32
    let name: Range<Int>
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private(set) var isDamaged = false

  init(of bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func next() -> Place? {
    guard position < bytes.count else { return nil }
    guard let mode = takeMode(), let name = takeName() else {
      isDamaged = true
      return nil
    }
    position = name.upperBound + 1 + ObjectID.byteCount
    return Place(mode: mode, name: name)
  }

  /// The octal digits before a space, which is passed too.
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

  /// At least one byte before a zero, after which there must be room for an id.
  private func takeName() -> Range<Int>? {
    guard position < bytes.count, let start = bytes.baseAddress,
      let zero = memchr(start + position, 0, bytes.count - position)
    else { return nil }
    let end = UnsafeRawPointer(start).distance(to: zero)
    guard end > position, end + ObjectID.byteCount < bytes.count else { return nil }
    return position..<end
  }

  func id(at place: Place) -> ObjectID {
    let id = UnsafeRawBufferPointer(bytes)[(place.name.upperBound + 1)...]
    return ObjectID(startOf: UnsafeRawBufferPointer(rebasing: id))
  }

  /// The entry of that name; nil where none is left, or the object is damaged.
  mutating func entry(named name: ArraySlice<UInt8>) -> TreeEntry? {
    while let place = next() {
      guard place.name.count == name.count, bytes[place.name].elementsEqual(name) else { continue }
      return TreeEntry(mode: FileMode(raw: place.mode), id: id(at: place))
    }
    return nil
  }
}
