import CLibgit2

/// A writer of objects as one pack with its index.
///
/// Source: git's `gitformat-pack(5)`, version 2 of both.
struct PackWriter {
  private let pending: PendingObjects
  /// The number of deltas that lead to each object, and the places of those that are written.
  private var (chains, offsets): ([ObjectID: Int], [ObjectID: Int]) = ([:], [:])
  private var entries: [PackIndex.Entry] = []

  /// The longest chain of deltas: git's own limit.
  private static let longestChain = 50

  init(_ pending: PendingObjects) {
    self.pending = pending
  }

  /// Writes the pack and then its index, both synced: without the index, git sees no pack.
  ///
  /// - Parameters:
  ///   - directory: The pack directory, with a slash at its end.
  ///   - durability: The way to write both to the disk.
  ///   - kept: The packs that git leaves alone; this one becomes one of them.
  ///   - report: Called with the progress.
  mutating func write(
    into directory: String, _ durability: Durability, keeping kept: inout KeptPacks,
    reporting report: (String, Int, Int?) -> Void
  ) throws(GitError) {
    let sync = durability(of: .pack)
    try Files.makeParent(of: directory + "pack", sync: sync)
    let total = pending.order.count
    let pack = try file(in: directory)
    let checksum = try writePack(to: pack) { report("writing objects", $0, total) }
    try sync.file(pack.descriptor, path: pack.path)
    let index = try file(in: directory)
    try index.write(PackIndex(entries: entries, packChecksum: checksum).bytes)
    try durability(of: .packMetadata).file(index.descriptor, path: index.path)
    let name = directory + "pack-" + checksum.map(Self.hex).joined()
    try kept.keep(name)
    for (file, path) in [(pack, name + ".pack"), (index, name + ".idx")] {
      if let failure = file.link(as: path), failure != .fileExists {
        throw .system("link", path: path, failure)
      }
    }
    try sync.directory(of: name)
  }

  /// A file whose temporary name, if it needs one, is known to git's garbage collection.
  private func file(in directory: String) throws(GitError) -> UnnamedFile {
    let name = directory + "tmp_pack_\(Machine.uniqueName())"
    return try UnnamedFile(for: name, mode: 0o444, elseAt: name)
  }

  /// - Parameter report: Called with the number of objects that are written, for each.
  private mutating func writePack(
    to pack: UnnamedFile, _ report: (Int) -> Void
  ) throws(GitError) -> [UInt8] {
    var file = Array("PACK".utf8) + Self.bigEndian(2) + Self.bigEndian(pending.order.count)
    let deflater = try Deflater()
    for (count, id) in pending.order.enumerated() {
      guard let object = pending.objects[id] else { continue }
      report(count)
      try add(id, object, by: deflater, to: &file)
    }
    let checksum = SHA1.hash(file)
    try pack.write(file + checksum)
    return checksum
  }

  private mutating func add(
    _ id: ObjectID, _ object: PendingObjects.Object, by deflater: Deflater,
    to file: inout [UInt8]
  ) throws(GitError) {
    let (offset, delta) = (file.count, delta(for: object))
    let contents = delta?.bytes ?? object.bytes
    var bytes: [UInt8]
    if let delta, let start = offsets[delta.base] {
      bytes = Self.header(kind: 6, size: contents.count) + Self.backwards(offset - start)
    } else {
      bytes = Self.header(kind: Int(object.type.rawValue), size: contents.count)
    }
    bytes += try deflater.deflate(contents)
    entries.append(.init(id: id, offset: offset, checksum: Deflater.checksum(of: bytes)))
    chains[id] = delta?.chain ?? 0
    offsets[id] = offset
    file += bytes
  }

  /// The delta of an object from its predecessor; nil if the predecessor is not before it in this pack or the delta
  /// saves too little.
  private func delta(
    for object: PendingObjects.Object
  ) -> (bytes: [UInt8], base: ObjectID, chain: Int)? {
    guard let id = object.predecessor, let chain = chains[id], chain < Self.longestChain,
      let older = pending.objects[id], older.type == object.type
    else { return nil }
    let delta = PackDelta.bytes(from: older.bytes, to: object.bytes)
    guard delta.count < object.bytes.count / 2 else { return nil }
    return (delta, id, chain + 1)
  }
}

extension PackWriter {
  private static func header(kind: Int, size: Int) -> [UInt8] {
    var bytes = [UInt8(kind << 4 | size & 0x0F)]
    var rest = size >> 4
    while rest > 0 {
      bytes[bytes.count - 1] |= 0x80
      bytes.append(UInt8(rest & 0x7F))
      rest >>= 7
    }
    return bytes
  }

  /// The encoded distance back to an earlier object.
  private static func backwards(_ distance: Int) -> [UInt8] {
    var bytes = [UInt8(distance & 0x7F)]
    var rest = distance >> 7
    while rest > 0 {
      rest -= 1
      bytes.append(UInt8(0x80 | rest & 0x7F))
      rest >>= 7
    }
    return bytes.reversed()
  }

  static func bigEndian(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

/// The index of a pack, with the position of each object. Source: git's `gitformat-pack(5)`, index version 2.
struct PackIndex {
  struct Entry {
    let id: ObjectID
    let offset: Int
    let checksum: UInt32
  }

  let entries: [Entry]
  let packChecksum: [UInt8]

  /// The bytes of the file.
  ///
  /// - Complexity: O(n log n) for n objects.
  var bytes: [UInt8] {
    let sorted = entries.sorted { $0.id < $1.id }
    var bytes: [UInt8] = [0xFF, 0x74, 0x4F, 0x63, 0, 0, 0, 2]
    bytes.reserveCapacity(1100 + sorted.count * 36)
    for count in Self.fanOut(sorted) { bytes += PackWriter.bigEndian(count) }
    for entry in sorted { bytes += entry.id.bytes }
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

  /// For each byte, the number of ids that begin with it or a smaller one.
  private static func fanOut(_ sorted: [Entry]) -> [Int] {
    var counts = [Int](repeating: 0, count: 256)
    for entry in sorted { counts[Int(entry.id[0])] += 1 }
    for index in 1..<256 { counts[index] += counts[index - 1] }
    return counts
  }
}
