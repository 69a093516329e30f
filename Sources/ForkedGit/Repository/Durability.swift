/// The parts of a repository that are synced to the disk before anything refers to them, and the way to do so.
///
/// By default these are more than git's: loose objects too, since a branch that names an empty object is broken.
///
/// Source: git-config(1), `core.fsync`, `core.fsyncMethod` and `core.fsyncObjectFiles`.
struct Durability {
  struct Parts: OptionSet {
    let rawValue: UInt8
    static let looseObject = Parts(rawValue: 1)
    static let pack = Parts(rawValue: 2)
    static let packMetadata = Parts(rawValue: 4)
    static let index = Parts(rawValue: 8)
    static let reference = Parts(rawValue: 16)

    static let objects: Parts = [.looseObject, .pack]
    static let usual: Parts = [.objects, .packMetadata, .reference]

    fileprivate static let names: [String: Parts] = [
      "loose-object": .looseObject, "pack": .pack, "pack-metadata": .packMetadata,
      "index": .index, "reference": .reference, "objects": .objects,
      "derived-metadata": .packMetadata, "committed": .objects,
      "added": [.objects, .index], "all": [.usual, .index],
    ]
  }

  private let parts: Parts
  private let way: DiskSync
  private let looseWay: DiskSync

  init(_ settings: Configuration) throws(GitError) {
    let method = try settings.string("core.fsyncMethod")
    way = method == "writeout-only" ? .writeout : .each
    looseWay = method == "batch" ? .batch : way
    parts = try Self.parts(settings)
  }

  /// The way to sync a part; `none` if that is left to the system.
  func callAsFunction(of part: Parts) -> DiskSync {
    guard parts.contains(part) else { return .none }
    return part == .looseObject ? looseWay : way
  }

  private static func parts(_ settings: Configuration) throws(GitError) -> Parts {
    guard let words = try settings.string("core.fsync"), !words.isEmpty else {
      // An older setting, which git has replaced. It is only about loose objects.
      let isOn = try settings.bool("core.fsyncObjectFiles") ?? true
      return isOn ? .usual : .usual.subtracting(.looseObject)
    }
    var (start, added, removed) = (Parts.usual, Parts(), Parts())
    for word in words.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let name = String(word.first == "-" ? word.dropFirst() : word)
      let part = Parts.names[name] ?? []
      if word == "none" { start = [] }
      if word.first == "-" { removed.formUnion(part) } else { added.formUnion(part) }
    }
    return start.subtracting(removed).union(added)
  }
}

/// A way of syncing files to the disk.
enum DiskSync {
  /// Not synced: the system writes them at some time.
  case none
  /// Passed to the disk, which may still hold them in its cache.
  case writeout
  /// Passed to the disk together; then its cache is flushed once.
  case batch
  /// Each synced on its own.
  case each

  /// Syncs files whose writing was started by ``begin(_:)``.
  func finish(_ files: [(descriptor: Int32, path: String)]) throws(GitError) {
    for (index, file) in files.enumerated() {
      switch self {
      case .none: return
      case .each: try Self.sync(file.descriptor, path: file.path)
      case .batch where index == files.count - 1: try Self.sync(file.descriptor, path: file.path)
      case .batch, .writeout: writeOut(file.descriptor, waits: true)
      }
    }
  }

  /// Syncs a file.
  func file(_ descriptor: Int32, path: String) throws(GitError) {
    try finish([(descriptor, path)])
  }

  /// Starts writing a file to the disk, so that several are written at once.
  func begin(_ descriptor: Int32) {
    if self != .none { writeOut(descriptor, waits: false) }
  }

  /// Syncs the names in a directory.
  ///
  /// - Parameter path: The path of a file in the directory.
  func directory(of path: String) throws(GitError) {
    guard [.each, .batch].contains(self), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return }
    let directory = String(path[...slash])
    let descriptor: Int32
    do throws(SystemFailure) { descriptor = try open(directory, .readOnly, .directory) } catch {
      // A directory can be writable without being readable. Then it cannot be synced.
      if error == .permissionDenied { return }
      throw .system("open", path: directory, error)
    }
    defer { close(descriptor) }
    try Self.sync(descriptor, path: directory)
  }

  /// Syncs a descriptor. It is no error if the file system cannot sync directories: such file systems need no sync.
  private static func sync(_ descriptor: Int32, path: String) throws(GitError) {
    guard let failure = fsync(descriptor), failure != .invalidArgument,
      failure != .readOnlyFileSystem
    else { return }
    throw .system("fsync", path: path, failure)
  }
}
