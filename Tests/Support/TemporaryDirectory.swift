public import Foundation

/// A directory of its own, which goes with it.
public final class TemporaryDirectory: Sendable {
  /// The absolute path.
  public let path: String

  /// The same as a URL.
  public var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

  /// Makes an empty directory.
  public init() throws {
    path = NSTemporaryDirectory() + "fork-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
