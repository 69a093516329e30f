import Foundation

/// The directory of the public test suites: `FORK_SUITES`, or `shared/suites` beside the checkout.
enum PublicSuites {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["FORK_SUITES"] {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../../../shared/suites").standardizedFileURL
  }()

  static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(path)))
  }

  static func names(in path: String) -> [String] {
    do {
      let path = folder.appendingPathComponent(path).path
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      return []
    }
  }
}
