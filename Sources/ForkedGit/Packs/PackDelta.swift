/// The delta from one version of an object to another: the common start and end are copied, the bytes between them are
/// new.
///
/// Most versions differ from the one before at few bytes, close together: in a directory one entry, in a document
/// mostly one property. Source: git's `gitformat-pack(5)`, "Deltified representation".
enum PackDelta {
  /// The bytes of the delta.
  ///
  /// - Complexity: O(bytes of both).
  static func bytes(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    return size(old.count) + size(new.count) + copy(from: 0, count: start)
      + insert(new[start..<(new.count - end)]) + copy(from: old.count - end, count: end)
  }

  private static func size(_ count: Int) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), count)
    repeat {
      bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }

  private static func insert(_ new: ArraySlice<UInt8>) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), new)
    while !rest.isEmpty {
      let part = rest.prefix(127)
      bytes.append(UInt8(part.count))
      bytes += part
      rest = rest.dropFirst(part.count)
    }
    return bytes
  }

  /// The instructions that copy a range. One instruction copies less than 64 KB.
  private static func copy(from offset: Int, count: Int) -> [UInt8] {
    var (bytes, place, rest) = ([UInt8](), offset, count)
    while rest > 0 {
      let part = min(rest, 0xFFFF)
      bytes += instruction(offset: place, count: part)
      place += part
      rest -= part
    }
    return bytes
  }

  private static func instruction(offset: Int, count: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x80]
    for index in 0..<4 where offset >> (8 * index) & 0xFF != 0 {
      bytes[0] |= 1 << UInt8(index)
      bytes.append(UInt8(offset >> (8 * index) & 0xFF))
    }
    for index in 0..<2 where count >> (8 * index) & 0xFF != 0 {
      bytes[0] |= 1 << UInt8(4 + index)
      bytes.append(UInt8(count >> (8 * index) & 0xFF))
    }
    return bytes
  }
}
