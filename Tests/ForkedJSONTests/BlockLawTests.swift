import CJSONBlocks
import ForkedTestSupport
import Testing

/// Random bytes are read as byte by byte, by the instructions of the processor and without them.
@Suite("Blocks of strings")
struct BlockLawTests {
  @Test("the first special byte and all bytes outside of ASCII are found")
  func blocks() {
    for seed in LawSeeds.range(usually: 20_000) {
      var random = SeededGenerator(seed: seed)
      // Rare special bytes leave each of them a chance to be the first.
      let isPlain = !random.oneIn(4)
      let bytes = (0..<16).map { _ in
        isPlain && !random.oneIn(12) ? random.pick(Self.plain) : random.pick(Self.any)
      }
      for block in [json_string_block(bytes), json_string_block_portable(bytes)] {
        let first = bytes.firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C } ?? 16
        #expect(min(block.special.trailingZeroBitCount, 16) == first, "seed \(seed): \(bytes)")
        let high = bytes.indices.reduce(0 as UInt32) { bits, place in
          bits | (bytes[place] >= 0x80 ? 1 << UInt32(place) : 0)
        }
        #expect(block.high == high, "seed \(seed): \(bytes)")
      }
    }
  }

  @Test("brackets, braces, commas and colons are counted")
  func counts() {
    for seed in LawSeeds.range(usually: 500) {
      var random = SeededGenerator(seed: seed)
      let bytes = (0..<random.below(301)).map { _ in
        random.pick(random.oneIn(2) ? Self.counted : Self.any)
      }
      let openings = bytes.count { $0 == .init(ascii: "[") || $0 == .init(ascii: "{") }
      let separators = bytes.count { $0 == .init(ascii: ",") || $0 == .init(ascii: ":") }
      for counts in [json_count(bytes, bytes.count), json_count_portable(bytes, bytes.count)] {
        #expect(counts.openings == openings, "seed \(seed): \(bytes)")
        #expect(counts.separators == separators, "seed \(seed): \(bytes)")
      }
    }
  }

  /// Bytes that are counted, and those beside them.
  private static let counted = Array("[{,:]}z@;+".utf8)
  private static let any = Array(0...255 as ClosedRange<UInt8>)
  /// Those beside special ones too, whose bits differ from theirs in one place.
  private static let plain = any.filter { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
}
