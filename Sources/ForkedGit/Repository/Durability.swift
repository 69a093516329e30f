import CLibgit2
import Glibc

/// The parts of a repository that are brought to the disk before something relies on them, and the way there.
///
/// By default more than git's: files of single objects too, since a branch that names an empty one is no branch any more.
/// Source: git-config(1), `core.fsync`, `core.fsyncMethod` and `core.fsyncObjectFiles`.
struct Durability {
  struct Parts: OptionSet {
    let rawValue: UInt8
    static let looseObject = Parts(rawValue: 1)
    static let pack = Parts(rawValue: 2)
    static let packMetadata = Parts(rawValue: 4)
    static let commitGraph = Parts(rawValue: 8)
    static let index = Parts(rawValue: 16)
    static let reference = Parts(rawValue: 32)

    static let objects: Parts = [.looseObject, .pack]
    static let derivedMetadata: Parts = [.packMetadata, .commitGraph]
    static let usual: Parts = [.objects, .derivedMetadata, .reference]

    fileprivate static let names: [String: Parts] = [
      "loose-object": .looseObject, "pack": .pack, "pack-metadata": .packMetadata,
      "commit-graph": .commitGraph, "index": .index, "reference": .reference,
      "objects": .objects, "derived-metadata": .derivedMetadata, "committed": .objects,
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

  /// The way for a part; none where it is left to the system.
  func callAsFunction(of part: Parts) -> DiskSync {
    guard parts.contains(part) else { return .none }
    return part == .looseObject ? looseWay : way
  }

  private static func parts(_ settings: Configuration) throws(GitError) -> Parts {
    guard let words = try settings.string("core.fsync"), !words.isEmpty else {
      // git has replaced this one, which spoke of nothing else, and had no part for packs.
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

/// A way of bringing files to the disk.
enum DiskSync {
  /// The system does it when it likes.
  case none
  /// They are handed to the disk, which may still hold them in a cache.
  case writeout
  /// Those that belong together are handed to the disk, and its cache is emptied once.
  case batch
  /// Each is on the disk.
  case each

  /// Brings files to the disk whose writing was announced by ``begin(_:)``.
  func finish(_ files: [(descriptor: Int32, path: String)]) throws(GitError) {
    for (index, file) in files.enumerated() {
      switch self {
      case .none: return
      case .each: try Self.sync(file.descriptor, path: file.path)
      case .batch where index == files.count - 1: try Self.sync(file.descriptor, path: file.path)
      case .batch, .writeout: fork_write_out(file.descriptor, 1)
      }
    }
  }

  /// Brings a file to the disk.
  func file(_ descriptor: Int32, path: String) throws(GitError) {
    try finish([(descriptor, path)])
  }

  /// Starts writing a file, so that several are written at once.
  func begin(_ descriptor: Int32) {
    if self != .none { fork_write_out(descriptor, 0) }
  }

  /// Brings the names in a directory to the disk: that of a file, and where it was made, its own.
  ///
  /// - Parameter path: The path of a file in the directory.
  func directory(of path: String) throws(GitError) {
    guard [.each, .batch].contains(self), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return }
    let directory = String(path[...slash])
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A directory whose names must not be read can be written to.
    if descriptor < 0, errno == EACCES { return }
    guard descriptor >= 0 else { throw .system("open", path: directory) }
    defer { close(descriptor) }
    try Self.sync(descriptor, path: directory)
  }

  /// Some file systems sync no directories, and have no need to.
  private static func sync(_ descriptor: Int32, path: String) throws(GitError) {
    guard fsync(descriptor) != 0, ![EINVAL, EROFS].contains(errno) else { return }
    throw .system("fsync", path: path)
  }
}
