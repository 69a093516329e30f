import Forked
import ForkedGitTestSupport
import Foundation
import Testing

@testable import ForkedGit

@Suite("core.sharedRepository: the modes of files and directories are git's")
struct SharedAccessTests {
  @Test(arguments: ["umask", "group", "all", "0640", "0660", "0666"])
  func modes(value: String) throws {
    let sandbox = try GitSandbox(initialized: false)
    try sandbox.git("init", "-q", "-b", "main", "--shared=\(value)")
    let first = try sandbox.commit(["d/x": "1"])
    let second = try sandbox.commit(["d/x": "2"])
    try sandbox.git("branch", "old")
    let repository = try sandbox.open()
    let mark = sandbox.root.appending(path: "mark").path
    _ = try sandbox.run(["touch", mark])
    try sandbox.update(in: repository, from: second, to: first)
    try sandbox.update(Fork(name: "deep/er"), in: repository, from: nil, to: second)
    try sandbox.rename(repository, "old", "new/er")
    _ = try repository.writeBlob(Array("an object".utf8))
    try repository.storeObjects()
    #expect(try repository.remember("marker"))
    #expect(repository.cache([1], as: "cache/file", besides: 1))
    try repository.configuration().set("a.b", to: "c", in: .local)
    // What git itself made tells the modes that are right.
    let right = (
      directory: try mode("refs", sandbox), file: try mode("HEAD", sandbox),
      object: try mode(object(sandbox), sandbox)
    )
    let list = ["find", ".git", "-newer", mark, "-printf", "%y %m %P\\n"]
    let made = try String(decoding: sandbox.run(list), as: UTF8.self).split(separator: "\n")
    #expect(made.count > 15)
    for line in made {
      let words = line.split(separator: " ", maxSplits: 2)
      let isObject = words[0] == "f" && words.count == 3 && words[2].hasPrefix("objects/")
      let expected = words[0] == "d" ? right.directory : isObject ? right.object : right.file
      #expect(words[1] == expected, "\(line)")
    }
  }

  private func mode(_ path: String, _ sandbox: GitSandbox) throws -> String {
    let output = try sandbox.run(["stat", "-c", "%a", ".git/" + path])
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  private func object(_ sandbox: GitSandbox) throws -> String {
    let id = try sandbox.git("rev-parse", "HEAD")
    return "objects/\(id.prefix(2))/\(id.dropFirst(2))"
  }

  @Test("a new repository is as git init makes it", arguments: ["group", "0660"])
  func creation(value: String) throws {
    let sandbox = try GitSandbox(initialized: false)
    try sandbox.git("config", "--global", "core.sharedRepository", value)
    for name in ["ours", "theirs"] { _ = try sandbox.run(["mkdir", name]) }
    _ = try LocalRepository.initialize(
      at: sandbox.work.path + "/ours", bare: false, initialBranch: "main",
      options: .init(environment: sandbox.environment))
    try sandbox.git("init", "-q", "-b", "main", "theirs")
    for path in ["", "HEAD", "config", "refs", "refs/heads", "objects/pack"] {
      let modes = try ["ours", "theirs"].map {
        try sandbox.run(["stat", "-c", "%a", "\($0)/.git/\(path)"])
      }
      #expect(modes[0] == modes[1], "\(path)")
    }
    for key in ["core.sharedRepository", "receive.denyNonFastforwards"] {
      let values = try ["ours", "theirs"].map {
        try sandbox.git("-C", $0, "config", "--local", key)
      }
      #expect(values[0] == values[1], "\(key)")
    }
  }

  @Test("a value that git does not know is refused", arguments: ["0400", "everyone"])
  func unknown(value: String) {
    #expect(throws: GitError.self) { try SharedAccess(value) }
  }
}
