import Forked
import ForkedTestSupport
import Foundation

/// One three-way merge out of a public history.
struct RealMerge {
  var folder: URL
  var name: String
  var category: String
  /// The side whose commit is the later one; nil where both are of one second.
  var later: MergeSide?

  func bytes(_ version: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: "\(version).json")))
  }

  /// All merges below the folder that `FORK_MERGES` names; nil if it names none.
  static func all() throws -> [RealMerge]? {
    guard let folder = ProcessInfo.processInfo.environment["FORK_MERGES"] else { return nil }
    let root = URL(filePath: folder, directoryHint: .isDirectory)
    guard let repositories = try? FileManager.default.contentsOfDirectory(atPath: root.path())
    else {
      return nil
    }
    return try repositories.sorted().flatMap { repository in
      try merges(in: root.appending(path: repository), named: repository)
    }
  }

  private static func merges(in folder: URL, named repository: String) throws -> [RealMerge] {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return try numbers.sorted().compactMap { number in
      let place = folder.appending(path: number)
      guard let about = try? Data(contentsOf: place.appending(path: "about.json")) else {
        return nil
      }
      let facts = try JSONDecoder().decode(About.self, from: about)
      return RealMerge(
        folder: place, name: "\(repository)/\(number)", category: facts.class, later: facts.later)
    }
  }

  private struct About: Decodable {
    var `class`: String
    var oursTime: Int?
    var theirsTime: Int?

    var later: MergeSide? {
      guard let oursTime, let theirsTime, oursTime != theirsTime else { return nil }
      return oursTime > theirsTime ? .ours : .theirs
    }
  }

  /// The result of git's line merge: the bytes, and true if it is clean.
  func lineMerge() throws -> (bytes: [UInt8], isClean: Bool) {
    let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: output) }
    let status = ChildProgram.run(
      ["git", "merge-file", "-p"]
        + ["ours", "base", "theirs"].map { folder.appending(path: "\($0).json").path },
      environment: ProcessInfo.processInfo.environment, output: output.path)
    return (Array(try Data(contentsOf: output)), status == 0)
  }
}
