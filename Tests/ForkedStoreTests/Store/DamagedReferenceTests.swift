import Forked
import ForkedGit
import Foundation
import Testing

@testable import ForkedStore

@Suite("a fork whose ref is damaged")
struct DamagedReferenceTests {
  /// The ways in which a disk loses a ref.
  enum Damage: CaseIterable {
    case emptied, zeros, cut, removed, unpacked, packedEmptied
  }

  @Test(
    "is not taken for deleted, and is set to its last version again", arguments: Damage.allCases)
  func repaired(damage: Damage) throws {
    let (test, tip) = try Self.scene()
    try Self.damage(test, damage)
    let store = try test.reopened()
    for work in Self.works(store) {
      let error = #expect(throws: (any Error).self) { try work() }
      #expect(error.map { StoreError(translating: $0).hint }??.contains("verify --repair") == true)
    }
    let found = try store.verify()
    #expect(!found.isSound && Set(found.problems.map(\.kind)) == [.reference])
    #expect(try store.verify(repairing: true).isSound)
    #expect(try store.repository.branches().map(\.fork.name) == ["main", "old"])
    #expect(try store.repository.tip(of: Fork(name: "old")) == tip)
    #expect(try store.verify().problems == [])
  }

  @Test("is left out of the list of forks")
  func listed() throws {
    let (test, _) = try Self.scene()
    try Self.damage(test, .emptied)
    #expect(try test.reopened().listForks().forks.map(\.fork.name) == ["main"])
  }

  @Test("without a reflog is set to its last version in the operation log")
  func repairedByOperationLog() throws {
    let (test, tip) = try Self.scene(bare: true)
    try Self.damage(test, .emptied)
    let store = try test.reopened()
    #expect(try !store.verify().isSound)
    #expect(try store.verify(repairing: true).isSound)
    #expect(try store.repository.tip(of: Fork(name: "old")) == tip)
  }

  @Test("all forks lost with packed-refs, and without reflogs, is an error")
  func allLost() throws {
    let (test, _) = try Self.scene()
    try Self.damage(test, .packedEmptied)
    let git = URL(filePath: test.directory + "/.git")
    try FileManager.default.removeItem(at: git.appending(path: "logs"))
    // A pack, as `git gc` would have left it.
    try Data().write(to: git.appending(path: "objects/pack/pack-1.pack"))
    let store = try test.reopened()
    let error = #expect(throws: GitError.self) { try store.repository.tip(of: .main) }
    #expect(error?.kind == .io)
    #expect(try store.verify().problems.map(\.place).contains("packed-refs"))
  }

  @Test("a fork that was cut off packed-refs, and has no reflog, is an error each time")
  func cutOff() throws {
    let (test, _) = try Self.scene()
    try Self.damage(test, .packedEmptied)
    let git = URL(filePath: test.directory + "/.git")
    try FileManager.default.removeItem(at: git.appending(path: "logs"))
    try Data("# pack-refs with: peel".utf8).write(to: git.appending(path: "packed-refs"))
    let store = try test.reopened()
    for _ in 0..<2 {
      #expect(throws: (any Error).self) {
        try store.log(LogRequest(arguments: ["main"])) { _ in true }
      }
      #expect(throws: GitError.self) { try store.repository.tip(of: .main) }
    }
    #expect(try store.verify().problems.map(\.place).contains("packed-refs"))
  }

  @Test("stays deleted if it was deleted")
  func deleted() throws {
    let (test, _) = try Self.scene()
    _ = try test.store.deleteFork("old", force: true)
    #expect(try test.store.verify().problems == [])
    #expect(try test.store.repository.tip(of: Fork(name: "old")) == nil)
  }

  @Test("a damaged tracking ref is removed, since the next fetch writes it anew")
  func tracking() throws {
    let (test, _) = try Self.scene()
    let path = test.directory + "/.git/refs/remotes/origin/main"
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: path))
    let problems = try test.store.verify().problems
    #expect(problems.map(\.place) == ["refs/remotes/origin/main"])
    #expect(try test.store.verify(repairing: true).isSound)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  private static func works(_ store: DocumentStore) -> [() throws -> Void] {
    [
      { _ = try store.repository.tip(of: Fork(name: "old")) },
      { _ = try store.repository.branches() },
      { _ = try store.createFork("old") },
      { _ = try store.deleteFork("old") },
      { _ = try store.snapshot(at: nil, elseOf: "old") },
    ]
  }

  /// A repository with the forks `main` and `old`, and the tip of `old`.
  private static func scene(bare: Bool = false) throws -> (TestStore, ObjectID) {
    let test = try TestStore(bare: bare)
    try test.update("a.json", "1")
    let fork = try test.store.createFork("old")
    return (test, try #require(fork.commit))
  }

  private static func damage(_ test: TestStore, _ damage: Damage) throws {
    let git = URL(filePath: test.directory + (test.store.repository.isBare ? "" : "/.git"))
    let file = git.appending(path: "refs/heads/old")
    let contents = try Data(contentsOf: file)
    switch damage {
    case .emptied: try Data().write(to: file)
    case .zeros: try Data(repeating: 0, count: contents.count).write(to: file)
    case .cut: try contents.prefix(17).write(to: file)
    case .removed: try FileManager.default.removeItem(at: file)
    case .unpacked, .packedEmptied:
      var packed = Data()
      for name in ["main", "old"] {
        let one = git.appending(path: "refs/heads/" + name)
        let line = try String(decoding: Data(contentsOf: one).dropLast(), as: UTF8.self)
        if name == "main", damage == .unpacked {
          packed += Data("# pack-refs with: peeled fully-peeled sorted \n".utf8)
          packed += Data("\(line) refs/heads/\(name)\n".utf8)
        }
        try FileManager.default.removeItem(at: one)
      }
      try packed.write(to: git.appending(path: "packed-refs"))
    }
  }
}
