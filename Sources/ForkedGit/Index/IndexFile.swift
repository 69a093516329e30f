/// git's index, with changes that are kept apart until they are written.
final class IndexFile {
  private let path: String
  private let format: IndexFormat
  /// The new entries of the changed paths; nil for removed ones.
  private var changes: [TreePath: IndexEntry?] = [:]
  private let timestamp: (seconds: Int, nanoseconds: Int)?

  /// Reads the index. The caller holds its lock.
  init(of path: String) throws(GitError) {
    self.path = path
    timestamp = (try? FileStatus(path))?.modified
    let bytes = try Files.read(path)
    format = try bytes.map { bytes throws(GitError) in try IndexFormat(bytes) } ?? IndexFormat()
  }

  /// Verifies the checksum. One of zeros means that git wrote none (`index.skipHash`).
  ///
  /// - Throws: Kind `invalid` if the file has changed since it was written.
  func verifyChecksum() throws(GitError) {
    guard let bytes = try Files.read(path), bytes.count >= ObjectID.byteCount else { return }
    let stated = bytes.suffix(ObjectID.byteCount)
    if stated.allSatisfy({ $0 == 0 }) { return }
    guard stated.elementsEqual(SHA1.hash(Array(bytes.dropLast(ObjectID.byteCount)))) else {
      throw GitError(.invalid, "git's index is damaged: its checksum is another one")
    }
  }

  /// The entry at a path; nil if there is none, or only unmerged ones.
  func entry(at path: TreePath) -> IndexEntry? {
    if let change = changes[path] { return change }
    return position(of: path).map { format.entry(at: format.starts[$0]) }
  }

  /// True if there are unmerged entries at a path.
  func hasConflict(at path: TreePath) -> Bool {
    guard changes[path] == nil else { return false }
    let position = lowerBound(of: path.bytes)
    guard position < format.starts.count else { return false }
    let start = format.starts[position]
    return format.name(at: start).elementsEqual(path.bytes) && format.stage(at: start) > 0
  }

  /// True if a file is certainly unchanged since its entry was recorded.
  func isFresh(_ entry: IndexEntry, _ status: FileStatus) -> Bool {
    guard let timestamp, entry.describes(status) else { return false }
    let seconds = entry.numbers[IndexEntry.Field.modifiedSeconds.rawValue]
    let nanoseconds = entry.numbers[IndexEntry.Field.modifiedNanoseconds.rawValue]
    return (Int(seconds), Int(nanoseconds)) < timestamp
  }

  /// The second at which the index was written; 0 if there is none.
  var seconds: Int { timestamp?.seconds ?? 0 }

  /// The files of the old index, in order, that were written in that second or later.
  func entries(writtenSince seconds: Int) -> some Sequence<(path: TreePath, entry: IndexEntry)> {
    format.starts.lazy.filter { [format] start in
      // The modification time is the third number.
      Int(format.number(at: start + 8)) >= seconds && format.stage(at: start) == 0
    }.map { [format] start in
      (TreePath(bytes: Array(format.name(at: start))), format.entry(at: start))
    }.filter { $0.1.value.mode.isRegularFile && !$0.1.skipsWorkTree }
  }

  /// The paths of the old index that end with a name, in order.
  func paths(named name: String) -> [TreePath] {
    let (name, inDirectory) = (Array(name.utf8), Array("/\(name)".utf8))
    return format.starts.map { format.name(at: $0) }
      .filter { $0.elementsEqual(name) || $0.suffix(inDirectory.count).elementsEqual(inDirectory) }
      .map { TreePath(bytes: Array($0)) }
  }

  /// The paths of the old index that have unmerged entries, in order.
  var unmergedPaths: [TreePath] {
    Set(format.starts.filter { format.stage(at: $0) > 0 }.map { format.name(at: $0) })
      .map { TreePath(bytes: Array($0)) }.sorted()
  }

  /// The paths of the old index whose files it leaves out of the work tree.
  var pathsLeftOut: Set<TreePath> {
    Set(
      format.starts.filter { format.skipsWorkTree(at: $0) }
        .map { TreePath(bytes: Array(format.name(at: $0))) })
  }

