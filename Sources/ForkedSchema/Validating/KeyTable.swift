import ForkedJSON

/// Numbers of keys, looked up without decoding the keys of documents.
///
/// Open addressing over Swift's seeded hashes, so that no schema can choose keys that collide.
struct KeyTable: Sendable {
  let keys: [JSONString]
  /// The number of a key, or -1.
  private let slots: [Int32]

  /// - Parameter keys: no key twice; each has its place in the list as number.
  init(_ keys: [JSONString]) {
    self.keys = keys
    var size = 4
    while size < keys.count * 2 { size *= 2 }
    var slots = [Int32](repeating: -1, count: size)
    for (number, key) in keys.enumerated() {
      var slot = key.utf8.withUnsafeBytes(Self.hash) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(truncatingIfNeeded: number)
    }
    self.slots = slots
  }

  var isEmpty: Bool { keys.isEmpty }

  /// The number of the key that a string is; nil where it is none of them. O(key).
  func number(of string: JSONNode) -> Int? {
    let content = string.range.dropFirst().dropLast()
    return string.document.bytes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[content.startIndex..<content.endIndex])
      if text.contains(UInt8(ascii: "\\")) { return string.string.flatMap(number) }
      return number(of: text)
    }
  }

  func number(of key: JSONString) -> Int? { key.utf8.withUnsafeBytes(number) }

  private func number(of text: UnsafeRawBufferPointer) -> Int? {
    var slot = Self.hash(text) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      let isSame = keys[number].utf8.withUnsafeBytes {
        $0.count == text.count && $0.elementsEqual(text)
      }
      if isSame { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private static func hash(_ text: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: text)
    return hasher.finalize()
  }
}
