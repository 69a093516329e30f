/// The bytes of an index, with the position of each entry in them.
///
/// Unchanged entries are copied as they are: an index of 100,000 files costs one pass.
///
/// Source: gitformat-index(5), versions 2 to 4. Version 4 is converted to version 3.
struct IndexFormat {
  static let headerCount = 12
  static let fixedCount = 62

  private(set) var bytes: [UInt8]
  private(set) var starts: [Int] = []
  private(set) var version: UInt32 = 2
  private(set) var extensions: [(name: [UInt8], content: ArraySlice<UInt8>)] = []

  /// Creates an empty index.
  init() { bytes = [] }

  init(_ file: [UInt8]) throws(GitError) {
    bytes = file
    guard file.count >= Self.headerCount + 20, file.starts(with: "DIRC".utf8) else {
      throw Self.damaged
    }
    let count = Int(number(at: 8))
    version = number(at: 4)
    guard (2...4).contains(version), count <= file.count / 16 else { throw Self.damaged }
    var position = Self.headerCount
    if version == 4 {
      position = try unfold(count)
    } else {
      starts.reserveCapacity(count)
      for _ in 0..<count {
        starts.append(position)
        position = try end(ofEntryAt: position)
      }
    }
    try readExtensions(of: file, from: position)
    // A split index names no entries that the shared one has too.
    if starts.contains(where: { name(at: $0).isEmpty }) { throw Self.damaged }
  }

  private static var damaged: GitError { GitError(.invalid, "git's index is damaged") }

  func number(at position: Int) -> UInt32 {
    bytes.withUnsafeBytes {
      UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }
  }

  func entry(at start: Int) -> IndexEntry {
    let id = bytes.withUnsafeBytes { ObjectID(in: $0, from: start + 40) }
    return IndexEntry(
      numbers: (0..<10).map { number(at: start + 4 * $0) }, id: id,
      skipsWorkTree: skipsWorkTree(at: start))
  }

  func skipsWorkTree(at start: Int) -> Bool {
    bytes[start + 60] & 0x40 != 0 && bytes[start + Self.fixedCount] & 0x40 != 0
  }

  func stage(at start: Int) -> Int { Int(bytes[start + 60] >> 4) & 3 }

  func name(at start: Int) -> ArraySlice<UInt8> {
    let first = nameStart(at: start)
    let stated = Int(bytes[start + 60] & 0xF) << 8 | Int(bytes[start + 61])
    if stated < 0xFFF { return bytes[first..<(first + stated)] }
    return bytes[first...].prefix { $0 != 0 }
  }

  private func nameStart(at start: Int) -> Int {
    start + Self.fixedCount + (bytes[start + 60] & 0x40 != 0 ? 2 : 0)
  }

  func end(at position: Int) -> Int {
    position + 1 < starts.count ? starts[position + 1] : entriesEnd
  }

  private var entriesEnd: Int {
    guard let last = starts.last else { return Self.headerCount }
    return last + Self.padded(nameStart(at: last) - last + name(at: last).count)
  }

  /// The size of an entry with its padding: one to eight zero bytes.
  static func padded(_ count: Int) -> Int { (count + 8) & ~7 }

  private func end(ofEntryAt start: Int) throws(GitError) -> Int {
    let limit = bytes.count - 20
    guard start + Self.fixedCount + 2 < limit else { throw Self.damaged }
    let first = nameStart(at: start)
    let stated = Int(bytes[start + 60] & 0xF) << 8 | Int(bytes[start + 61])
    let nameEnd = stated < 0xFFF ? first + stated : bytes[first...].firstIndex(of: 0) ?? limit
    guard nameEnd < limit, bytes[nameEnd] == 0, nameEnd >= first else { throw Self.damaged }
    let end = start + Self.padded(nameEnd - start)
    guard end <= limit else { throw Self.damaged }
    return end
  }

