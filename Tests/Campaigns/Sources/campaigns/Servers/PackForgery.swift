/// A pack as a server sends it, changed so that it is none, or another one.
struct PackForgery {
  private var body: [UInt8]
  private var count: UInt32

  /// - Parameter pack: A sound one; nil result for anything else.
  init?(_ pack: [UInt8]) {
    guard pack.count > 32, pack.starts(with: "PACK".utf8) else { return nil }
    count = pack[8..<12].reduce(0) { $0 << 8 | UInt32($1) }
    body = Array(pack[12..<(pack.count - SHA1.count)])
  }

  /// The bytes of the pack with a lie in it.
  mutating func bytes(_ lie: Lie, _ numbers: inout SeededGenerator) -> [UInt8] {
    switch lie {
    case .tooManyObjects: count += 1 + UInt32(numbers.below(1 << 30))
    case .tooFewObjects: count -= min(count, 1 + UInt32(numbers.below(3)))
    case .kindZero: add([0x01], Self.oneByte)
    case .kindFive: add([0x51], Self.oneByte)
    case .hugeSize: add([0xB1] + [UInt8](repeating: 0xFF, count: 8) + [0x7F], Self.oneByte)
    case .tooShort: add([0x30 | UInt8(2 + numbers.below(13))], Self.oneByte)
    case .tooLong: add([0x31], Self.threeBytes)
    case .missingBase: add([0x71] + (0..<20).map { _ in UInt8(numbers.below(256)) }, Self.oneByte)
    case .emptyPack: (body, count) = ([], 0)
    default: break
    }
    var bytes =
      Array("PACK".utf8) + [0, 0, 0, 2]
      + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
    bytes += body
    let checksum = SHA1.digest(bytes)
    switch lie {
    case .wrongChecksum: return bytes + checksum.reversed()
    case .trailingBytes: return bytes + checksum + (0...numbers.below(64)).map { UInt8($0) }
    case .cutPack: return Array((bytes + checksum).prefix(numbers.below(bytes.count)))
    case .flippedPack:
      let place = numbers.below(bytes.count)
      bytes[place] ^= UInt8(1 << numbers.below(8))
      // With the checksum of what it is now, or of what it was.
      return bytes + (numbers.oneIn(2) ? SHA1.digest(bytes) : checksum)
    default: return bytes + checksum
    }
  }

  private mutating func add(_ header: [UInt8], _ contents: [UInt8]) {
    body += header + contents
    count += 1
  }

  /// `x` and `xyz`, compressed.
  private static let oneByte: [UInt8] = [0x78, 0x9C, 0xAB, 0x00, 0x00, 0x00, 0x79, 0x00, 0x79]
  private static let threeBytes: [UInt8] = [
    0x78, 0x9C, 0xAB, 0xA8, 0xAC, 0x02, 0x00, 0x02, 0xD7, 0x01, 0x6C,
  ]
}

/// The checksum of packs. Source: RFC 3174.
enum SHA1 {
  static let count = 20

  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    let length = UInt64(bytes.count) * 8
    var padded = bytes + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      add(padded[start..<(start + 64)], to: &state)
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
      block[place..<(place + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<80 {
      let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words.append(turned(mixed, 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for index in 0..<80 {
      let (choice, constant): (UInt32, UInt32) =
        switch index / 20 {
        case 0: (b & c | ~b & d, 0x5A82_7999)
        case 1: (b ^ c ^ d, 0x6ED9_EBA1)
        case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = turned(a, 5) &+ choice &+ e &+ constant &+ words[index]
      (a, b, c, d, e) = (next, a, turned(b, 30), c, d)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
