import CLibgit2
import Glibc

/// The packs of a repository, read for a walk through many versions of the same objects.
///
/// Versions of an object are stored as deltas from each other. Here each is restored once, from the one that was
/// restored before it. libgit2 also sets up a decompressor for each delta and copies each object twice, which takes
/// three times as long.
///
/// Objects that are not here, or are unusual or damaged in any way, are left to libgit2.
final class PackFiles {
  private var packs: [PackFile]
  private let restoring: PackRestoring

  /// Opens all packs of a directory.
  ///
  /// - Parameter directory: The pack directory, with a slash at its end.
  init(in directory: String) throws(GitError) {
    restoring = try PackRestoring()
    packs = Files.names(in: directory).sorted().compactMap { name in
      name.hasSuffix(".idx") ? PackFile(directory + name.dropLast(4)) : nil
    }
  }

  /// The object of that id; nil if libgit2 must be asked for it.
  func object(_ id: ObjectID) -> StoredObject? {
    for (index, pack) in packs.enumerated() {
      guard let offset = pack.index.offset(of: id) else { continue }
      // The next object is likely to be in the same pack.
      if index > 0 { packs.swapAt(0, index) }
      // Nothing else shows that a damaged header names another type, or another object to start from.
      guard let object = restoring.object(at: offset, in: pack), object.has(id) else { return nil }
      return object
    }
    return nil
  }

  /// Updates the time of the pack that has an object, so that garbage collection takes the object for new; false if
  /// there is none.
  func freshen(_ id: ObjectID) -> Bool {
    packs.first { $0.index.offset(of: id) != nil }?.freshen() ?? false
  }

  /// The number of objects that were decompressed, deltas included.
  var restoredCount: Int { restoring.count }
}

extension StoredObject {
  var isTree: Bool { type == GIT_OBJECT_TREE }
  var isBlob: Bool { type == GIT_OBJECT_BLOB }

  /// Returns true if the object has that id.
  func has(_ id: ObjectID) -> Bool {
    var hash = SHA1()
    hash.add(LooseObjects.header(of: type, size: bytes.count))
    hash.add(bytes)
    return hash.end() == id
  }
}

/// A pack with its index.
final class PackFile {
  let index: PackIndexFile
  fileprivate let file: MappedFile
  private let path: String
  private var freshened = 0

  /// Opens a pack; nil if it cannot be used.
  ///
  /// - Parameter path: The path of the pack and its index, without the extension.
  init?(_ path: String) {
    guard let pack = MappedFile(path + ".pack"), let index = PackIndexFile(path + ".idx"),
      pack.bytes.count > Self.headerSize + ObjectID.byteCount,
      pack.bytes.starts(with: Array("PACK".utf8) + [0, 0, 0, 2])
    else { return nil }
    (file, self.index, self.path) = (pack, index, path)
  }

  /// Updates the time of the file, unless that was done within the last seconds; false if it cannot be done.
  fileprivate func freshen() -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    if freshened > 0, now.tv_sec - freshened < Self.freshSeconds { return true }
    guard utimes(path + ".pack", nil) == 0 else { return false }
    freshened = max(1, now.tv_sec)
    return true
  }

  /// As in libgit2.
  private static let freshSeconds = 2

  private static let headerSize = 12

  /// The bytes from an offset to the checksum at the end; nil if the offset is beyond them.
  fileprivate func bytes(from offset: Int) -> UnsafeRawBufferPointer? {
    let end = file.bytes.count - ObjectID.byteCount
    guard offset >= Self.headerSize, offset < end else { return nil }
    return UnsafeRawBufferPointer(rebasing: file.bytes[offset..<end])
  }
}

/// The header before the compressed contents of an object in a pack.
///
/// Source: git's `gitformat-pack(5)`.
struct PackEntry {
  enum Kind {
    case object(git_object_t)
    /// A delta from the object that begins this many bytes before.
    case deltaFromOffset(Int)
    case deltaFromObject(ObjectID)
  }

  let kind: Kind
  let headerSize: Int
  let size: Int

