import ForkedGitTestSupport
import Foundation
import Testing

@testable import ForkedGit

@Suite("the note that the drivers of one merge share") struct MergeNoteTests {
  @Test("git is asked once for each commit")
  func asksOnce() throws {
    let sandbox = try GitSandbox()
    let without = try sandbox.commit(["a.json": "1"])
    let with = try sandbox.commit([".fork/schema.json": "{}"])
    let directory = try sandbox.open().commonDirectory
    func holds(_ commit: ObjectID, _ path: TreePath = ".fork/schema.json", git: Bool) -> Bool {
      var environment = sandbox.environment
      if !git { environment["PATH"] = "/no/such/directory" }
      environment["GIT_DIR"] = directory
      return MergeNote(of: path, in: commit, commonDirectory: directory)
        .holds(asking: environment)
    }
    #expect(holds(without, git: false), "git cannot tell")
    #expect(!holds(without, git: true))
    #expect(!holds(without, git: false))
    #expect(holds(without, ".fork/a.json", git: false), "another file")
    #expect(holds(with, git: true))
    #expect(holds(without, git: false), "another commit")
    #expect(!holds(without, git: true))
    let zeros = String(repeating: "\0", count: 80)
    for damage in ["", "\(without.hex) lacks .fork/schema.json", zeros] {
      try Data(damage.utf8).write(to: URL(filePath: directory + "fork/merging"))
      #expect(holds(without, git: false), "a damaged note")
    }
  }
}
