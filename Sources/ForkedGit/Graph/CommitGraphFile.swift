/// The commits of a repository, as `git commit-graph write` stores them: trees, parents, dates, and for each commit a
/// filter of the paths that it changed.
///
/// A damaged file is not used: the commits hold all of its contents too.
///
/// Source: git's `gitformat-commit-graph(5)`.
struct CommitGraphFile {
  private let layers: [Layer]
  /// The number of commits.
  let count: Int

  /// Reads the graph of a repository; nil if there is none that can be used.
  ///
  /// - Parameter objects: The directory of objects, with a slash at its end.
  init?(in objects: String) throws(GitError) {
    let info = objects + "info/"
    if let bytes = try Files.read(info + "commit-graph") {
      guard let layer = Layer(bytes, after: 0) else { return nil }
      layers = [layer]
      count = layer.count
      return
    }
    guard let chain = try Files.read(info + "commit-graphs/commit-graph-chain") else { return nil }
    var layers: [Layer] = []
    for line in chain.split(separator: UInt8(ascii: "\n")) {
      let name = "commit-graphs/graph-\(String(decoding: line, as: UTF8.self)).graph"
      let position = layers.last.map { $0.start + $0.count } ?? 0
      guard let bytes = try Files.read(info + name), let layer = Layer(bytes, after: position)
      else { return nil }
      layers.append(layer)
    }
    guard let last = layers.last else { return nil }
    self.layers = layers
    count = last.start + last.count
  }

  /// The tree, parents and date of a commit; nil if the graph does not have it.
  func links(of id: ObjectID) -> CommitLinks? {
    guard let (layer, index) = find(id) else { return nil }
    let data = layer.data(at: index)
    var parents: [ObjectID] = []
    for position in layer.parents(data) {
      guard let parent = self.id(at: position) else { return nil }
      parents.append(parent)
    }
    return CommitLinks(tree: data.tree, parents: parents, committed: data.committed)
  }

  /// True if a commit is known to have the same entry at a path as its first parent.
  func leaves(_ path: HashedPath, aloneIn id: ObjectID) -> Bool {
    guard let (layer, index) = find(id), let filter = layer.filter(at: index) else { return false }
    return !filter.mayHold(path)
  }

  private func find(_ id: ObjectID) -> (layer: Layer, index: Int)? {
    for layer in layers.reversed() {
      if let index = layer.index(of: id) { return (layer, index) }
    }
    return nil
  }

  /// The commit at a position among all; nil beyond the end.
  private func id(at position: Int) -> ObjectID? {
    guard position < count else { return nil }
    return layers.last { position >= $0.start }.map { $0.id(at: position - $0.start) }
  }
}

extension CommitGraphFile {
  /// One file of the graph.
  private struct Layer {
    struct Commit {
      let tree: ObjectID
      let first: Int
      let second: Int
      let committed: Int64
    }

    /// The position of the layer's first commit among all commits.
    let start: Int
    let count: Int
    private let bytes: [UInt8]
    private let (fan, ids, data): (Range<Int>, Range<Int>, Range<Int>)
    private let edges: Range<Int>?
    private let filters: Filters?

    private struct Filters {
      let ends: Range<Int>
      let data: Range<Int>
      let version: Int
      let hashes: Int
    }

    private static let idSize = ObjectID.byteCount
    private static let dataSize = ObjectID.byteCount + 16
    private static let filterHeaderSize = 12
    private static let noParent = 0x7000_0000
    private static let highBit = 0x8000_0000

    init?(_ bytes: [UInt8], after start: Int) {
      guard bytes.count > 8, bytes.starts(with: Array("CGPH".utf8)), bytes[4] == 1, bytes[5] == 1
      else { return nil }
      let table = 8 + (Int(bytes[6]) + 1) * 12
      guard table <= bytes.count else { return nil }
      var chunks: [UInt32: Range<Int>] = [:]
      for entry in stride(from: 8, to: table - 12, by: 12) {
        let (begin, end) = (Self.long(bytes, entry + 4), Self.long(bytes, entry + 16))
        guard table <= begin, begin <= end, end <= bytes.count else { return nil }
        chunks[UInt32(Self.word(bytes, entry))] = begin..<end
      }
      guard let fan = chunks["OIDF"], fan.count == 1024, let ids = chunks["OIDL"],
        let data = chunks["CDAT"]
      else { return nil }
      count = Self.word(bytes, fan.upperBound - 4)
      guard ids.count == count * Self.idSize, data.count == count * Self.dataSize else {
        return nil
      }
      self.bytes = bytes
      self.start = start
      self.fan = fan
      self.ids = ids
      self.data = data
      edges = chunks["EDGE"]
      if let ends = chunks["BIDX"], let data = chunks["BDAT"], ends.count == count * 4,
        data.count >= Self.filterHeaderSize
      {
        filters = Filters(
          ends: ends, data: data.dropFirst(Self.filterHeaderSize),
          version: Self.word(bytes, data.lowerBound), hashes: Self.word(bytes, data.lowerBound + 4))
      } else {
        filters = nil
      }
    }

