import Glibc

/// One entry of the index: what git recorded of a file when it last looked.
struct IndexEntry {
  /// Change time, modification time (seconds and nanoseconds each), device, inode, mode, user,
  /// group, size: ten numbers, as the file has them.
  var numbers: [UInt32]
  let id: ObjectID

  enum Field: Int {
    case modifiedSeconds = 2
    case modifiedNanoseconds = 3
    case mode = 6
    case size = 9
  }

  /// Without a file's status, git will look at the file itself.
  init(_ entry: TreeEntry, status: stat?) {
    numbers = status.map(Self.numbers) ?? [UInt32](repeating: 0, count: 10)
    numbers[Field.mode.rawValue] = entry.mode.rawValue
    id = entry.id
  }

  init(numbers: [UInt32], id: ObjectID) {
    self.numbers = numbers
    self.id = id
  }

  var value: TreeEntry { TreeEntry(mode: FileMode(raw: numbers[Field.mode.rawValue]), id: id) }

  /// Device, user and group are left out, as libgit2 and git on some systems do.
  func describes(_ status: stat) -> Bool {
    let now = Self.numbers(status)
    return [0, 1, 2, 3, 5, 9].allSatisfy { numbers[$0] == now[$0] }
  }

  private static func numbers(_ status: stat) -> [UInt32] {
    [
      UInt32(truncatingIfNeeded: status.st_ctim.tv_sec),
      UInt32(truncatingIfNeeded: status.st_ctim.tv_nsec),
      UInt32(truncatingIfNeeded: status.st_mtim.tv_sec),
      UInt32(truncatingIfNeeded: status.st_mtim.tv_nsec),
      UInt32(truncatingIfNeeded: status.st_dev), UInt32(truncatingIfNeeded: status.st_ino), 0,
      status.st_uid, status.st_gid, UInt32(truncatingIfNeeded: status.st_size),
    ]
  }
}
