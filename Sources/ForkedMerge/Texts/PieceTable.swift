/// Assigns numbers to pieces of text, equal numbers for equal bytes.
struct PieceTable {
  private struct Piece {
    var start: UnsafePointer<UInt8>
    var count: Int
  }

  /// The number of expected pieces among which a piece is searched after one that was not expected.
  private static let lookAhead = 8

  private static let free = UInt64.max

  /// The hash and the number of each piece, 32 bits of each, near the slot of the hash's first bits.
  ///
  /// A large table doesn't fit the processor's caches. So neither other pieces nor their bytes are read on the way.
  private var slots = [UInt64](repeating: Self.free, count: 64)
  private var pieces: [Piece] = []

  /// Returns the numbers of the pieces of `bytes` from `start`, which end at `ends`. The bytes must outlive the table.
  ///
  /// - Parameter expected: the numbers of another version, whose pieces are tried first. Most pieces are equal, and in
  ///   a long text each look-up misses the processor's caches.
  mutating func numbers(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int, ends: [Int], expected: [Int] = []
  ) -> [Int] {
    guard let origin = bytes.baseAddress else { return [] }
    var start = start
    var next = 0
    return ends.map { end in
      defer { start = end }
      let (piece, count) = (origin + start, end - start)
      if next < expected.count, isPiece(expected[next], piece, count) {
        next += 1
        return expected[next - 1]
      }
      let number = number(of: piece, count: count)
      let ahead = expected[next..<min(next + Self.lookAhead, expected.count)]
      next = ahead.firstIndex(of: number).map { $0 + 1 } ?? next
      return number
    }
  }

  /// Returns the answer for each piece, by its number.
  func map<Answer>(_ answer: (UnsafeBufferPointer<UInt8>) -> Answer) -> [Answer] {
    pieces.map { answer(UnsafeBufferPointer(start: $0.start, count: $0.count)) }
  }

  private func isPiece(_ number: Int, _ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let piece = pieces[number]
    return piece.count == count && Self.areEqual(piece.start, start, count)
  }

  private mutating func number(of start: UnsafePointer<UInt8>, count: Int) -> Int {
    let hash = Self.hash(start, count) >> 32
    var slot = place(of: hash)
    while slots[slot] != Self.free {
      let number = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF)
      if slots[slot] >> 32 == hash, isPiece(number, start, count) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = hash << 32 | UInt64(truncatingIfNeeded: pieces.count)
    pieces.append(Piece(start: start, count: count))
    if pieces.count * 2 > slots.count { grow() }
    return pieces.count - 1
  }

  /// Returns the first slot for a hash. Slots are in the order of the hashes except for collisions, so that a table
  /// grows from its beginning to its end.
  private func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> (32 - slots.count.trailingZeroBitCount))
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: Self.free, count: old.count * 2)
    for entry in old where entry != Self.free {
      var slot = place(of: entry >> 32)
      while slots[slot] != Self.free { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  private static func areEqual(
    _ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    let (a, b) = (UnsafeRawPointer(one), UnsafeRawPointer(other))
    var offset = 0
    while offset + 8 <= count {
      guard
        a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          == b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      else { return false }
      offset += 8
    }
    while offset < count {
      guard one[offset] == other[offset] else { return false }
      offset += 1
    }
    return true
  }

  /// Hashes eight bytes a step, multiplied and folded.
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
