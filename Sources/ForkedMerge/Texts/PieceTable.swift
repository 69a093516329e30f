/// Numbers pieces of text: equal bytes, equal number.
struct PieceTable {
  private struct Piece {
    var start: UnsafePointer<UInt8>
    var count: Int
    var hash: UInt64
  }

  private var slots: [Int32]
  private var pieces: [Piece] = []
  private let mask: Int

  /// A table for at most `capacity` pieces, whose bytes outlive it.
  init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = [Int32](repeating: -1, count: size)
    mask = size - 1
  }

  /// The numbers of the pieces of `bytes` that start at `start` and end at `ends`.
  mutating func numbers(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int, ends: [Int]
  ) -> [Int] {
    guard let origin = bytes.baseAddress else { return [] }
    var start = start
    return ends.map { end in
      defer { start = end }
      return number(of: origin + start, count: end - start)
    }
  }

  private mutating func number(of start: UnsafePointer<UInt8>, count: Int) -> Int {
    let hash = Self.hash(start, count)
    var slot = Int(truncatingIfNeeded: hash >> 20) & mask
    while slots[slot] >= 0 {
      let piece = pieces[Int(slots[slot])]
      if piece.hash == hash, piece.count == count, Self.areEqual(piece.start, start, count) {
        return Int(slots[slot])
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(truncatingIfNeeded: pieces.count)
    pieces.append(Piece(start: start, count: count, hash: hash))
    return pieces.count - 1
  }

  private static func areEqual(
    _ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    UnsafeBufferPointer(start: one, count: count)
      .elementsEqual(UnsafeBufferPointer(start: other, count: count))
  }

  /// Eight bytes a step, multiplied and folded.
  private static func hash(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    let raw = UnsafeRawPointer(start)
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset + 8 <= count {
      hash = mix(hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < count {
      rest = rest << 8 | UInt64(start[offset])
      offset += 1
    }
    return mix(hash ^ rest)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}
