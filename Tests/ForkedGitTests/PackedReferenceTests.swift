import Forked
import Foundation
import Testing

@testable import ForkedGit
import ForkedGitTestSupport

/// Many references that are written in one change of git's file of them.
@Suite struct PackedReferenceTests {
  private static func names(_ range: Range<Int>) -> [ReferenceName] {
    range.map { ReferenceName(Fork(name: "f\($0)"), below: "refs/remotes/o/") }
  }

  @Test func gitSeesThemBesideItsOwn() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    let second = try sandbox.commit(["a": "2"])
    try sandbox.git("tag", "-a", "-m", "tag", "v1", first.hex)
    try sandbox.git("update-ref", "refs/remotes/o/f3", first.hex)
    try sandbox.git("pack-refs", "--all")
    let before = try sandbox.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/tags")
    let repository = try sandbox.open()
    let targets = Dictionary(uniqueKeysWithValues: Self.names(0..<40).map { ($0, second) })
    #expect(try repository.pack(targets).isEmpty)
    for name in targets.keys { #expect(try repository.target(of: name) == second) }
    #expect(
      try sandbox.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/tags") == before)
    #expect(try sandbox.id("v1^{}") == first)
    #expect(
      try sandbox.git("for-each-ref", "--points-at", second.hex, "refs/remotes").split(
        separator: "\n"
      ).count == 40)
    #expect(
      !FileManager.default.fileExists(
        atPath: sandbox.work.appending(path: ".git/refs/remotes/o/f1").path))
    try sandbox.git("pack-refs", "--all")
    try sandbox.expectClean()
  }

  @Test func fewAndThoseWithFilesOfTheirOwnAreLeftAlone() throws {
    let sandbox = try GitSandbox()
    let id = try sandbox.commit(["a": "1"])
    let tree = try sandbox.id("HEAD^{tree}")
    let repository = try sandbox.open()
    let few = Dictionary(uniqueKeysWithValues: Self.names(0..<3).map { ($0, id) })
    #expect(try repository.pack(few) == few)
    try sandbox.git("update-ref", "refs/remotes/o/f7", id.hex)
    var many = Dictionary(uniqueKeysWithValues: Self.names(0..<40).map { ($0, id) })
    let odd = Self.names(40..<41)[0]
    many[odd] = tree
    #expect(try repository.pack(many) == [Self.names(7..<8)[0]: id, odd: tree])
  }

  @Test(arguments: ["x", "# pack-refs with: sorted \nshort\n", "0123"])
  func aDamagedFileIsAnError(text: String) throws {
    #expect(throws: GitError.self) { try PackedReferences(Array(text.utf8)) }
  }

  @Test func collidingNamesAreLeftAlone() throws {
    let id = try LocalRepository.blobID(of: [])
    var state = RemoteState()
    for name in ["main", "main/sub", "main/sub/deep", "mainly", "x/y", "x/y/z"] {
      state.add("refs/heads/" + name, id)
    }
    state.refuseCollisions()
    #expect(state.forks.keys.map(\.name).sorted() == ["main", "mainly", "x/y"])
    #expect(
      state.refusedNames.sorted() == [
        "refs/heads/main/sub", "refs/heads/main/sub/deep", "refs/heads/x/y/z",
      ])
  }
}
