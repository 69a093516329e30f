import CLibgit2

/// The entries of one directory as its object holds them.
///
/// Source: git's `tree-walk.c`. Damaged trees give an error, never a crash.
struct RawTree {
  struct Entry {
    /// A part of the object's bytes: no entry has an array of its own.
    let name: ArraySlice<UInt8>
    /// As stored: old repositories hold modes such as 100664, which must survive.
    let mode: UInt32
    let id: ObjectID

    var isTree: Bool { mode & 0o170000 == 0o040000 }

    func isSame(as other: Entry) -> Bool { id == other.id && mode == other.mode }

    var value: TreeEntry { TreeEntry(mode: FileMode(raw: mode), id: id) }
  }

  var entries: [Entry] = []

  init(entries: [Entry]) { self.entries = entries }

  init?(_ object: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(object)
    var scan = TreeScan(of: object)
    entries.reserveCapacity(bytes.count / 32)
    while let place = scan.next() {
      entries.append(Entry(name: bytes[place.name], mode: place.mode, id: scan.id(at: place)))
    }
    if scan.isDamaged { return nil }
  }

  /// The bytes of the object, entries in git's order.
  func serialized() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 40)
    for entry in entries.sorted(by: Self.isOrdered) {
      bytes += String(entry.mode, radix: 8).utf8
      bytes.append(UInt8(ascii: " "))
      bytes += entry.name
      bytes.append(0)
      for index in 0..<ObjectID.byteCount { bytes.append(entry.id[index]) }
    }
    return bytes
  }

  /// git orders directories as if their names ended with a slash.
  static func isOrdered(_ left: Entry, _ right: Entry) -> Bool {
    compare(left, right) < 0
  }

  static func compare(_ left: Entry, _ right: Entry) -> Int {
    let common = min(left.name.count, right.name.count)
    for index in 0..<common {
      let (one, other) = (byte(index, of: left), byte(index, of: right))
      if one != other { return one - other }
    }
    return byte(common, of: left) - byte(common, of: right)
  }

  private static func byte(_ index: Int, of entry: Entry) -> Int {
    if entry.name.count > index { return Int(entry.name[entry.name.startIndex + index]) }
    return entry.isTree ? Int(UInt8(ascii: "/")) : 0
  }
}

extension FileMode {
  /// As git reads a stored mode: only the kind and the owner's execute bit count.
  init(raw: UInt32) {
    switch raw & 0o170000 {
    case 0o040000: self = .tree
    case 0o120000: self = .symlink
    case 0o160000: self = .submodule
    default: self = raw & 0o100 == 0 ? .file : .executable
    }
  }
}

extension LocalRepository {
  func rawTree(_ id: ObjectID) throws(GitError) -> RawTree {
    if let known = trees[id] { return known }
    guard let tree = try object(id, as: GIT_OBJECT_TREE, { RawTree($0) }) else {
      throw .damagedTree(id)
    }
    trees.add(id, tree)
    return tree
  }
}

extension GitError {
  static func damagedTree(_ id: ObjectID) -> GitError {
    GitError(.invalid, "the tree is damaged", context: id.hex)
  }
}
