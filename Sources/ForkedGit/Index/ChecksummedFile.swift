/// A file that ends with the checksum of all before it, as packs and the index do, while it grows.
///
/// Bytes go through a part that the processor's caches hold: a second copy of a large index would be fresh memory of
/// the system's, which costs more than the checksum.
struct ChecksummedFile {
  private static let partSize = 1 << 18

  private let path: String
  private let descriptor: Int32
  private var hash = SHA1()
  private var waiting: [UInt8] = []
  /// How many bytes came so far.
  private(set) var size = 0

  /// - Parameters:
  ///   - descriptor: of a file that is open for writing, and closed by whoever opened it.
  ///   - path: its name in errors.
  init(_ descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
    waiting.reserveCapacity(Self.partSize)
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) throws(GitError) {
    size += bytes.count
    var rest = bytes
    while !rest.isEmpty {
      let part = rest.prefix(Self.partSize - waiting.count)
      waiting += part
      rest = rest.dropFirst(part.count)
      if waiting.count == Self.partSize { try flush() }
    }
  }

  mutating func append(_ bytes: [UInt8]) throws(GitError) { try append(bytes[...]) }

  /// Adds the checksum.
  mutating func end() throws(GitError) -> [UInt8] {
    try flush()
    let checksum = hash.finish()
    try Files.write(checksum, to: descriptor, path: path)
    return checksum
  }

  private mutating func flush() throws(GitError) {
    hash.add(waiting)
    try Files.write(waiting, to: descriptor, path: path)
    waiting.removeAll(keepingCapacity: true)
  }
}