  /// Converts version 4, in which each name is stored as its difference from the one before.
  private mutating func unfold(_ count: Int) throws(GitError) -> Int {
    let (file, limit) = (bytes, bytes.count - 20)
    var (position, name) = (Self.headerCount, [UInt8]())
    bytes = Array(file[..<Self.headerCount])
    for _ in 0..<count {
      guard position + Self.fixedCount + 4 < limit else { throw Self.damaged }
      let fixed = Self.fixedCount + (file[position + 60] & 0x40 != 0 ? 2 : 0)
      var rest = file[(position + fixed)..<limit]
      let dropped = try Self.takeNumber(&rest)
      guard dropped <= name.count, let end = rest.firstIndex(of: 0) else { throw Self.damaged }
      name = name.dropLast(dropped) + rest[..<end]
      starts.append(bytes.count)
      let padding = Self.padded(fixed + name.count) - fixed - name.count
      bytes += file[position..<(position + fixed)] + name + [UInt8](repeating: 0, count: padding)
      position = end + 1
    }
    version = 3
    return position
  }

  private static func takeNumber(_ rest: inout ArraySlice<UInt8>) throws(GitError) -> Int {
    guard var byte = rest.popFirst() else { throw damaged }
    var value = Int(byte & 0x7F)
    while byte & 0x80 != 0 {
      guard let next = rest.popFirst(), value < 1 << 24 else { throw damaged }
      byte = next
      value = (value + 1) << 7 | Int(byte & 0x7F)
    }
    return value
  }

  /// The content of the extension of that name; nil if there is none.
  func content(ofExtension name: String) -> ArraySlice<UInt8>? {
    extensions.first { $0.name.elementsEqual(name.utf8) }?.content
  }

  private mutating func readExtensions(of file: [UInt8], from start: Int) throws(GitError) {
    var position = start
    while position + 8 <= file.count - 20 {
      let name = Array(file[position..<(position + 4)])
      let size = file[(position + 4)..<(position + 8)].reduce(0) { $0 << 8 | Int($1) }
      guard position + 8 + size <= file.count - 20 else { throw Self.damaged }
      // A lower-case first letter marks an extension that a program must know before it changes the index.
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(name[0]) else {
        if name.elementsEqual("sdir".utf8) { throw .sparseIndex }
        if name.elementsEqual("link".utf8) { throw .splitIndex }
        throw GitError(
          .unsupported, "unsupported index extension '\(String(decoding: name, as: UTF8.self))'")
      }
      extensions.append((name, file[(position + 8)..<(position + 8 + size)]))
      position += 8 + size
    }
  }
}

/// One entry of the index: the status that git recorded of a file when it last read it.
struct IndexEntry {
  /// The ten numbers of the entry, as the file has them: change time and modification time (seconds and nanoseconds
  /// each), device, inode, mode, user, group, size.
  var numbers: [UInt32]
  let id: ObjectID
  /// True if a sparse checkout leaves the file out of the work tree.
  let skipsWorkTree: Bool

  enum Field: Int {
    case modifiedSeconds = 2
    case modifiedNanoseconds = 3
    case inode = 5
    case mode = 6
    case size = 9
  }

  /// Creates an entry. Without a status, git will read the file itself.
  init(_ entry: TreeEntry, status: FileStatus?, skipsWorkTree: Bool = false) {
    self.skipsWorkTree = skipsWorkTree
    numbers = status.map(Self.numbers) ?? [UInt32](repeating: 0, count: 10)
    numbers[Field.mode.rawValue] = entry.mode.rawValue
    id = entry.id
  }

  init(numbers: [UInt32], id: ObjectID, skipsWorkTree: Bool) {
    self.numbers = numbers
    self.id = id
    self.skipsWorkTree = skipsWorkTree
  }

  var value: TreeEntry { TreeEntry(mode: FileMode(raw: numbers[Field.mode.rawValue]), id: id) }

  /// True if the entry has this status. The mode is not compared; nor are device, user and group, as in libgit2 and in
  /// git on some systems.
  func describes(_ status: FileStatus) -> Bool {
    let now = Self.numbers(status)
    return [0, 1, 2, 3, 5, 9].allSatisfy { numbers[$0] == now[$0] }
  }

  private static func numbers(_ status: FileStatus) -> [UInt32] {
    [
      UInt32(truncatingIfNeeded: status.changed.seconds),
      UInt32(truncatingIfNeeded: status.changed.nanoseconds),
      UInt32(truncatingIfNeeded: status.modified.seconds),
      UInt32(truncatingIfNeeded: status.modified.nanoseconds),
      UInt32(truncatingIfNeeded: status.deviceID.rawValue),
      UInt32(truncatingIfNeeded: status.inode.rawValue), 0,
      status.userID.rawValue, status.groupID.rawValue, UInt32(truncatingIfNeeded: status.size),
    ]
  }
}
