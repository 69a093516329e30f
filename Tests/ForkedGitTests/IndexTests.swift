import ForkedGit
import ForkedGitTestSupport
import ForkedTestSupport
import Foundation
import Testing

@Suite struct IndexTests {
  /// Random trees, one after another, through one work tree: git must find nothing to complain of,
  /// and the trees that it remembers in the index must be the right ones.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func anyWayThroughTreesLeavesAnIndexThatGitTrusts(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let world = try World()
    try world.commit(["start": "1"])
    let repository = try world.open()
    let blobs = try (0..<3).map { try repository.writeBlob([UInt8($0 + 48)]) }
    var tree = try repository.flat(try repository.tree(ofCommit: world.id("HEAD")))
    for step in 0..<6 {
      if step % 2 == 0 {
        try world.git("update-index", "--index-version", seed % 2 == 0 ? "4" : "2")
      }
      if step % 3 == 0 { try world.git("write-tree") }
      for _ in 0..<5 { tree.change(blobs, &generator) }
      let new = try tree.written(in: world)
      let tip = try world.id("HEAD")
      let commit = try repository.writeCommit(
        CommitDraft(
          tree: new, parents: [tip], author: UseCaseTests.signature,
          committer: UseCaseTests.signature, message: "m", hybridTime: nil))
      try world.update(in: repository, from: tip, to: commit)
      #expect(try world.git("status", "--porcelain") == "", "seed \(seed), step \(step)")
      #expect(try world.git("write-tree") == new.hex, "seed \(seed), step \(step)")
    }
    try world.expectClean()
  }

  @Test func stagedPathsReplaceWhatIsInTheirWay() throws {
    let world = try World()
    try world.commit(["a": "1", "d/x": "1", "d/y/z": "1", "d-": "1"])
    let repository = try world.open()
    let entry = TreeEntry.file(try repository.writeBlob([49]))
    let update = try repository.beginWorkTreeUpdate()
    try update.stage(["a/b": entry, "d": entry])
    try update.end()
    #expect(try world.git("ls-files") == "a/b\nd\nd-")
    #expect(throws: GitError.self) {
      try repository.beginWorkTreeUpdate().stage([".git/x": entry])
    }
  }

  @Test(arguments: [0, 4, 11, 12, 40, 80, 120, 200])
  func aDamagedIndexIsAnError(length: Int) throws {
    let world = try World()
    try world.commit(["a": "1", "b": "1", "c": "1"])
    let path = world.work.appending(path: ".git/index")
    let whole = try Data(contentsOf: path)
    try whole.prefix(length).write(to: path)
    let repository = try world.open()
    #expect(throws: GitError.self) { try repository.beginWorkTreeUpdate() }
    #expect(!FileManager.default.fileExists(atPath: path.path + ".lock"))
  }
}
