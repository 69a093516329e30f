import Forked
import ForkedTestSupport
import Foundation

/// One three-way merge out of a public history.
struct RealMerge {
  var folder: URL
  var name: String
  var category: String
  var path: String
  /// The side whose commit is the later one; nil where both are of one second.
  var later: MergeSide?

  func bytes(_ version: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: "\(version).json")))
  }

  /// All merges below the folder that `FORK_MERGES` names; nil if it names none.
  static func all() throws -> [RealMerge]? {
    guard let folder = ProcessInfo.processInfo.environment["FORK_MERGES"] else { return nil }
    let root = URL(filePath: folder, directoryHint: .isDirectory)
    func names(in folder: URL) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted()
    }
    let places = names(in: root).flatMap { repository in
      names(in: root.appending(path: repository)).map { (repository, $0) }
    }
    return try places.compactMap { repository, number in
      let place = root.appending(path: repository).appending(path: number)
      guard let about = try? Data(contentsOf: place.appending(path: "about.json")) else {
        return nil
      }
      let facts = try JSONDecoder().decode(About.self, from: about)
      return RealMerge(
        folder: place, name: "\(repository)/\(number)", category: facts.class, path: facts.path,
        later: facts.later)
    }
  }

  private struct About: Decodable {
    var `class`: String
    var path: String
    var oursTime: Int?
    var theirsTime: Int?

    var later: MergeSide? {
      guard let oursTime, let theirsTime, oursTime != theirsTime else { return nil }
      return oursTime > theirsTime ? .ours : .theirs
    }
  }

  /// The result of git's line merge; nil if it has conflicts.
  func lineMerge() throws -> [UInt8]? {
    let texts = try ["base", "ours", "theirs"].map {
      String(decoding: try bytes($0), as: UTF8.self)
    }
    return try LineMerger.merge(texts)
  }
}
