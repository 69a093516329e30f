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
    let sandbox = try GitSandbox()
    try sandbox.commit(["start": "1"])
    let repository = try sandbox.open()
    let blobs = try (0..<3).map { try repository.writeBlob([UInt8($0 + 48)]) }
    var tree = try repository.flat(try repository.tree(ofCommit: sandbox.id("HEAD")))
    for step in 0..<6 {
      if step % 2 == 0 {
        try sandbox.git("update-index", "--index-version", seed % 2 == 0 ? "4" : "2")
      }
      if step % 3 == 0 { try sandbox.git("write-tree") }
      for _ in 0..<5 { tree.change(blobs, &generator) }
      let new = try tree.written(in: sandbox)
      let tip = try sandbox.id("HEAD")
      let commit = try repository.writeCommit(
        CommitDraft(
          tree: new, parents: [tip], author: .author,
          committer: .author, message: "m", hybridTime: nil))
      try sandbox.update(in: repository, from: tip, to: commit)
      #expect(try sandbox.git("status", "--porcelain") == "", "seed \(seed), step \(step)")
      #expect(try sandbox.git("write-tree") == new.hex, "seed \(seed), step \(step)")
    }
    try sandbox.expectClean()
  }

  @Test func stagedPathsReplaceCollidingEntries() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit(["a": "1", "d/x": "1", "d/y/z": "1", "d-": "1"])
    let repository = try sandbox.open()
    let entry = TreeEntry.file(try repository.writeBlob([49]))
    let update = try repository.beginWorkTreeUpdate()
    try update.stage(["a/b": entry, "d": entry])
    try update.end()
    #expect(try sandbox.git("ls-files") == "a/b\nd\nd-")
    #expect(throws: GitError.self) {
      try repository.beginWorkTreeUpdate().stage([".git/x": entry])
    }
  }

  @Test func filesThatMayHaveChangedUnnoticedLoseTheirSizes() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit(["a": "1", "b": "1", "c": "1", "d": "1", "e": "1"])
    _ = try sandbox.run(["touch", "-d", "2001-01-01", "a", "c"])
    try sandbox.git("update-index", "--refresh")
    _ = try sandbox.run(["touch", "-d", "2002-01-01", ".git/index"])
    let repository = try sandbox.open()
    let update = try repository.beginWorkTreeUpdate()
    try update.stage(["e": .file(try repository.writeBlob([50]))])
    try update.end()
    let sizes = try sandbox.git("ls-files", "--debug").split(separator: "\n")
      .compactMap { $0.split(separator: "\t").first }
      .filter { $0.hasPrefix("  size: ") }.map { $0.dropFirst(8) }
    #expect(sizes == ["1", "0", "1", "0", "0"])
    #expect(try sandbox.git("diff", "--name-only") == "e")
  }

  @Test(arguments: [0, 4, 11, 12, 40, 80, 120, 200])
  func aDamagedIndexIsAnError(length: Int) throws {
    let sandbox = try GitSandbox()
    try sandbox.commit(["a": "1", "b": "1", "c": "1"])
    let path = sandbox.work.appending(path: ".git/index")
    let whole = try Data(contentsOf: path)
    try whole.prefix(length).write(to: path)
    let repository = try sandbox.open()
    #expect(throws: GitError.self) { try repository.beginWorkTreeUpdate() }
    #expect(!FileManager.default.fileExists(atPath: path.path + ".lock"))
  }
}
