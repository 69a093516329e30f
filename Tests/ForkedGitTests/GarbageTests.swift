import ForkedGitTestSupport
import Foundation
import Testing

@testable import ForkedGit

@Suite("files that nobody needs any more") struct GarbageTests {
  @Test("a path is cleared, and nothing beside it")
  func clear() throws {
    let sandbox = try GitSandbox(bare: true)
    let parent = sandbox.work.path + "/parent"
    let path = parent + "/clone"
    try Files.makeParent(of: parent + "/")
    let place = try #require(FreePath(at: path))
    for number in 0..<300 {
      try Files.makeParent(of: "\(path)/d\(number % 7)/e/")
      try Files.write([65], to: "\(path)/d\(number % 7)/e/\(number)")
    }
    try Files.write([66], to: parent + "/other")
    #expect(symlink(parent + "/other", path + "/link") == 0)
    place.clear()
    #expect(Files.names(in: parent) == ["other"])
    #expect(try Files.read(parent + "/other") == [66])
  }

  @Test("what a killed process had received is removed by the next command, unless it is in use")
  func received() throws {
    let sandbox = try GitSandbox(bare: true)
    let repository = try sandbox.open()
    let own = try StagedDirectory(in: repository)
    // No system has such a process.
    let names = ["fork-remote-2147483646-1", "fork-remote-2147483645-2"]
    let paths = names.map { repository.commonDirectory + $0 }
    for path in paths { try Files.makeParent(of: path + "/objects/") }
    let held = open(paths[1], O_RDONLY)
    defer { ForkedGit.close(held) }
    #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
    let options = LocalRepository.OpenOptions(environment: sandbox.environment)
    try repository.recoverTransactions(options: options, timeout: .zero)
    #expect(paths.map(Files.exists) == [false, true] && Files.exists(own.path))
  }
}
