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
      (place, rest) = (place + part, rest - part)
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

extension PackDelta {
  /// The new version of an object; nil if the delta is damaged, does not fit the old version, or makes a larger one than
  /// allowed.
  ///
  /// - Complexity: O(bytes of the new version).
  static func apply(_ delta: [UInt8], to old: [UInt8], upTo largest: Int) -> [UInt8]? {
    var reader = DeltaReader(delta)
    guard reader.size() == old.count, let size = reader.size(), size <= largest else { return nil }
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { new, filled in
      isWhole = old.withUnsafeBufferPointer { fill(new, size, from: $0, &reader, &filled) }
      if !isWhole { filled = 0 }
    }
    return isWhole ? bytes : nil
  }

  /// Follows the instructions of a delta; false if they do not give exactly the new version.
  private static func fill(
    _ new: UnsafeMutableBufferPointer<UInt8>, _ size: Int,
    from old: UnsafeBufferPointer<UInt8>, _ reader: inout DeltaReader, _ filled: inout Int
  ) -> Bool {
    guard let start = new.baseAddress else { return false }
    while let instruction = reader.byte() {
      if instruction & 0x80 != 0 {
        guard let offset = reader.number(instruction, 4),
          let count = reader.number(instruction >> 4, 3)
        else { return false }
        let length = count == 0 ? 0x10000 : count
        guard offset + length <= old.count, filled + length <= size, let source = old.baseAddress
        else { return false }
        (start + filled).update(from: source + offset, count: length)
        filled += length
      } else {
        let count = Int(instruction)
        guard count > 0, filled + count <= size, reader.copy(count, to: start + filled) else {
          return false
        }
        filled += count
      }
    }
    return filled == size
  }
}

/// The bytes of a delta, from the start to the end.
private struct DeltaReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    place += 1
    return bytes[place - 1]
  }

  mutating func size() -> Int? {
    var (size, shift) = (0, 0)
    while let byte = byte(), shift < 56 {
      size |= Int(byte & 0x7F) << shift
      shift += 7
      if byte & 0x80 == 0 { return size }
    }
    return nil
  }

  /// The number whose bytes are there for each bit of a mask that is set, the lowest first.
  mutating func number(_ mask: UInt8, _ count: Int) -> Int? {
    var number = 0
    for index in 0..<count where mask & 1 << UInt8(index) != 0 {
      guard let byte = byte() else { return nil }
      number |= Int(byte) << (8 * index)
    }
    return number
  }

  /// Copies the next bytes; false if there are fewer.
  mutating func copy(_ count: Int, to target: UnsafeMutablePointer<UInt8>) -> Bool {
    guard place + count <= bytes.count else { return false }
    bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { target.update(from: start + place, count: count) }
    }
    place += count
    return true
  }
}
