import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedStore

/// A history in a repository, written by git itself, and what the walk says about it.
struct ImportedRepository {
  let history: ImportedHistory
  /// The commits' ids.
  let ids: [ObjectID]
  private let test: TestStore

  init(_ history: ImportedHistory) throws {
    let test = try TestStore(bare: true)
    let input = URL(filePath: test.directory).appending(path: "history")
    try Data(history.stream.utf8).write(to: input)
    let status = ChildProgram.run(
      ["git", "-C", test.store.repository.gitDirectory, "fast-import", "--quiet"],
      environment: ["HOME": test.directory, "PATH": "/usr/local/bin:/usr/bin:/bin"],
      input: input.path)
    try #require(status == 0)
    self.test = test
    self.history = history
    ids = try history.commits.indices.map { try test.store.repository.resolve(revision: "c\($0)") }
  }

  /// The answer of the walk about a file in two versions.
  func recency(
    of path: String, ours: Int, theirs: Int
  ) throws -> (ImportedHistory.Followed) throws -> Recency? {
    let repository = test.store.repository
    let (ours, theirs) = (ids[ours], ids[theirs])
    let bases = try repository.mergeBases(of: ours, and: theirs)
    let walk = MergeHistory(repository, ours: ours, theirs: theirs, bases: bases)
      .file(at: TreePath(path)).recency
    return { try walk(.property($0.path)) }
  }

  /// The difference between walk and model among the last versions; nil if there is none.
  var disagreement: String? {
    get throws {
      let last = history.commits.indices.suffix(5)
      for ours in last {
        for theirs in last where history.haveDiverged(ours, theirs) {
          for path in ["m.json", "r.json"] {
            if let found = try disagreement(on: path, ours, theirs) { return found }
          }
        }
      }
      return nil
    }
  }

  private func disagreement(on path: String, _ ours: Int, _ theirs: Int) throws -> String? {
    let walk = try recency(of: path, ours: ours, theirs: theirs)
    let floor = history.floor(ours, theirs)
    for followed in ImportedHistory.Followed.allCases {
      let found = try walk(followed)
      let (our, their) = (
        lastChange(of: followed, at: path, from: ours, above: floor),
        lastChange(of: followed, at: path, from: theirs, above: floor)
      )
      let later = later(our, their, tips: (ids[ours], ids[theirs]))
      let isSame = found?.ours == our?.id.hex && found?.theirs == their?.id.hex
      guard isSame, found?.later == later else {
        return "\(path) \(followed) of c\(ours) \(ids[ours]) and c\(theirs) \(ids[theirs]): "
          + "\(String(describing: found)), not \(String(describing: (our, their)))"
      }
    }
    return nil
  }

  private typealias Change = (time: Int, id: ObjectID)

  private func lastChange(
    of followed: ImportedHistory.Followed, at path: String, from tip: Int, above floor: Set<Int>
  ) -> Change? {
    history.makers(of: followed, at: path, from: tip, above: floor)
      .map { (history.commits[$0].time, ids[$0]) }.max { $0 < $1 }
  }

  private func later(
    _ our: Change?, _ their: Change?, tips: (ObjectID, ObjectID)
  ) -> MergeSide? {
    switch (our, their) {
    case (nil, nil): nil
    case (_?, nil): .ours
    case (nil, _?): .theirs
    case (let our?, let their?):
      (our == their ? tips.0 > tips.1 : our > their) ? .ours : .theirs
    }
  }
}

extension ImportedHistory.Followed {
  fileprivate var path: PropertyPath {
    switch self {
    case .a: PropertyPath([.key("a")])
    case .b: PropertyPath([.key("b")])
    case .c: PropertyPath([.key("c")])
    case .order: PropertyPath([.key("list")], aspect: .order(identity: [JSONPointer(["id"])]))
    }
  }
}
