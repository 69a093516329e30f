import ForkedGit
import ForkedStore
import Testing

@Suite("paths as the user names them")
struct PathTests {
  @Test(
    "relative to the working directory inside a work tree",
    arguments: [
      ("", "a.json", "a.json"), ("", "./b/../a.json", "a.json"), ("", "b//a.json", "b/a.json"),
      ("/b/c", "a.json", "b/c/a.json"), ("/b/c", "../a.json", "b/a.json"),
      ("/b/c", "../../a.json", "a.json"), ("/b/c", "./d/./a.json", "b/c/d/a.json"),
    ])
  func inWorkTree(directory: String, argument: String, path: String) throws {
    let test = try TestStore()
    try test.update("b/c/x.json", "1")
    let store = try test.reopened(in: directory)
    #expect(try store.documentPath(argument).string == path)
    #expect(try store.documentPath(test.directory + "/" + path).string == path)
  }

  @Test(
    "out of the repository",
    arguments: ["../a.json", "b/../../a.json", "/etc/passwd", "..", ".", "", "b/", "b/.", "b/.."])
  func outside(argument: String) throws {
    let test = try TestStore()
    #expect(throws: (any Error).self) { try test.store.documentPath(argument) }
  }

  @Test("a path that is shown names the same file in any working directory")
  func roundTrip() throws {
    let test = try TestStore()
    let directories = ["", "/b", "/b/c", "/d"]
    let paths = ["a.json", "b/a.json", "b/c/a.json", "b/cc/a.json", "d/b/c/a.json"]
    for document in paths { try test.update(document, "1") }
    for directory in directories {
      let store = try test.reopened(in: directory)
      for path in paths {
        let shown = store.shown(try DocumentPath(path))
        #expect(try store.documentPath(shown).string == path, "\(shown) in \(directory)")
      }
    }
  }

  @Test("from the root where there is no work tree")
  func bare() throws {
    let test = try TestStore(bare: true)
    #expect(try test.store.documentPath("b/../a.json").string == "a.json")
    #expect(throws: (any Error).self) { try test.store.documentPath("../a.json") }
  }
}
