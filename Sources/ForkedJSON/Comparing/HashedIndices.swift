/// A hash table of the indices of a list, in one block of memory.
///
/// It uses open addressing, in the order of hashes. Each slot also holds 32 bits of the element's hash, so elements are
/// hardly ever compared in vain.
struct HashedIndices: Sendable {
  /// The slots: the hash in the upper half, the index plus one in the lower half; zero for a free slot.
  private var slots: [UInt64]
  /// The shift that makes a slot's number of a hash.
  private var shift: Int
  private(set) var count = 0

  /// The number of indices from which they are inserted in the order of their hashes: a larger block doesn't fit the
  /// processor's caches.
  private static let manyPlaces = 1 << 14
  private static let parts = 256

  /// - Parameter capacity: the expected number of indices.
  init(capacity: Int) {
    var bits = 4
    while 1 << bits < capacity * 2 { bits += 1 }
    slots = Array(repeating: 0, count: 1 << bits)
    shift = 32 - bits
  }

  /// Returns the index with that hash for which `isSame` returns true; nil if there is none.
  func place(hash: UInt64, where isSame: (Int) -> Bool) -> Int? {
    let slot = slot(UInt32(truncatingIfNeeded: hash), where: isSame)
    return slots[slot] == 0 ? nil : Self.place(slots[slot])
  }

  /// Adds an index, unless there is one with that hash for which `isSame` returns true, and returns that one.
  @inline(__always)
  mutating func insert(_ place: Int, hash: UInt64, unless isSame: (Int) -> Bool) -> Int? {
    let slot = slot(UInt32(truncatingIfNeeded: hash), where: isSame)
    guard slots[slot] == 0 else { return Self.place(slots[slot]) }
    slots[slot] = hash << 32 | UInt64(UInt32(truncatingIfNeeded: place + 1))
    count += 1
    if count * 2 > slots.count { grow() }
    return nil
  }

  /// Adds all indices below a bound to an empty table; returns the first that repeats an earlier one, with that one.
  mutating func insertAll(
    below bound: Int, hash: (Int) -> UInt64, unless isSame: (Int, Int) -> Bool
  ) -> (place: Int, earlier: Int)? {
    let hashes = (0..<bound).map { UInt32(truncatingIfNeeded: hash($0)) }
    var repeated: (place: Int, earlier: Int)?
    for place in Self.order(of: hashes) {
      let place = Int(place)
      let hash = UInt64(hashes[place])
      guard let earlier = insert(place, hash: hash, unless: { isSame(place, $0) }) else { continue }
      if place < repeated?.place ?? .max { repeated = (place, earlier) }
    }
    return repeated
  }

  /// Returns the slot of the matching index, or the free slot for a new one.
  @inline(__always)
  private func slot(_ hash: UInt32, where isSame: (Int) -> Bool) -> Int {
    var slot = Int(hash >> UInt32(shift))
    while slots[slot] != 0 {
      if UInt32(slots[slot] >> 32) == hash, isSame(Self.place(slots[slot])) { return slot }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    let former = slots
    slots = Array(repeating: 0, count: former.count * 2)
    shift -= 1
    for entry in former where entry != 0 {
      slots[slot(UInt32(entry >> 32)) { _ in false }] = entry
    }
  }

  /// Returns many indices in the order of their part of the block, and few in ascending order; indices with equal
  /// hashes are always in ascending order.
  private static func order(of hashes: [UInt32]) -> [UInt32] {
    let places = UInt32(truncatingIfNeeded: hashes.count)
    guard hashes.count >= manyPlaces else { return Array(0..<places) }
    func part(_ hash: UInt32) -> Int { Int(hash >> 24) }
    var starts = [Int](repeating: 0, count: parts + 1)
    for hash in hashes { starts[part(hash) + 1] += 1 }
    for part in 1...parts { starts[part] += starts[part - 1] }
    var order = [UInt32](repeating: 0, count: hashes.count)
    for place in 0..<places {
      let part = part(hashes[Int(place)])
      order[starts[part]] = place
      starts[part] += 1
    }
    return order
  }

  private static func place(_ entry: UInt64) -> Int {
    Int(UInt32(truncatingIfNeeded: entry)) - 1
  }
}

/// Hashes of bytes, and of other hashes, which take a few instructions each.
///
/// A random seed for each process makes it impossible to write documents in which many values have equal hashes.
enum ContentHash {
  private static let seed = UInt64.random(in: .min ... .max)
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Returns the hash of two hashes, which depends on their order.
  @inline(__always)
  static func combined(_ one: UInt64, _ other: UInt64) -> UInt64 {
    folded(one ^ seed, other ^ factor)
  }

  /// Returns the hash of some bytes.
  /// - Complexity: O(bytes), eight at a time.
  @inline(__always)
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = folded(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), factor)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return folded(hash ^ rest, factor ^ seed)
  }

  /// Returns all bits of a product, folded into half as many.
  @inline(__always)
  private static func folded(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }
}
