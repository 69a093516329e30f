import Foundation
import Testing

@testable import ForkedGit
import ForkedGitTestSupport

/// The objects and references that are synced, as git-config(1) has it.
@Suite struct DurabilityTests {
  private static let parts: [(name: String, part: Durability.Parts)] = [
    ("loose-object", .looseObject), ("pack", .pack), ("pack-metadata", .packMetadata),
    ("index", .index), ("reference", .reference),
  ]

  private static let cases: [(settings: [String: String], parts: [String])] = [
    ([:], ["loose-object", "pack", "pack-metadata", "reference"]),
    (["core.fsync": ""], ["loose-object", "pack", "pack-metadata", "reference"]),
    (["core.fsync": "none"], []),
    (["core.fsync": "none,reference"], ["reference"]),
    (["core.fsync": "-loose-object,-derived-metadata"], ["pack", "reference"]),
    (
      ["core.fsync": "all"],
      ["loose-object", "pack", "pack-metadata", "index", "reference"]
    ),
    (
      ["core.fsync": "added,-pack,unknown"],
      ["loose-object", "pack", "pack-metadata", "index", "reference"]
    ),
    (["core.fsyncObjectFiles": "false"], ["pack", "pack-metadata", "reference"]),
    (
      ["core.fsyncObjectFiles": "false", "core.fsync": "loose-object"],
      ["loose-object", "pack", "pack-metadata", "reference"]
    ),
  ]

  @Test(arguments: cases.indices)
  func partsAreThoseThatTheConfigurationNames(number: Int) throws {
    let (settings, expected) = Self.cases[number]
    let sandbox = try GitSandbox()
    sandbox.set("GIT_CONFIG_COUNT", to: nil)
    for (key, value) in settings { try sandbox.git("config", key, value) }
    let durability = try sandbox.open().durability()
    let synced = Self.parts.filter { durability(of: $0.part) != .none }.map(\.name)
    #expect(synced == expected, "\(settings)")
  }

  @Test func theMethodIsTheConfiguredOne() throws {
    let expected: [(String, loose: DiskSync, other: DiskSync)] = [
      ("fsync", .each, .each), ("writeout-only", .writeout, .writeout), ("batch", .batch, .each),
    ]
    let sandbox = try GitSandbox()
    sandbox.set("GIT_CONFIG_COUNT", to: nil)
    for (method, loose, other) in expected {
      try sandbox.git("config", "core.fsyncMethod", method)
      let repository = try LocalRepository.open(
        at: sandbox.work.path, options: .init(environment: sandbox.environment))
      #expect(try repository.durability()(of: .looseObject) == loose)
      #expect(try repository.durability()(of: .reference) == other)
      let blob = try repository.writeBlob(Array(method.utf8))
      try repository.storeObjects()
      #expect(try sandbox.git("cat-file", "blob", blob.hex) == method)
    }
  }

  /// A power cut keeps the name and the mode of a lock and takes what it holds.
  @Test(arguments: ["", "\0\0\0\0\0\0\0\0\0\0"])
  func aTornLockOfOursIsTakenOver(contents: String) throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    let second = try sandbox.commit(["a": "2"])
    let lock = sandbox.work.appending(path: ".git/refs/heads/main.lock")
    try Data(contents.utf8).write(to: lock)
    let repository = try sandbox.open()
    let name = ReferenceName.branch(.main)
    let failure = #expect(throws: GitError.self) {
      try repository.compareAndSwap(
        name, from: second, to: first, reflog: nil, timeout: .milliseconds(50))
    }
    #expect(failure?.kind == .locked)
    #expect(chmod(lock.path, 0o1644) == 0)
    try repository.compareAndSwap(
      name, from: second, to: first, reflog: nil, timeout: .milliseconds(50))
    #expect(try sandbox.id("refs/heads/main") == first)
    #expect(!FileManager.default.fileExists(atPath: lock.path))
  }

  @Test func ourLocksAreMarkedByTheirMode() throws {
    let sandbox = try GitSandbox()
    let path = sandbox.work.appending(path: ".git/index").path
    let lock = try LockFile(of: path, timeout: .zero)
    var status = stat()
    #expect(stat(path + ".lock", &status) == 0)
    #expect(status.st_mode & S_ISVTX != 0)
    lock.release()
  }
}
