/// The answer to a question that the drivers of one merge all have: has the merged commit a file at a path?
///
/// git merges each document by a process of its own, and a process more for each would take as long as its merge. The
/// first one asks git, and leaves the answer in a file of derived data for the others. It holds as long as the id of the
/// commit.
struct MergeNote {
  private let path: TreePath
  private let commit: ObjectID
  private let file: String

  init(of path: TreePath, in commit: ObjectID, commonDirectory: String) {
    self.path = path
    self.commit = commit
    file = commonDirectory + "fork/merging"
  }

  /// True if the commit has the file, or if git cannot tell.
  func holds(asking environment: [String: String]) -> Bool {
    do throws(GitError) {
      let known = try Files.read(file)
      for answer in [true, false] where known == text(answer) { return answer }
      let look = ["git", "ls-tree", "--full-tree", commit.hex, "--", path.description]
      let outcome = try ChildProcess.run(look, environment: environment)
      guard outcome.isSuccess else { return true }
      keep(!outcome.output.isEmpty)
      return !outcome.output.isEmpty
    } catch {
      return true
    }
  }

  private func keep(_ answer: Bool) {
    do throws(GitError) {
      try Files.makeParent(of: file)
      try UnnamedFile.replace(file, by: text(answer))
    } catch {
      return  // The disk is full or read-only: the next driver asks again.
    }
  }

  private func text(_ answer: Bool) -> [UInt8] {
    Array("\(commit.hex) \(answer ? "has" : "lacks") \(path)\n".utf8)
  }
}
