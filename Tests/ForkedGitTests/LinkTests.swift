import Forked
import ForkedGit
import ForkedGitTestSupport
import Foundation
import Testing

@Suite("symbolic links in a work tree are not followed")
struct LinkTests {
  private let sandbox: GitSandbox
  private let repository: LocalRepository

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit(["a.json": "1\r\n"])
    repository = try sandbox.open()
    try Data("outside".utf8).write(to: sandbox.root.appending(path: "outside"))
  }

  private var files: WorkTreeFiles { WorkTreeFiles(root: sandbox.work.path) }

  private func link(_ path: String, to target: String) throws {
    _ = try sandbox.run(["ln", "-s", target, path])
  }

  private func expectLink(_ body: () throws -> Void) {
    let error = #expect(throws: GitError.self) { try body() }
    #expect(error?.kind == .unsupported && error?.message.contains("symbolic link") == true)
  }

  @Test("neither read nor written", arguments: [".gitattributes", "d/file", "d/e/file"])
  func file(path: String) throws {
    let target = sandbox.root.appending(path: "outside").path
    _ = try sandbox.run(["mkdir", "-p", "d/e"])
    try link(path, to: target)
    expectLink { _ = try files.read(TreePath(path)) }
    expectLink { try repository.replaceWorkTreeFile(at: TreePath(path), nil, with: [1]) }
    expectLink { try repository.replaceWorkTreeFile(at: TreePath(path), nil, with: nil) }
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "outside")
  }

  @Test(
    "nor is one on the way, nor a way out",
    arguments: ["d/outside", "d/e/f", "../outside", "a/../x"])
  func way(path: String) throws {
    try link("d", to: "..")
    #expect(throws: GitError.self) { _ = try files.read(TreePath(path)) }
    #expect(throws: GitError.self) {
      try repository.replaceWorkTreeFile(at: TreePath(path), nil, with: [1])
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.root.path)
    #expect(Set(names).isSuperset(of: ["outside", "work"]) && !names.contains("e"))
  }

  @Test("a file that changed since it was read is not replaced")
  func changed() throws {
    try repository.replaceWorkTreeFile(at: "new/b", nil, with: [1])
    #expect(try files.read("new/b") == [1])
    let error = #expect(throws: GitError.self) {
      try repository.replaceWorkTreeFile(at: "new/b", nil, with: [2])
    }
    #expect(error?.kind == .editedDocuments(["new/b"]))
    try repository.replaceWorkTreeFile(at: "new/b", [1], with: nil)
    #expect(!FileManager.default.fileExists(atPath: sandbox.work.path + "/new"))
  }

  @Test("an ignore file that is a link is refused", arguments: [true, false])
  func ignored(isTracked: Bool) throws {
    try Data("*.txt\n".utf8).write(to: sandbox.root.appending(path: "outside"))
    try sandbox.write("1", to: "d/b.txt")
    try link("d/.gitignore", to: "../../outside")
    if isTracked { try sandbox.git("add", "d/.gitignore") }
    expectLink { _ = try repository.status() }
    #expect(try sandbox.git("status", "--porcelain", "d/b.txt") == "?? d/b.txt")
  }

  @Test("attributes behind a link count for nothing, as in git")
  func attributes() throws {
    try Data("*.json text eol=lf\n".utf8).write(to: sandbox.root.appending(path: "outside"))
    try link(".gitattributes", to: "../outside")
    try sandbox.write("2\r\n", to: "a.json")
    let entry = try #require(try repository.storeWorkTreeFile(at: "a.json"))
    #expect(try entry.id.hex == sandbox.git("hash-object", "a.json"))
    #expect(try repository.blob(entry.id) == Array("2\r\n".utf8))
    expectLink { _ = try repository.attribute("text", of: "a.json") }
  }
}
