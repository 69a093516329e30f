import ForkedGit

/// The stored index of one tree: sorted numbers of entities, each with the number of a document, and the documents'
/// paths.
///
/// The bytes are read in place, and a look-up is a binary search. Reading is safe whatever the bytes are. The checksum
/// detects truncated and damaged bytes.
struct EntityIndexFile {
  /// The tree that the index describes; nil: none.
  let tree: ObjectID?
  private let bytes: [UInt8]
  private let documentCount: Int
  private let pairCount: Int

  /// Creates an empty index.
  init() { (tree, bytes, documentCount, pairCount) = (nil, [], 0, 0) }

  /// Reads a stored index; nil if it is damaged or has another format.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headSize + Self.checksumSize, bytes.starts(with: Self.magic),
      let tree = ObjectID(bytes: bytes[8..<28])
    else { return nil }
    let end = bytes.count - Self.checksumSize
    let (documents, pairs) = (Int(bytes.word32(at: 28)), Int(bytes.word32(at: 32)))
    let paths = Int(bytes.word32(at: 36))
    guard end == Self.headSize + 4 * (documents + 1) + 12 * pairs + paths,
      bytes.word64(at: end) == bytes[..<end].checksum
    else { return nil }
    self.bytes = bytes
    self.tree = tree
    documentCount = documents
    pairCount = pairs
  }

  /// Creates an index of a tree. Complexity: O(n log n).
  init(of tree: ObjectID, _ entities: [(path: TreePath, numbers: [EntityNumber])]) {
    var pairs: [(number: EntityNumber, document: UInt32)] = []
    for (index, document) in entities.enumerated() {
      pairs += document.numbers.map { ($0, UInt32(truncatingIfNeeded: index)) }
    }
    pairs.sort { ($0.number, $0.document) < ($1.number, $1.document) }
    let pathBytes = entities.reduce(0) { $0 + $1.path.bytes.count }
    var bytes = Self.magic
    bytes += (0..<ObjectID.byteCount).map { tree[$0] }
    for count in [entities.count, pairs.count, pathBytes] { bytes.append(word32: count) }
    for pair in pairs { bytes.append(word64: pair.number.value) }
    for pair in pairs { bytes.append(word32: Int(pair.document)) }
    var offset = 0
    for document in entities {
      bytes.append(word32: offset)
      offset += document.path.bytes.count
    }
    bytes.append(word32: offset)
    for document in entities { bytes += document.path.bytes }
    bytes.append(word64: bytes[...].checksum)
    self.tree = tree
    self.bytes = bytes
    documentCount = entities.count
    pairCount = pairs.count
  }

  /// The bytes to store.
  var contents: [UInt8] { bytes }
}

extension EntityIndexFile {
  /// The documents that hold an entity. Complexity: O(log n + result).
  func paths(holding number: EntityNumber) -> [TreePath] {
    var (low, high) = (0, pairCount)
    while low < high {
      let middle = (low + high) / 2
      if self.number(at: middle) < number { low = middle + 1 } else { high = middle }
    }
    var found: [TreePath] = []
    while low < pairCount, self.number(at: low) == number {
      if let path = path(ofDocument: document(at: low)) { found.append(path) }
      low += 1
    }
    return found
  }

  /// All documents, with the entities that they hold. Complexity: O(n).
  var entities: [(path: TreePath, numbers: [EntityNumber])] {
    var numbers = [[EntityNumber]](repeating: [], count: documentCount)
    for pair in 0..<pairCount where numbers.indices.contains(document(at: pair)) {
      numbers[document(at: pair)].append(number(at: pair))
    }
    return numbers.enumerated().compactMap { index, numbers in
      path(ofDocument: index).map { ($0, numbers) }
    }
  }

  private static let magic = Array("forkmdl1".utf8)
  /// The magic, the tree, the counts of documents and pairs, the size of all paths.
  private static let headSize = 40
  private static let checksumSize = 8

  private func number(at pair: Int) -> EntityNumber {
    EntityNumber(value: bytes.word64(at: Self.headSize + 8 * pair))
  }

  private func document(at pair: Int) -> Int {
    Int(bytes.word32(at: Self.headSize + 8 * pairCount + 4 * pair))
  }

  private func path(ofDocument index: Int) -> TreePath? {
    guard index < documentCount else { return nil }
    let offsets = Self.headSize + 12 * pairCount
    let start = offsets + 4 * (documentCount + 1)
    let from = Int(bytes.word32(at: offsets + 4 * index))
    let to = Int(bytes.word32(at: offsets + 4 * (index + 1)))
    guard from < to, start + to <= bytes.count - Self.checksumSize else { return nil }
    return TreePath(bytes: Array(bytes[(start + from)..<(start + to)]))
  }
}

extension [UInt8] {
  fileprivate func word32(at offset: Int) -> UInt32 {
    withUnsafeBytes {
      UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
  }

  fileprivate func word64(at offset: Int) -> UInt64 {
    withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }

  fileprivate mutating func append(word32 value: Int) {
    Swift.withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).littleEndian) {
      append(contentsOf: $0)
    }
  }

  fileprivate mutating func append(word64 value: UInt64) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}

extension ArraySlice<UInt8> {
  /// FNV-1a over words of eight bytes. It detects damage, but not deliberate changes.
  fileprivate var checksum: UInt64 {
    withUnsafeBytes { bytes in
      var (sum, offset): (UInt64, Int) = (0xCBF2_9CE4_8422_2325, 0)
      while offset + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        sum = (sum ^ UInt64(littleEndian: word)) &* 0x100_0000_01B3
        sum ^= sum >> 29
        offset += 8
      }
      for byte in bytes[offset...] { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return sum
    }
  }
}
