import CLibgit2

/// The hash for the checksums at the end of git's index and packs. Source: FIPS 180-4.
///
/// libgit2 can hash only objects, with a header before their bytes.
struct SHA1 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
  )
  /// True if the processor's SHA instructions are used where it has them.
  private let usesInstructions: Bool

  private static let blockSize = 64

  /// The twenty bytes of the hash of some bytes.
  static func hash(_ bytes: [UInt8], usesInstructions: Bool = true) -> [UInt8] {
    var hash = SHA1(usesInstructions: usesInstructions)
    let whole = bytes.count - bytes.count % blockSize
    var end = Array(bytes[whole...]) + [0x80]
    while end.count % blockSize != blockSize - 8 { end.append(0) }
    end += withUnsafeBytes(of: (UInt64(bytes.count) * 8).bigEndian) { Array($0) }
    bytes[..<whole].withUnsafeBytes { hash.add($0) }
    end.withUnsafeBytes { hash.add($0) }
    let state = hash.state
    return [state.0, state.1, state.2, state.3, state.4].flatMap { word in
      withUnsafeBytes(of: word.bigEndian) { Array($0) }
    }
  }

  private init(usesInstructions: Bool) { self.usesInstructions = usesInstructions }

  private mutating func add(_ blocks: UnsafeRawBufferPointer) {
    if !usesInstructions || !addByInstructions(blocks) { addByHand(blocks) }
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
      e = d
      d = c
      c = b << 30 | b >> 2
      b = a
      a = next
    }
    for index in 0..<20 { round(b & c | ~b & d, 0x5A82_7999, words[index]) }
    for index in 20..<40 { round(b ^ c ^ d, 0x6ED9_EBA1, words[index]) }
    for index in 40..<60 { round(b & c | b & d | c & d, 0x8F1B_BCDC, words[index]) }
    for index in 60..<80 { round(b ^ c ^ d, 0xCA62_C1D6, words[index]) }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }
}
