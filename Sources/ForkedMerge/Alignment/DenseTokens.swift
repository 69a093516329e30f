/// Arbitrary tokens renumbered to `0..<bound`, so that tables indexed by token stay as small as the input.
struct DenseTokens {
  /// The inputs in their order, renumbered; equal tokens stay equal, different ones different.
  var sequences: [ArraySlice<Int>]
  /// Greater than every renumbered token, and O(number of elements).
  var bound: Int

  init(_ sequences: ArraySlice<Int>...) {
    let total = sequences.reduce(0) { $0 + $1.count }
    let limit = total * 2 + 1024
    if sequences.allSatisfy({ $0.allSatisfy { $0 >= 0 && $0 < limit } }) {
      self.sequences = sequences
      bound = limit
      return
    }
    var table = TokenTable(capacity: total)
    self.sequences = sequences.map { $0.map { table.number(of: $0) }[...] }
    bound = table.count
  }
}

/// Numbers tokens in the order in which they are first met.
private struct TokenTable {
  private var slots: [Int32]
  private var tokens: [Int] = []
  private let mask: Int

  var count: Int { tokens.count }

  init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = [Int32](repeating: -1, count: size)
    mask = size - 1
  }

  mutating func number(of token: Int) -> Int {
    let mixed = UInt64(bitPattern: Int64(token)).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    var slot = Int(truncatingIfNeeded: (mixed.high ^ mixed.low) >> 16) & mask
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if tokens[number] == token { return number }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(truncatingIfNeeded: tokens.count)
    tokens.append(token)
    return tokens.count - 1
  }
}
