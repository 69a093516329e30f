import Foundation

/// `git merge-file`, as a process of its own.
public enum LineMerger {
  /// git could not merge: it is not there, or a text is none.
  private struct Failure: Error { let status: Int32? }

  private static let folder = Result { try TemporaryDirectory() }

  /// Merges base, ours and theirs by lines.
  ///
  /// - Returns: The merged text; nil if it has conflicts.
  public static func merge(_ texts: [String]) throws -> [UInt8]? {
    let own = try folder.get().url.appending(path: UUID().uuidString)
    let files = ["ours", "base", "theirs", "merged"].map { own.appendingPathExtension($0) }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    for (file, text) in zip(files, [texts[1], texts[0], texts[2]]) {
      try Data(text.utf8).write(to: file)
    }
    let status = ChildProgram.run(
      ["git", "merge-file", "-p", "-q"] + files.prefix(3).map(\.path),
      environment: ProcessInfo.processInfo.environment, output: files[3].path)
    guard let status, status < 128 else { throw Failure(status: status) }
    return status == 0 ? Array(try Data(contentsOf: files[3])) : nil
  }
}