    func index(of id: ObjectID) -> Int? {
      let first = Int(id.high >> 56)
      let low = first == 0 ? 0 : Self.word(bytes, fan.lowerBound + (first - 1) * 4)
      let high = Self.word(bytes, fan.lowerBound + first * 4)
      guard low <= high, high <= count else { return nil }
      var places = low..<high
      while !places.isEmpty {
        let middle = (places.lowerBound + places.upperBound) / 2
        let found = self.id(at: middle)
        if found == id { return middle }
        places = found < id ? middle + 1..<places.upperBound : places.lowerBound..<middle
      }
      return nil
    }

    func id(at index: Int) -> ObjectID { id(in: ids.lowerBound + index * Self.idSize) }

    func data(at index: Int) -> Commit {
      let place = data.lowerBound + index * Self.dataSize
      let words = place + Self.idSize
      return Commit(
        tree: id(in: place), first: Self.word(bytes, words),
        second: Self.word(bytes, words + 4),
        committed: Int64(Self.long(bytes, words + 8) & (1 << 34 - 1)))
    }

    /// The positions of a commit's parents.
    func parents(_ commit: Commit) -> [Int] {
      guard commit.first != Self.noParent else { return [] }
      guard commit.second != Self.noParent else { return [commit.first] }
      guard commit.second & Self.highBit != 0 else { return [commit.first, commit.second] }
      var parents = [commit.first]
      guard let edges else { return parents }
      var place = edges.lowerBound + (commit.second & ~Self.highBit) * 4
      while place + 4 <= edges.upperBound {
        let edge = Self.word(bytes, place)
        parents.append(edge & ~Self.highBit)
        if edge & Self.highBit != 0 { break }
        place += 4
      }
      return parents
    }

    func filter(at index: Int) -> PathFilter? {
      guard let filters else { return nil }
      let place = filters.ends.lowerBound + index * 4
      let begin = index == 0 ? 0 : Self.word(bytes, place - 4)
      let end = Self.word(bytes, place)
      let start = filters.data.lowerBound
      guard begin < end, start + end <= filters.data.upperBound else { return nil }
      return PathFilter(
        bytes: bytes[(start + begin)..<(start + end)], hashes: filters.hashes,
        version: filters.version)
    }

    private func id(in place: Int) -> ObjectID {
      bytes.withUnsafeBytes { ObjectID(in: $0, from: place) }
    }

    private static func word(_ bytes: [UInt8], _ place: Int) -> Int {
      Int(bytes[place]) << 24 | Int(bytes[place + 1]) << 16 | Int(bytes[place + 2]) << 8
        | Int(bytes[place + 3])
    }

    private static func long(_ bytes: [UInt8], _ place: Int) -> Int {
      word(bytes, place) << 32 | word(bytes, place + 4)
    }
  }
}

extension [UInt32: Range<Int>] {
  /// The range of the chunk of that name.
  fileprivate subscript(name: StaticString) -> Range<Int>? {
    self[name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }]
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
public struct HashedPath {
  private let isASCII: Bool
  private let seeds: (UInt32, UInt32)

  /// Computes the hashes of a path.
  public init(_ path: TreePath) {
    isASCII = path.bytes.allSatisfy { $0 < 0x80 }
    seeds = (Self.hash(path.bytes, seed: 0x293a_e76f), Self.hash(path.bytes, seed: 0x7e64_6e2c))
  }

  /// The hashes for a version of filters.
  ///
  /// - Returns: Nil if that version has other hashes: version 1 treats bytes above 0x7F as negative numbers.
  fileprivate func seeds(version: Int) -> (UInt32, UInt32)? {
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
  public func isKnown(toLeave path: HashedPath, aloneIn commit: ObjectID) -> Bool {
    knownGraph?.leaves(path, aloneIn: commit) ?? false
  }

  /// Reads the commit graph that git has written, if any, for a walk through many commits.
  func openGraph() throws(GitError) {
    guard !hasOpenedGraph else { return }
    hasOpenedGraph = true
    if !isShallow { knownGraph = try CommitGraphFile(in: commonDirectory + "objects/") }
  }
}
