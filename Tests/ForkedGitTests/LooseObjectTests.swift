import Foundation
import Testing

@testable import ForkedGit
import ForkedGitTestSupport

/// Objects with files of their own, as git writes and reads them, and as a disk damages them.
@Suite struct LooseObjectTests {
  private static let sizes = [0, 1, 23, 24, 25, 31, 32, 33, 1000, 65_536, 3_000_000]

  /// Bytes that compress to about half of their size.
  private static func bytes(_ count: Int) -> [UInt8] {
    var state: UInt32 = 7
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 28)
    }
  }

  private static func file(of id: ObjectID, in sandbox: GitSandbox) -> URL {
    sandbox.work.appending(path: ".git/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))")
  }

  @Test(arguments: sizes)
  func gitAndForkReadObjectsOfEachOther(size: Int) throws {
    let sandbox = try GitSandbox()
    let bytes = Self.bytes(size)
    let theirs = try #require(
      ObjectID(hex: try sandbox.git(["hash-object", "-w", "--stdin"], input: Data(bytes))))
    let reader = try sandbox.open()
    #expect(try reader.blob(theirs) == bytes)
    #expect(try reader.blobSize(theirs) == size)
    try FileManager.default.removeItem(at: Self.file(of: theirs, in: sandbox))
    let repository = try sandbox.open()
    let ours = try repository.writeBlob(bytes)
    try repository.storeObjects()
    #expect(ours == theirs)
    #expect(FileManager.default.fileExists(atPath: Self.file(of: ours, in: sandbox).path))
    #expect(Array(try sandbox.run(["git", "cat-file", "blob", ours.hex])) == bytes)
    #expect(try sandbox.git("fsck", "--strict", "--no-dangling") == "")
  }

  /// Damage that libgit2 1.5 reads forever, and some that it finds.
  enum Damage: CaseIterable {
    case cutOff, zeroed, lengthened, claimed, emptied, anotherType, pipe

    func bytes(of good: Data, at place: Int) -> Data {
      switch self {
      case .cutOff: good.prefix(place)
      case .zeroed: good.prefix(place) + Data(count: good.count - place)
      case .lengthened: good + Data([0])
      // "blob 4611686018427387904" with ten bytes behind it, as zlib stores them.
      case .claimed: stored("blob 4611686018427387904\0" + "0123456789")
      case .anotherType: stored("blub 10\0" + "0123456789")
      case .emptied, .pipe: Data()
      }
    }

    /// A zlib stream of one block that is not compressed.
    private func stored(_ text: String) -> Data {
      let bytes = Array(text.utf8)
      let (first, second) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
        let first = (sums.0 + UInt32(byte)) % 65_521
        return (first, (sums.1 + first) % 65_521)
      }
      let sum = withUnsafeBytes(of: (second << 16 | first).bigEndian) { Array($0) }
      let count = UInt8(bytes.count)
      return Data([0x78, 0x01, 0x01, count, 0, ~count, 0xFF] + bytes + sum)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: Damage.allCases)
  func aDamagedObjectIsRefused(damage: Damage) throws {
    let sandbox = try GitSandbox()
    let id = try #require(
      ObjectID(
        hex: try sandbox.git(["hash-object", "-w", "--stdin"], input: Data(Self.bytes(9000)))))
    let file = Self.file(of: id, in: sandbox)
    let good = try Data(contentsOf: file)
    let middles = [1, 2, 3, 10, good.count / 4, good.count / 2, good.count - 5, good.count - 1]
    let isPlaced = [.cutOff, .zeroed].contains(damage)
    for place in isPlaced ? middles : [0] {
      try FileManager.default.removeItem(at: file)
      if damage == .pipe {
        #expect(mkfifo(file.path, 0o600) == 0)
      } else {
        try damage.bytes(of: good, at: place).write(to: file)
      }
      let repository = try LocalRepository.open(
        at: sandbox.work.path, options: .init(environment: sandbox.environment))
      let failure = #expect(throws: GitError.self) { try repository.blob(id) }
      #expect(failure?.kind == .invalid, "\(damage) \(place): \(String(describing: failure))")
      #expect(failure?.message.contains(file.path) == true)
    }
  }

  /// As the garbage collection of git does while another process writes.
  @Test func anEmptyDirectoryMayBeRemovedAtAnyTime() throws {
    let sandbox = try GitSandbox()
    let repository = try sandbox.open()
    let objects = LooseObjects(in: repository.commonDirectory + "objects/")
    let id = try #require(ObjectID(hex: "ce013625030ba8dba906f756967f9e9ca394464a"))
    var storing = try LooseStoring(in: objects, sync: .none)
    try storing.add(id, .init(rawValue: 3), Array("hello\n".utf8))
    let directory = Self.file(of: id, in: sandbox).deletingLastPathComponent()
    try #require(rmdir(directory.path) == 0)
    try storing.end()
    #expect(try sandbox.git("cat-file", "blob", id.hex) == "hello")
  }

  @Test func aPackedCopyStandsInForADamagedFile() throws {
    let sandbox = try GitSandbox()
    let commit = try sandbox.commit(["a": "1"])
    try sandbox.git("repack", "-q", "-a")
    try FileManager.default.removeItem(at: Self.file(of: commit, in: sandbox))
    try Data("damaged".utf8).write(to: Self.file(of: commit, in: sandbox))
    #expect(try sandbox.open().commit(commit).subject == "message")
  }

  @Test func shortIdsAreFoundAndAmbiguousOnesRefused() throws {
    let sandbox = try GitSandbox()
    let id = try sandbox.commit(["a": "1"])
    let repository = try sandbox.open()
    #expect(try repository.resolve(revision: String(id.hex.prefix(9))) == id)
    let twin = Self.file(of: id, in: sandbox).deletingLastPathComponent()
      .appending(path: id.hex.dropFirst(2).prefix(10) + String(repeating: "0", count: 28))
    try FileManager.default.copyItem(at: Self.file(of: id, in: sandbox), to: twin)
    let failure = #expect(throws: GitError.self) {
      try repository.resolve(revision: String(id.hex.prefix(9)))
    }
    #expect(failure?.kind == .ambiguous)
  }

  @Test func objectsOfAlternatesAreReadAndNewOnesStoredHere() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit(["a": "1"])
    let clone = sandbox.root.appending(path: "clone")
    try sandbox.git(["clone", "-q", "--shared", sandbox.work.path, clone.path])
    let repository = try LocalRepository.open(
      at: clone.path, options: .init(environment: sandbox.environment))
    let tip = try #require(try repository.tip(of: .main))
    #expect(try repository.commit(tip).subject == "message")
    let blob = try repository.writeBlob(Array("new".utf8))
    try repository.storeObjects()
    #expect(try sandbox.git(["cat-file", "blob", blob.hex], in: clone) == "new")
  }

  @Test func anInterruptEndsReadsOfTreesAndHistories() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a/b": "1", "c": "1"])
    let second = try sandbox.commit(["a/b": "2", "c": "2"])
    let repository = try sandbox.open()
    let trees = try [first, second].map { try repository.tree(ofCommit: $0) }
    repository.isInterrupted = { true }
    let reads: [(LocalRepository) throws -> Void] = [
      { try $0.walk(trees[0]) { _ in true } },
      { _ = try $0.changes(from: trees[0], to: trees[1]) },
      { _ = try $0.mergeTrees(base: trees[0], ours: trees[1], theirs: trees[1], opensAlike: true) },
      { try $0.walkHistory(from: [second]) { _ in true } },
    ]
    for read in reads {
      #expect((#expect(throws: GitError.self) { try read(repository) })?.kind == .interrupted)
    }
  }

  @Test func noInterruptStopsAWorkTreeHalfway() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1", "b": "1"])
    let second = try sandbox.commit(["a": "2", "b": "2"])
    let repository = try sandbox.open()
    try sandbox.transaction(in: repository) { transaction in
      try transaction.update(.main, reason: "back") { tip in tip == second ? first : nil }
      repository.isInterrupted = { true }
    }
    #expect(try sandbox.read("a") == "1")
    #expect(try sandbox.git("diff-index", "--cached", first.hex) == "")
  }
}
