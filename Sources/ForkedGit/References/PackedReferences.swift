/// The references that have no file of their own, as git keeps them in one file.
///
/// Source: git's `refs/packed-backend.c`.
struct PackedReferences {
  private static let headerStart = Array("# pack-refs with:".utf8)

  /// Properties of the entries that the file promises, with the spaces around them.
  private var header: [UInt8]
  /// The lines of an entry by its name: that of a tag has a second one, with what it leads to.
  private var entries: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]

  /// - Parameter bytes: The file; nil: there is none.
  /// - Throws: kind `invalid` where it is damaged.
  init(_ bytes: [UInt8]?) throws(GitError) {
    header = Array(" peeled fully-peeled sorted ".utf8)
    guard let bytes else { return }
    header = []
    var (rest, last) = (bytes[...], ArraySlice<UInt8>())
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[...end]
      rest = rest[(end + 1)...]
      if line.starts(with: Self.headerStart) {
        header = Array(line.dropFirst(Self.headerStart.count).dropLast())
      } else if line.first == UInt8(ascii: "^"), let entry = entries[last] {
        entries[last] = bytes[entry.startIndex...end]
      } else if line.first != UInt8(ascii: "#") {
        guard line.count > 42, line.dropFirst(40).first == UInt8(ascii: " ") else {
          throw GitError(.invalid, "the file packed-refs is damaged")
        }
        last = line.dropFirst(41).dropLast()
        entries[last] = line
      }
    }
    guard rest.isEmpty else { throw GitError(.invalid, "the file packed-refs ends too early") }
    if !String(decoding: header, as: UTF8.self).contains(" sorted ") {
      header += Array(" sorted ".utf8)
    }
  }

  /// Makes a reference name a commit.
  mutating func set(_ name: ReferenceName, to commit: ObjectID) {
    entries[Array(name.rawValue.utf8)[...]] = Array("\(commit.hex) \(name.rawValue)\n".utf8)[...]
  }

  /// Takes a reference out; returns false where it is not there.
  mutating func remove(_ name: ReferenceName) -> Bool {
    entries.removeValue(forKey: Array(name.rawValue.utf8)[...]) != nil
  }

  /// The file's bytes. O(n log n) for n references.
  var bytes: [UInt8] {
    let ordered = entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return Self.headerStart + header + [UInt8(ascii: "\n")] + ordered.flatMap(\.value)
  }
}

extension LocalRepository {
  /// So few references are written one by one.
  private static let fewReferences = 16

  /// Makes many references that only remember something name commits, in one change of git's file of such references. The
  /// last to come counts.
  ///
  /// - Returns: Those that were left alone: few, or with a file of their own, which counts more, or no commits.
  /// - Throws: kind `locked` where another process packs references for longer than the timeout.
  /// - Complexity: O(n log n) for all references that are packed.
  public func pack(
    _ targets: [ReferenceName: ObjectID], timeout: Duration = .seconds(5)
  ) throws(GitError) -> [ReferenceName: ObjectID] {
    guard targets.count > Self.fewReferences, transaction == nil else { return targets }
    try storeObjects()
    let path = commonDirectory + "packed-refs"
    let lock = try LockFile(of: path, timeout: timeout, keepsWaiting: keepsWaiting)
    var packed = try PackedReferences(try Files.read(path))
    var rest: [ReferenceName: ObjectID] = [:]
    for (name, target) in targets {
      // The file tells of tags what they lead to.
      if !Files.exists(commonDirectory + name.rawValue), try isCommit(target) {
        packed.set(name, to: target)
      } else {
        rest[name] = target
      }
    }
    try lock.commit(packed.bytes, sync: durability()(of: .reference))
    return rest
  }
}