  func remove(_ path: TreePath) { changes[path] = .some(nil) }

  /// Sets an entry in place of all stages, and of files and directories in its way.
  ///
  /// - Parameter skipsWorkTree: True if a sparse checkout leaves the file out of the work tree.
  func set(_ path: TreePath, to entry: TreeEntry, status: FileStatus?, skipsWorkTree: Bool = false)
  {
    var parent = path.parent
    while !parent.isRoot {
      if self.entry(at: parent) != nil || hasConflict(at: parent) { remove(parent) }
      parent = parent.parent
    }
    for inner in entries(under: path) { remove(inner) }
    changes[path] = .some(
      IndexEntry(entry, status: status, skipsWorkTree: skipsWorkTree))
  }

  private func entries(under directory: TreePath) -> [TreePath] {
    let prefix = directory.bytes + [UInt8(ascii: "/")]
    return format.starts[lowerBound(of: prefix)...].lazy.map { self.format.name(at: $0) }
      .prefix { $0.starts(with: prefix) }.map { TreePath(bytes: Array($0)) }
  }

  private func position(of path: TreePath) -> Int? {
    let position = lowerBound(of: path.bytes)
    guard position < format.starts.count else { return nil }
    let start = format.starts[position]
    let isMatch = format.stage(at: start) == 0 && format.name(at: start).elementsEqual(path.bytes)
    return isMatch ? position : nil
  }

