import CLibgit2

/// The entries of one directory, as its object holds them.
///
/// It keeps the object's bytes and the position of each entry in them. So a large directory is read in one pass, and an
/// entry that is not asked for costs nothing more. Damaged trees give an error, never a crash.
///
/// Source: git's `tree-walk.c`.
struct RawTree: RandomAccessCollection {
  struct Entry {
    /// The name, as a slice of the object's bytes: no entry has an array of its own.
    let name: ArraySlice<UInt8>
    /// The mode as stored: old repositories hold modes such as 100664, which must survive.
    let mode: UInt32
    let id: ObjectID

    var isTree: Bool { RawTree.isTree(mode) }

    func isSame(as other: Entry) -> Bool { id == other.id && mode == other.mode }

    var value: TreeEntry { TreeEntry(mode: FileMode(raw: mode), id: id) }
  }

  /// The bytes of the object.
  let bytes: [UInt8]
  private var places: [Place] = []

  /// Creates an empty directory.
  init() { bytes = [] }

  /// Creates the directory of an object; nil if that is damaged.
  init?(_ object: [UInt8]) {
    bytes = object
    places.reserveCapacity(bytes.count / 32)
    let isWhole = object.withUnsafeBufferPointer { object in
      var end = 0
      while end < object.count, let place = Place(in: object, at: end) {
        places.append(place)
        end = place.end
      }
      return end == object.count
    }
    if !isWhole { return nil }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { places.count }

  subscript(index: Int) -> Entry {
    let place = places[index]
    let id = bytes.withUnsafeBytes { ObjectID(in: $0, from: place.id) }
    return Entry(name: bytes[place.name], mode: place.mode, id: id)
  }

  /// The bytes of consecutive entries.
  func bytes(of range: Range<Int>) -> ArraySlice<UInt8> {
    guard let first = range.first, let last = range.last else { return [] }
    return bytes[places[first].start..<places[last].end]
  }

  /// True if an entry has the same name, mode and id as one of another directory.
  func isSame(_ index: Int, as other: RawTree, _ otherIndex: Int) -> Bool {
    let (one, two) = (places[index], other.places[otherIndex])
    guard one.end - one.start == two.end - two.start else { return false }
    return bytes.withUnsafeBytes { bytes in
      other.bytes.withUnsafeBytes { others in
        UnsafeRawBufferPointer(rebasing: bytes[one.start..<one.end])
          .compare(to: UnsafeRawBufferPointer(rebasing: others[two.start..<two.end])) == 0
      }
    }
  }

  /// The entry of that name; nil if there is none. The order does not matter.
  func entry(named name: ArraySlice<UInt8>) -> Entry? {
    places.firstIndex { $0.name.count == name.count && bytes[$0.name].elementsEqual(name) }
      .map { self[$0] }
  }

  /// The same entries ordered by name alone, so that a file and a directory of one name are adjacent.
  var orderedByName: RawTree {
    // Only directories have another position in git's order.
    guard places.contains(where: { Self.isTree($0.mode) }) else { return self }
    var ordered = self
    ordered.places.sort { bytes[$0.name].lexicographicallyPrecedes(bytes[$1.name]) }
    return ordered
  }
}

extension RawTree {
  /// The position of an entry in the object's bytes.
  private struct Place {
    let mode: UInt32
    private let (first, nameStart, nameEnd): (UInt32, UInt32, UInt32)

    /// Reads an entry: a mode in octal digits, a space, a name, a zero byte and an id.
    ///
    /// - Returns: Nil if it is damaged, or the object has more than 4 GB.
    init?(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
      var (mode, position) = (UInt32(0), start)
      while position < bytes.count, bytes[position] != UInt8(ascii: " ") {
        guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(bytes[position]), mode < 1 << 20
        else { return nil }
        mode = mode << 3 | UInt32(bytes[position] - UInt8(ascii: "0"))
        position += 1
      }
      position += 1
      guard position < bytes.count, bytes.count <= UInt32.max, let base = bytes.baseAddress,
        let length = (base + position).distance(to: 0, within: bytes.count - position), length > 0,
        position + length + ObjectID.byteCount < bytes.count
      else { return nil }
      self.mode = mode
      first = UInt32(start)
      nameStart = UInt32(position)
      nameEnd = UInt32(position + length)
    }

