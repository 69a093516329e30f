/// Where each object stands in a pack. Source: git's `gitformat-pack(5)`, index version 2.
struct PackIndex {
  struct Entry {
    let id: ObjectID
    let offset: Int
    let checksum: UInt32
  }

  let entries: [Entry]
  let packChecksum: [UInt8]

  /// The file's bytes. O(n log n) for n objects.
  var bytes: [UInt8] {
    let sorted = entries.sorted { $0.id < $1.id }
    var bytes: [UInt8] = [0xFF, 0x74, 0x4F, 0x63, 0, 0, 0, 2]
    bytes.reserveCapacity(1100 + sorted.count * 36)
    for count in Self.fanOut(sorted) { bytes += PackWriter.bigEndian(count) }
    for entry in sorted { for index in 0..<ObjectID.byteCount { bytes.append(entry.id[index]) } }
    for entry in sorted { bytes += PackWriter.bigEndian(Int(entry.checksum)) }
    var far: [Int] = []
    for entry in sorted {
      if entry.offset < 1 << 31 {
        bytes += PackWriter.bigEndian(entry.offset)
      } else {
        bytes += PackWriter.bigEndian(1 << 31 | far.count)
        far.append(entry.offset)
      }
    }
    for offset in far {
      bytes += PackWriter.bigEndian(offset >> 32) + PackWriter.bigEndian(offset)
    }
    bytes += packChecksum
    return bytes + SHA1.hash(bytes)
  }

  /// How many ids begin with each byte or a smaller one.
  private static func fanOut(_ sorted: [Entry]) -> [Int] {
    var counts = [Int](repeating: 0, count: 256)
    for entry in sorted { counts[Int(entry.id[0])] += 1 }
    for index in 1..<256 { counts[index] += counts[index - 1] }
    return counts
  }
}
