import CLibgit2

/// The hash for the checksums at the end of git's index and packs. Source: FIPS 180-4.
///
/// libgit2 can hash only objects, with a header before their bytes.
struct SHA1 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
  )
  private var count = 0
  /// True if the processor's SHA instructions are used where it has them.
  private let usesInstructions: Bool

  static let blockSize = 64

  /// Creates the hash of no bytes.
  init(usesInstructions: Bool = true) { self.usesInstructions = usesInstructions }

  /// The twenty bytes of the hash of some bytes.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA1()
    return bytes.withUnsafeBytes { hash.finish($0) }
  }

  /// Adds whole blocks.
  mutating func add(_ blocks: UnsafeRawBufferPointer) {
    count += blocks.count
    if !usesInstructions || !addByInstructions(blocks) { addByHand(blocks) }
  }

  /// Adds the last bytes and returns the twenty bytes of the hash.
  mutating func finish(_ last: UnsafeRawBufferPointer) -> [UInt8] {
    let whole = last.count - last.count % Self.blockSize
    let length = UInt64(count + last.count) * 8
    add(UnsafeRawBufferPointer(rebasing: last[..<whole]))
    var end = Array(last[whole...]) + [0x80]
    while end.count % Self.blockSize != Self.blockSize - 8 { end.append(0) }
    end += withUnsafeBytes(of: length.bigEndian) { Array($0) }
    end.withUnsafeBytes { add($0) }
    return [state.0, state.1, state.2, state.3, state.4].flatMap { word in
      withUnsafeBytes(of: word.bigEndian) { Array($0) }
    }
  }

  private mutating func addByInstructions(_ blocks: UnsafeRawBufferPointer) -> Bool {
    withUnsafeMutableBytes(of: &state) { state in
      fork_sha1_add_blocks(
        state.baseAddress?.assumingMemoryBound(to: UInt32.self),
        blocks.baseAddress?.assumingMemoryBound(to: UInt8.self), blocks.count / 64) == 1
    }
  }

  private mutating func addByHand(_ blocks: UnsafeRawBufferPointer) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      for start in stride(from: 0, to: blocks.count, by: 64) {
        for index in 0..<16 {
          let word = blocks.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
          words[index] = UInt32(bigEndian: word)
        }
        for index in 16..<80 {
          let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
          words[index] = word << 1 | word >> 31
        }
        add(words)
      }
    }
  }

  private mutating func add(_ words: UnsafeMutableBufferPointer<UInt32>) {
    var (a, b, c, d, e) = state
    @inline(__always) func round(_ mixed: UInt32, _ constant: UInt32, _ word: UInt32) {
      let next = (a << 5 | a >> 27) &+ mixed &+ e &+ constant &+ word
      (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, next)
    }
    for index in 0..<20 { round(b & c | ~b & d, 0x5A82_7999, words[index]) }
    for index in 20..<40 { round(b ^ c ^ d, 0x6ED9_EBA1, words[index]) }
    for index in 40..<60 { round(b & c | b & d | c & d, 0x8F1B_BCDC, words[index]) }
    for index in 60..<80 { round(b ^ c ^ d, 0xCA62_C1D6, words[index]) }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }
}

/// A file that grows and ends with the checksum of its bytes, as packs and the index do.
///
/// Small pieces go through a buffer, large ones are written from where they are, both in parts that fit the processor's
/// caches between hashing and writing.
struct ChecksummedFile {
  /// A multiple of the size of a block.
  private static let partSize = 1 << 18

  private let path: String
  private let descriptor: Int32
  private var hash = SHA1()
  private var waiting: [UInt8] = []
  /// The number of bytes so far.
  private(set) var size = 0

  /// - Parameters:
  ///   - descriptor: A file that is open for writing. The caller closes it.
  ///   - path: The file's name in errors.
  init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    waiting.reserveCapacity(Self.partSize)
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) throws(GitError) {
    size += bytes.count
    var rest = bytes
    while !rest.isEmpty {
      let part = rest.prefix(Self.partSize - waiting.count)
      if part.count == Self.partSize {
        try put(part)
      } else {
        waiting += part
        guard waiting.count == Self.partSize else { return }
        try put(waiting[...])
        waiting.removeAll(keepingCapacity: true)
      }
      rest = rest.dropFirst(part.count)
    }
  }

  mutating func append(_ bytes: [UInt8]) throws(GitError) { try append(bytes[...]) }

  /// Writes the checksum and returns it.
  mutating func end() throws(GitError) -> [UInt8] {
    let checksum = waiting.withUnsafeBytes { hash.finish($0) }
    try Files.write(waiting + checksum, to: descriptor, path: path)
    return checksum
  }

  private mutating func put(_ part: ArraySlice<UInt8>) throws(GitError) {
    part.withUnsafeBytes { hash.add($0) }
    try Files.write(part, to: descriptor, path: path)
  }
}