    var start: Int { Int(first) }
    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    /// The start of the entry's id, after the byte that ends the name.
    var id: Int { Int(nameEnd) + 1 }
    var end: Int { id + ObjectID.byteCount }
  }
}

/// git's order: directories are ordered as if their names ended with a slash.
extension RawTree {
  private static func isTree(_ mode: UInt32) -> Bool { mode & 0o170000 == 0o040000 }

  /// The same entries in git's order. Only damaged trees have another order.
  var ordered: RawTree {
    let order = bytes.withUnsafeBytes { bytes -> [Place]? in
      func isOrdered(_ left: Place, _ right: Place) -> Bool {
        Self.compare(
          bytes[left.name], Self.isTree(left.mode), bytes[right.name], Self.isTree(right.mode)) < 0
      }
      if zip(places, places.dropFirst()).allSatisfy(isOrdered) { return nil }
      return places.sorted(by: isOrdered)
    }
    guard let order else { return self }
    let object = order.flatMap { bytes[$0.start..<$0.end] }
    return RawTree(object) ?? self
  }

  /// The position of the entry of that name in git's order, file or directory; nil if there is none.
  func position(of name: ArraySlice<UInt8>) -> Int? {
    for mode in [FileMode.file, .tree] {
      let position = lowerBound(of: Entry(name: name, mode: mode.rawValue, id: .zero))
      if position < count, bytes[places[position].name] == name { return position }
    }
    return nil
  }

  /// The position of the first entry that is not ordered before another one.
  func lowerBound(of entry: Entry) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Self.isOrdered(self[middle], entry) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  static func isOrdered(_ left: Entry, _ right: Entry) -> Bool {
    compare(left, right) < 0
  }

  static func compare(_ left: Entry, _ right: Entry) -> Int {
    left.name.withUnsafeBytes { name in
      right.name.withUnsafeBytes { compare(name[...], left.isTree, $0[...], right.isTree) }
    }
  }

  private static func compare(
    _ left: Slice<UnsafeRawBufferPointer>, _ isLeftTree: Bool,
    _ right: Slice<UnsafeRawBufferPointer>, _ isRightTree: Bool
  ) -> Int {
    let common = Swift.min(left.count, right.count)
    let difference = UnsafeRawBufferPointer(rebasing: left.prefix(common))
      .compare(to: UnsafeRawBufferPointer(rebasing: right.prefix(common)))
    if difference != 0 { return difference }
    func next(_ name: Slice<UnsafeRawBufferPointer>, _ isTree: Bool) -> Int {
      if name.count > common { return Int(name[name.startIndex + common]) }
      return isTree ? Int(UInt8(ascii: "/")) : 0
    }
    return next(left, isLeftTree) - next(right, isRightTree)
  }
}

extension RawTree.Entry {
  /// The bytes of the entry in a tree object.
  var bytes: [UInt8] {
    Array(String(mode, radix: 8).utf8) + [UInt8(ascii: " ")] + name + [0] + id.bytes
  }
}

extension FileMode {
  /// Creates the kind of a stored mode. As in git, only the kind and the owner's execute bit count.
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
    guard let tree = RawTree(try contents(id, as: GIT_OBJECT_TREE)) else {
      throw .damagedTree(id)
    }
    // Each directory takes some room for itself.
    trees.add(tree, for: id, size: 16 + tree.count)
    return tree
  }
}

extension GitError {
  static func damagedTree(_ id: ObjectID) -> GitError {
    GitError(.invalid, "the tree is damaged", context: id.hex)
  }
}
