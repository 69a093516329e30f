/// The packed refs: those that git stores in one file.
///
/// Source: git's `refs/packed-backend.c`.
struct PackedReferences {
  private static let headerStart = Array("# pack-refs with:".utf8)

  /// The properties of the entries that the file declares, with the spaces around them.
  private var header: [UInt8]
  /// The lines of each entry by its name. A tag has a second line, with the object that it leads to.
  private var entries: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]

  /// Parses the file.
  ///
  /// - Parameter bytes: The contents of the file; nil if there is none.
  /// - Throws: Kind `invalid` if it is damaged.
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

  /// Updates a ref to a commit.
  mutating func set(_ name: ReferenceName, to commit: ObjectID) {
    entries[Array(name.rawValue.utf8)[...]] = Array("\(commit.hex) \(name.rawValue)\n".utf8)[...]
  }

  /// Removes a ref; false if it is not there.
  mutating func remove(_ name: ReferenceName) -> Bool {
    entries.removeValue(forKey: Array(name.rawValue.utf8)[...]) != nil
  }

  /// The bytes of the file.
  ///
  /// - Complexity: O(n log n) for n refs.
  var bytes: [UInt8] {
    let ordered = entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return Self.headerStart + header + [UInt8(ascii: "\n")] + ordered.flatMap(\.value)
  }
}

extension LocalRepository {
  /// The largest number of refs that are written one by one.
  private static let fewReferences = 16

  /// Updates many refs to commits by one change of the file of packed refs. Only for refs that record something, such
  /// as tracking refs: the last update wins.
  ///
  /// - Returns: The refs that were not updated: those with a file of their own, which has precedence, and those whose
  ///   object is not a commit; all of them if they are few.
  /// - Throws: Kind `locked` if another process packs refs for longer than the timeout.
  /// - Complexity: O(n log n) for all packed refs.
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
      // For a tag, the file would also need the object that it leads to.
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