  /// The position of the first entry that is not ordered before a name.
  private func lowerBound(of name: [UInt8]) -> Int {
    var (low, high) = (0, format.starts.count)
    while low < high {
      let middle = (low + high) / 2
      if format.name(at: format.starts[middle]).lexicographicallyPrecedes(name) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Writes the changed index beside the old one, under its lock; nil if nothing changed.
  func prepare(sync: DiskSync) throws(GitError) -> UnnamedFile? {
    guard !changes.isEmpty else { return nil }
    let new = try UnnamedFile(for: path)
    var bytes = bytes
    bytes += SHA1.hash(bytes)
    try new.write(bytes)
    try sync.file(new.descriptor, path: path)
    return new
  }

  /// The bytes of the changed index, without the checksum.
  private var bytes: [UInt8] {
    let pieces = pieces()
    let count = pieces.reduce(0) { $0 + $1.count }
    // Version 2 has no flag for files that a sparse checkout leaves out.
    let isExtended = changes.values.contains { $0?.skipsWorkTree == true }
    let version = isExtended ? max(3, format.version) : format.version
    var bytes: [UInt8] = []
    bytes.reserveCapacity(format.bytes.count + changes.count * 128)
    bytes += Array("DIRC".utf8) + Self.bigEndian(version) + Self.bigEndian(UInt32(count))
    for piece in pieces {
      switch piece {
      case .kept(let range): append(entries: range, to: &bytes)
      case .set(let path, let entry): bytes += Self.bytes(of: entry, at: path)
      }
    }
    // The other extensions only save git some work, and would have to be updated.
    let conflicts = resolvedConflicts()
    guard !conflicts.isEmpty else { return bytes }
    let content = conflicts.serialized()
    return bytes + ResolvedConflicts.name.utf8 + Self.bigEndian(UInt32(content.count)) + content
  }

  private enum Piece {
    /// Entries of the old index that did not change.
    case kept(Range<Int>)
    case set(TreePath, IndexEntry)

    var count: Int {
      switch self {
      case .kept(let range): range.count
      case .set: 1
      }
    }
  }

  /// The parts of the new index, in its order.
  private func pieces() -> [Piece] {
    var (pieces, position) = ([Piece](), 0)
    for (path, entry) in changes.sorted(by: { $0.key < $1.key }) {
      let next = lowerBound(of: path.bytes)
      pieces.append(.kept(position..<next))
      position = next
      while position < format.starts.count,
        format.name(at: format.starts[position]).elementsEqual(path.bytes)
      {
        position += 1
      }
      if let entry { pieces.append(.set(path, entry)) }
    }
    return pieces + [.kept(position..<format.starts.count)]
  }

  /// Adds unchanged entries.
  ///
  /// An entry whose file may have changed in the same second as the old index was written gets the size 0. It would
  /// look clean beside the newer index; the size 0 makes git look at the contents. Seconds count, since git compares
  /// nothing finer unless it is built with `USE_NSEC`. Source: git's "racy-git" document.
  private func append(entries range: Range<Int>, to bytes: inout [UInt8]) {
    guard let first = range.first, let last = range.last else { return }
    var place = format.starts[first]
    for start in format.starts[range] where isRacy(at: start) {
      bytes += format.bytes[place..<(start + 36)] + [0, 0, 0, 0]
      place = start + 40
    }
    bytes += format.bytes[place..<format.end(at: last)]
  }

  private func isRacy(at start: Int) -> Bool {
    guard let timestamp else { return false }
    return Int(format.number(at: start + 8)) >= timestamp.seconds
  }

  private static func bytes(of entry: IndexEntry, at path: TreePath) -> [UInt8] {
    var bytes = entry.numbers.flatMap(bigEndian) + entry.id.bytes
    let length = min(path.bytes.count, 0xFFF)
    bytes += [UInt8(length >> 8) | (entry.skipsWorkTree ? 0x40 : 0), UInt8(length & 0xFF)]
    if entry.skipsWorkTree { bytes += [0x40, 0] }
    bytes += path.bytes
    return bytes + [UInt8](repeating: 0, count: IndexFormat.padded(bytes.count) - bytes.count)
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// The conflicts that were resolved before, and those that the changes resolve.
  private func resolvedConflicts() -> ResolvedConflicts {
    var conflicts = ResolvedConflicts(format.content(ofExtension: ResolvedConflicts.name) ?? [])
    for path in changes.keys {
      let stages = stages(at: path)
      if !stages.isEmpty { conflicts.add(path, stages) }
    }
    return conflicts
  }

  /// The unmerged entries of the old index at a path, by stage.
  func stages(at path: TreePath) -> [Int: TreeEntry] {
    var stages: [Int: TreeEntry] = [:]
    for start in format.starts[lowerBound(of: path.bytes)...] {
      guard format.name(at: start).elementsEqual(path.bytes) else { break }
      let stage = format.stage(at: start)
      if stage > 0 { stages[stage] = format.entry(at: start).value }
    }
    return stages
  }
}

/// The conflicts that were resolved in an index, so that `git checkout --merge` and `git update-index --unresolve` can
/// restore them.
///
/// Source: gitformat-index(5), "Resolve undo".
struct ResolvedConflicts {
  static let name = "REUC"
  /// The modes and ids of each path.
  private var contents: [TreePath: [UInt8]] = [:]

  var isEmpty: Bool { contents.isEmpty }

  /// Reads the extension, as far as it is not damaged.
  init(_ extensionContent: ArraySlice<UInt8>) {
    var rest = extensionContent
    while let path = Self.word(&rest) {
      let start = rest.startIndex
      let modes = (1...3).compactMap { _ in Self.word(&rest) }
      let size = modes.filter { !$0.elementsEqual("0".utf8) }.count * ObjectID.byteCount
      guard modes.count == 3, rest.count >= size else { return }
      rest = rest.dropFirst(size)
      contents[TreePath(bytes: Array(path))] = Array(extensionContent[start..<rest.startIndex])
    }
  }

  /// Takes the bytes up to the next zero byte; nil if there is none.
  private static func word(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: 0) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }

  /// Adds a conflict, in place of a former one at the path.
  mutating func add(_ path: TreePath, _ stages: [Int: TreeEntry]) {
    var bytes: [UInt8] = []
    for stage in 1...3 {
      bytes += Array(String(stages[stage]?.mode.rawValue ?? 0, radix: 8).utf8) + [0]
    }
    contents[path] = bytes + (1...3).flatMap { stages[$0]?.id.bytes ?? [] }
  }

  /// The extension's content.
  func serialized() -> [UInt8] {
    contents.sorted { $0.key < $1.key }.flatMap { $0.key.bytes + [0] + $0.value }
  }
}
