public import Foundation

/// A directory of its own, which goes with it.
public final class TemporaryDirectory: Sendable {
  /// The absolute path.
  public let path: String

  /// The same as a URL.
  public var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

  /// Makes an empty directory.
  public init() throws {
    path = Self.parent + "fork-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The directory of all: what `TMPDIR` names, or else a file system in memory if it has room and runs programs. On a
  /// disk, ext4 looks for a free inode among all that were just deleted, which takes a tenth of the tests' time.
  public static let parent: String = {
    #if os(Linux)
      let forbidsPrograms: UInt = 8  // ST_NOEXEC, which Swift does not import
      var memory = statvfs()
      if ProcessInfo.processInfo.environment["TMPDIR"] == nil, statvfs("/dev/shm", &memory) == 0,
        memory.f_bavail * memory.f_frsize > 1 << 31, memory.f_flag & forbidsPrograms == 0,
        FileManager.default.isWritableFile(atPath: "/dev/shm")
      {
        return "/dev/shm/"
      }
    #endif
    return NSTemporaryDirectory()
  }()
}