  /// Parses a header; nil if it is damaged.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return nil }
    var (size, shift, place, last) = (Int(first & 0x0F), 4, 1, first)
    while last & 0x80 != 0 {
      guard place < bytes.count, shift < 60 else { return nil }
      last = bytes[place]
      size |= Int(last & 0x7F) << shift
      (shift, place) = (shift + 7, place + 1)
    }
    switch first >> 4 & 7 {
    case 1: kind = .object(GIT_OBJECT_COMMIT)
    case 2: kind = .object(GIT_OBJECT_TREE)
    case 3: kind = .object(GIT_OBJECT_BLOB)
    case 4: kind = .object(GIT_OBJECT_TAG)
    case 6:
      guard let distance = Self.distance(bytes, &place) else { return nil }
      kind = .deltaFromOffset(distance)
    case 7:
      guard place + ObjectID.byteCount <= bytes.count else { return nil }
      kind = .deltaFromObject(ObjectID(in: bytes, from: place))
      place += ObjectID.byteCount
    default: return nil
    }
    guard size >= 0 else { return nil }
    (headerSize, self.size) = (place, size)
  }

  private static func distance(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> Int? {
    var distance = -1
    repeat {
      guard place < bytes.count, distance < 1 << 48 else { return nil }
      distance = (distance + 1) << 7 | Int(bytes[place] & 0x7F)
      place += 1
    } while bytes[place - 1] & 0x80 != 0
    return distance
  }
}

/// The index of a pack. Source: git's `gitformat-pack(5)`, index version 2.
struct PackIndexFile {
  private let file: MappedFile
  let count: Int

  private static let tables = 8 + 1024

  /// Opens an index; nil if it cannot be used.
  init?(_ path: String) {
    guard let file = MappedFile(path), file.bytes.count >= Self.tables + 2 * ObjectID.byteCount,
      file.bytes.starts(with: [0xFF, 0x74, 0x4F, 0x63, 0, 0, 0, 2])
    else { return nil }
    self.file = file
    count = file.word(at: Self.tables - 4)
    guard Self.tables + count * 28 + 2 * ObjectID.byteCount <= file.bytes.count else { return nil }
  }

  /// The offset of an object in the pack; nil if the pack does not have it.
  func offset(of id: ObjectID) -> Int? {
    let first = Int(id[0])
    let low = first == 0 ? 0 : file.word(at: 8 + (first - 1) * 4)
    let high = file.word(at: 8 + first * 4)
    guard low <= high, high <= count else { return nil }
    return SortedIDs.position(of: id, in: low..<high) {
      ObjectID(in: file.bytes, from: Self.tables + $0 * ObjectID.byteCount)
    }
    .flatMap(offset(at:))
  }

  /// The offset of an object by its position in the index; nil if the index is damaged there.
  func offset(at position: Int) -> Int? {
    let near = file.word(at: Self.tables + count * 24 + position * 4)
    guard near >= 1 << 31 else { return near }
    let far = Self.tables + count * 28 + (near & 0x7FFF_FFFF) * 8
    guard far + 8 + 2 * ObjectID.byteCount <= file.bytes.count else { return nil }
    return file.word(at: far) << 32 | file.word(at: far + 4)
  }
}

/// A file of the repository that never changes, in the process's address space.
private final class MappedFile {
  let bytes: UnsafeRawBufferPointer

  /// Opens a file; nil if it cannot be opened or is empty.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      start != MAP_FAILED
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// The number of four bytes at a place.
  func word(at place: Int) -> Int {
    Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
  }
}

/// Restores objects from deltas, and keeps them for the deltas that follow.
private final class PackRestoring {
  /// The largest object that is read here.
  private static let largest = 16 << 20
  /// The longest chain of deltas that is followed. git makes none of more than 4,095.
  private static let longestChain = 4096

  private let stream: UnsafeMutablePointer<z_stream>
  private var known = RestoredObjects()
  private(set) var count = 0

