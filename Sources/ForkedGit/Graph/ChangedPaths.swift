/// The paths that each commit changed, as `git commit-graph write --changed-paths` stores them: a filter for each commit.
///
/// A damaged file is not used: the commits hold all of its contents too.
///
/// Source: git's `gitformat-commit-graph(5)`.
struct ChangedPaths {
  private typealias Place = Range<Int>

  private let bytes: [UInt8]
  /// The places of the chunks: for each first byte of an id the number of ids up to it; the ids; the ends of the filters;
  /// the filters, one after another.
  private let (fan, ids, ends, filters): (Place, Place, Place, Place)
  private let (version, hashes): (Int, Int)

  private static let filterHeaderSize = 12

  /// Reads the file of a repository; nil if there is none that can be used.
  ///
  /// - Parameter objects: The directory of objects, with a slash at its end.
  init?(in objects: String) throws(GitError) {
    guard let bytes = try Files.read(objects + "info/commit-graph"),
      let chunks = Self.chunks(of: bytes), let fan = chunks["OIDF"], fan.count == 1024,
      let ids = chunks["OIDL"], let ends = chunks["BIDX"], let filters = chunks["BDAT"],
      filters.count >= Self.filterHeaderSize
    else { return nil }
    let count = Self.number(bytes, fan.upperBound - 4)
    guard ids.count == count * ObjectID.byteCount, ends.count == count * 4 else { return nil }
    (self.bytes, self.fan, self.ids, self.ends) = (bytes, fan, ids, ends)
    self.filters = filters.dropFirst(Self.filterHeaderSize)
    version = Self.number(bytes, filters.lowerBound)
    hashes = Self.number(bytes, filters.lowerBound + 4)
  }

  /// The places of the file's parts by their names; nil if it is no such file.
  private static func chunks(of bytes: [UInt8]) -> [String: Place]? {
    guard bytes.count > 8, bytes.starts(with: "CGPH".utf8), bytes[4] == 1, bytes[5] == 1 else {
      return nil
    }
    let table = 8 + (Int(bytes[6]) + 1) * 12
    guard table <= bytes.count else { return nil }
    var chunks: [String: Place] = [:]
    for entry in stride(from: 8, to: table - 12, by: 12) {
      // The high half of each offset is not zero in files of over 4 GB only.
      let (begin, end) = (number(bytes, entry + 8), number(bytes, entry + 20))
      guard table <= begin, begin <= end, end <= bytes.count else { return nil }
      chunks[String(decoding: bytes[entry..<(entry + 4)], as: UTF8.self)] = begin..<end
    }
    return chunks
  }

  /// True if a commit is known to have the same entry at a path as its first parent.
  func leaves(_ path: TreePath, aloneIn id: ObjectID) -> Bool {
    index(of: id).flatMap(filter).map { !$0.mayHold(HashedPath(path)) } ?? false
  }

  private func index(of id: ObjectID) -> Int? {
    let first = Int(id[0])
    let low = first == 0 ? 0 : Self.number(bytes, fan.lowerBound + (first - 1) * 4)
    let high = Self.number(bytes, fan.lowerBound + first * 4)
    guard low <= high, high <= ends.count / 4 else { return nil }
    var places = low..<high
    while !places.isEmpty {
      let middle = (places.lowerBound + places.upperBound) / 2
      let found = bytes.withUnsafeBytes {
        ObjectID(in: $0, from: ids.lowerBound + middle * ObjectID.byteCount)
      }
      if found == id { return middle }
      places = found < id ? middle + 1..<places.upperBound : places.lowerBound..<middle
    }
    return nil
  }

  /// The filter of a commit; nil if it has none.
  private func filter(at index: Int) -> PathFilter? {
    let place = ends.lowerBound + index * 4
    let begin = index == 0 ? 0 : Self.number(bytes, place - 4)
    let end = Self.number(bytes, place)
    guard begin < end, end <= filters.count else { return nil }
    let start = filters.lowerBound
    return PathFilter(
      bytes: bytes[(start + begin)..<(start + end)], hashes: hashes, version: version)
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The paths that a commit changed, as a Bloom filter.
private struct PathFilter {
  let bytes: ArraySlice<UInt8>
  let hashes: Int
  let version: Int

  func mayHold(_ path: HashedPath) -> Bool {
    guard let seeds = path.seeds(version: version) else { return true }
    let size = UInt32(truncatingIfNeeded: bytes.count * 8)
    for number in 0..<UInt32(min(hashes, 64)) {
      let bit = (seeds.0 &+ number &* seeds.1) % size
      if bytes[bytes.startIndex + Int(bit >> 3)] & (1 << (bit & 7)) == 0 { return false }
    }
    return true
  }
}

/// A path with its hashes, by which filters are searched.
private struct HashedPath {
  private let isASCII: Bool
  private let seeds: (UInt32, UInt32)

  init(_ path: TreePath) {
    isASCII = path.bytes.allSatisfy { $0 < 0x80 }
    seeds = (Self.hash(path.bytes, seed: 0x293a_e76f), Self.hash(path.bytes, seed: 0x7e64_6e2c))
  }

  /// The hashes for a version of filters.
  ///
  /// - Returns: Nil if that version has other hashes: version 1 treats bytes above 0x7F as negative numbers.
  func seeds(version: Int) -> (UInt32, UInt32)? {
    version == 2 || version == 1 && isASCII ? seeds : nil
  }

  /// The hash of some bytes. Source: MurmurHash3_x86_32, Austin Appleby, public domain.
  private static func hash(_ bytes: [UInt8], seed: UInt32) -> UInt32 {
    var (hash, place) = (seed, 0)
    while place + 4 <= bytes.count {
      let word =
        UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
        | UInt32(bytes[place + 3]) << 24
      hash ^= mixed(word)
      hash = rotated(hash, 13) &* 5 &+ 0xe654_6b64
      place += 4
    }
    var rest: UInt32 = 0
    for (index, byte) in bytes[place...].enumerated() {
      rest |= UInt32(byte) << (8 * UInt32(index))
    }
    if place < bytes.count { hash ^= mixed(rest) }
    hash ^= UInt32(truncatingIfNeeded: bytes.count)
    hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
    hash = (hash ^ hash >> 13) &* 0xc2b2_ae35
    return hash ^ hash >> 16
  }

  private static func mixed(_ word: UInt32) -> UInt32 {
    rotated(word &* 0xcc9e_2d51, 15) &* 0x1b87_3593
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}

extension LocalRepository {
  /// True if a commit is known to have the same entry at a path as its first parent, without reading either.
  public func isKnown(
    toLeave path: TreePath, aloneIn commit: ObjectID
  ) throws(GitError) -> Bool {
    if changedPaths == nil {
      changedPaths = .some(
        isShallow ? nil : try ChangedPaths(in: commonDirectory + "objects/"))
    }
    return changedPaths??.leaves(path, aloneIn: commit) ?? false
  }
}
