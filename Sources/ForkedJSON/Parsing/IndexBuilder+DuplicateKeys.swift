extension IndexBuilder {
  /// The greatest number of keys for which a small filter is used, with a search of the earlier keys if it matches.
  private static let filteredKeys = 64
  /// The size of the filter, which has a bit for each fingerprint.
  static var filterWords: Int { 16 }

  /// Throws if two of the `count` members from the key at `first` on have equal keys.
  /// - Complexity: O(`count`); without allocation for up to 64 members without escapes in a key.
  @inline(__always)
  func refuseDuplicateKeys(first: Int, count: Int) throws(Failure) {
    guard count <= Self.filteredKeys else { return try refuseByHashing(first: first, count: count) }
    filter.update(repeating: 0, count: Self.filterWords)
    var key = first
    for _ in 0..<count {
      if hasEscapes(at: key) { return try refuseByDecoding(first: first, count: count) }
      let bit = fingerprint(of: range(at: key))
      let (word, mask) = (bit &>> 6, 1 as UInt64 &<< UInt64(bit & 63))
      if filter[word] & mask != 0 { try refuseIfEqual(toEarlierThan: key, first: first) }
      filter[word] |= mask
      key = next(after: key &+ 1)
    }
  }

  /// Returns ten bits made of the length and the first and last eight bytes of a key with its quotes.
  @inline(__always)
  private func fingerprint(of key: Range<Int>) -> Int {
    let length = key.upperBound &- key.lowerBound
    var word: UInt64
    if length >= 8 {
      word = self.word(at: key.lowerBound)
      word ^= self.word(at: key.upperBound &- 8) &<< 5
    } else if key.lowerBound &+ 8 <= count {
      word = self.word(at: key.lowerBound)
      word &= (1 &<< UInt64(length &* 8)) &- 1
    } else {
      // In the order of the bytes in memory, as above.
      word = key.reversed().reduce(0) { $0 << 8 | UInt64(base[$1]) }
    }
    let mixed = (word ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 54)
  }

  @inline(never)
  private func refuseIfEqual(toEarlierThan later: Int, first: Int) throws(Failure) {
    let sought = RawBytes(keyContent(later))
    var key = first
    while key < later {
      if RawBytes(keyContent(key)) == sought { throw duplicate(later, of: key) }
      key = Int(node(at: key + 1).next)
    }
  }

  @inline(never)
  private func refuseByHashing(first: Int, count: Int) throws(Failure) {
    var keys: [UInt32] = []
    keys.reserveCapacity(count)
    var key = first
    for _ in 0..<count {
      if node(at: key).hasEscapes { return try refuseByDecoding(first: first, count: count) }
      keys.append(UInt32(truncatingIfNeeded: key))
      key = Int(node(at: key + 1).next)
    }
    func content(_ place: Int) -> RawBytes { RawBytes(keyContent(Int(keys[place]))) }
    var places = HashedIndices(capacity: count)
    let repeated = places.insertAll(below: count, hash: { content($0).hash }) {
      content($0) == content($1)
    }
    if let repeated { throw duplicate(Int(keys[repeated.place]), of: Int(keys[repeated.earlier])) }
  }

  @inline(never)
  private func refuseByDecoding(first: Int, count: Int) throws(Failure) {
    var seen = [JSONString: Int](minimumCapacity: count)
    var key = first
    for _ in 0..<count {
      let string = JSONString(escapedContent: keyContent(key))
      if let earlier = seen.updateValue(key, forKey: string) { throw duplicate(key, of: earlier) }
      key = Int(node(at: key + 1).next)
    }
  }

  private func keyContent(_ key: Int) -> UnsafeBufferPointer<UInt8> {
    let content = node(at: key).content
    return UnsafeBufferPointer(start: base + content.lowerBound, count: content.count)
  }

  private func duplicate(_ key: Int, of first: Int) -> Failure {
    let text = Array(UnsafeBufferPointer(start: base, count: count))
    let reason = JSONSyntaxError.Reason.duplicateKey(
      JSONString(escapedContent: keyContent(key)),
      first: TextPosition(offset: Int(node(at: first).start), in: text))
    return failure(reason, at: Int(node(at: key).start))
  }
}

/// Bytes of the text being read, compared and hashed without decoding.
private struct RawBytes: Equatable {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  static func == (a: RawBytes, b: RawBytes) -> Bool {
    a.bytes.count == b.bytes.count && a.bytes.elementsEqual(b.bytes)
  }

  var hash: UInt64 { ContentHash.of(UnsafeRawBufferPointer(bytes)) }
}

/// The keys of a document that a later one in their object repeats, by index. The last of equal keys counts, as for
/// nearly every reader of JSON.
struct RepeatedKeys: Sendable {
  private let indices: AscendingNumbers
  /// The number of equal keys after each of them in its object.
  private let repetitions: [Int: Int]

  static let none = RepeatedKeys([:])

  private init(_ repetitions: [Int: Int]) {
    self.repetitions = repetitions
    indices = AscendingNumbers(repetitions.keys)
  }

  /// Finds the repeated keys of a text.
  /// - Complexity: O(bytes) in expectation.
  init(in bytes: [UInt8], _ nodes: NodeIndex) {
    var repetitions: [Int: Int] = [:]
    for object in nodes.indices where nodes.kind(at: object) == .object {
      guard nodes[object].count > 1 else { continue }
      var earlier: [JSONString: [Int]] = [:]
      for key in nodes.children(of: object) {
        earlier[nodes[key].string(in: bytes), default: []].append(key)
      }
      for equal in earlier.values {
        for (place, key) in equal.dropLast().enumerated() {
          repetitions[key] = equal.count - 1 - place
        }
      }
    }
    self.init(repetitions)
  }

  var isEmpty: Bool { indices.isEmpty }

  /// The number of equal keys after that one in its object.
  subscript(key: Int) -> Int { repetitions[key, default: 0] }

  /// Returns true if one of them is among these nodes.
  /// - Complexity: O(log of their number).
  func areIn(_ nodes: Range<Int>) -> Bool { indices.areIn(nodes) }
}

extension NodeIndex {
  /// Returns the index with the repeated keys marked, so that they are not compared by their bytes alone.
  func marking(_ keys: RepeatedKeys) -> NodeIndex {
    var marked = self
    for index in nodes.indices where keys[index] > 0 {
      marked.nodes[index] = nodes[index].withEscapes
    }
    return marked
  }
}