  init() throws(GitError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw GitError(.other, "zlib cannot be started", function: "inflateInit")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func object(at offset: Int, in pack: PackFile) -> StoredObject? {
    let name = ObjectIdentifier(pack)
    known.wantedCount += 1
    var (deltas, offset): ([(place: RestoredObjects.Place, bytes: [UInt8])], Int) = ([], offset)
    var deltaSize = 0
    var object: StoredObject
    while true {
      let place = RestoredObjects.Place(pack: name, offset: offset)
      if let found = known.find(place) {
        object = found
        break
      }
      guard deltas.count < Self.longestChain, deltaSize <= Self.largest,
        let bytes = pack.bytes(from: offset),
        let entry = PackEntry(bytes),
        let contents = inflated(bytes.dropFirst(entry.headerSize), entry.size)
      else { return nil }
      if case .object(let type) = entry.kind {
        object = StoredObject(type: type, bytes: contents)
        known.keep(object, at: place)
        break
      }
      deltas.append((place, contents))
      deltaSize += contents.count
      switch entry.kind {
      case .object: break
      case .deltaFromOffset(let distance): offset -= distance
      case .deltaFromObject(let id):
        guard let base = pack.index.offset(of: id) else { return nil }
        offset = base
      }
    }
    for delta in deltas.reversed() {
      guard let bytes = PackDelta.apply(delta.bytes, to: object.bytes, upTo: Self.largest) else {
        return nil
      }
      object = StoredObject(type: object.type, bytes: bytes)
      known.keep(object, at: delta.place)
    }
    return object
  }

  /// The contents of a zlib stream; nil if it does not have exactly this size.
  private func inflated(_ input: Slice<UnsafeRawBufferPointer>, _ size: Int) -> [UInt8]? {
    guard size <= Self.largest else { return nil }
    count += 1
    inflateReset(stream)
    let input = UnsafeRawBufferPointer(rebasing: input)
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { output, filled in
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.pointee.avail_in = UInt32(min(input.count, Int(UInt32.max)))
      stream.pointee.next_out = output.baseAddress
      stream.pointee.avail_out = UInt32(size)
      isWhole = inflate(stream, Z_FINISH) == Z_STREAM_END && stream.pointee.avail_out == 0
      filled = isWhole ? size : 0
    }
    return isWhole ? bytes : nil
  }
}

/// Objects that deltas may start from, the last ones that were used.
///
/// They are kept in two generations: if the younger is full, the older is forgotten. As few are kept as chains of
/// deltas need, so that they stay in the processor's caches. Objects that are wanted in another order than their chains
/// have would be restored again and again: the generations grow as long as most of what is kept was not wanted itself.
private struct RestoredObjects {
  struct Place: Hashable {
    let pack: ObjectIdentifier
    let offset: Int
  }

  /// The number of bytes of a generation: enough for that many objects of the size of the last one, within limits.
  private static let (usualCount, mostBytes) = (256, 16 << 20)
  private var fewestBytes = 1 << 20
  /// The largest object that is kept.
  private static let largest = 1 << 20

  private var young: [Place: StoredObject] = [:]
  private var old: [Place: StoredObject] = [:]
  private var size = 0

  /// The number of objects that were wanted since the younger generation began.
  var wantedCount = 0

  /// The object at a place; nil if it is not known any more.
  mutating func find(_ place: Place) -> StoredObject? {
    if let object = young[place] { return object }
    guard let object = old[place] else { return nil }
    keep(object, at: place)
    return object
  }

  mutating func keep(_ object: StoredObject, at place: Place) {
    guard object.bytes.count <= Self.largest else { return }
    if size > min(max(object.bytes.count * Self.usualCount, fewestBytes), Self.mostBytes) {
      if young.count > 2 * wantedCount { fewestBytes = min(fewestBytes * 5 / 4, Self.mostBytes) }
      swap(&young, &old)
      young.removeAll(keepingCapacity: true)
      (size, wantedCount) = (0, 0)
    }
    size += object.bytes.count + Self.overhead
    young[place] = object
  }

  /// The bytes that an object takes beside its contents.
  private static let overhead = 100
}
