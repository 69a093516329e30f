import ForkedGitTestSupport
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedGit

@Suite struct PackTests {
  @Test func objectsThatNothingNamesAreNotStored() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit(["a": "1"])
    let before = try sandbox.git("count-objects", "-v")
    let repository = try LocalRepository.open(
      at: sandbox.work.path, options: .init(environment: sandbox.environment))
    let blob = try repository.writeBlob(Array("never named".utf8))
    #expect(try repository.blob(blob) == Array("never named".utf8))
    #expect(try repository.contains(blob))
    repository.discardObjects()
    #expect(try !repository.contains(blob))
    #expect(try sandbox.git("count-objects", "-v") == before)
  }

  /// Versions of one document and of its directory, told apart through chains longer than git's limit.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func manyObjectsMakeAPackThatGitTrusts(seed: UInt64) throws {
    let sandbox = try GitSandbox(bare: true)
    let repository = try sandbox.open()
    var generator = SeededGenerator(seed: seed)
    var (text, blob, tree) = ([UInt8](repeating: 65, count: 3000), ObjectID?.none, ObjectID?.none)
    var blobs: [ObjectID: [UInt8]] = [:]
    for number in 0..<300 {
      let place = Int.random(in: 0...text.count, using: &generator)
      let end = min(text.count, place + Int.random(in: 0...400, using: &generator))
      text.replaceSubrange(place..<end, with: "<\(number)>".utf8)
      if number % 90 == 0 { text += [UInt8](repeating: 66, count: 70_000) }
      let next = try repository.writeBlob(text, after: blob)
      blobs[next] = text
      var edit = TreeEdit()
      edit.set(TreePath("d/\(number % 40)"), to: .file(next))
      tree = try repository.apply(edit, to: tree)
      blob = next
    }
    try repository.storeObjects()
    let counts = try sandbox.git("count-objects", "-v").split(separator: "\n")
    #expect(counts.contains("packs: 1") && counts.contains("count: 0"))
    for (id, bytes) in blobs { #expect(try repository.blob(id) == bytes) }
    #expect(try areGits(blobs.map { ($0, "blob", $1) }, in: sandbox))
    try sandbox.git("verify-pack", "objects/pack/" + packName(in: sandbox))
    #expect(try sandbox.git("fsck", "--strict", "--no-dangling") == "")
  }

  /// A history of many versions of a document and its directory, in one pack.
  private static func packedHistory(_ settings: [String]) throws -> (GitSandbox, [ObjectID]) {
    let sandbox = try GitSandbox(bare: true)
    var stream = ""
    for number in 1...400 {
      let text = (0..<60).map { "line \($0 == number % 60 ? number : $0)\n" }.joined()
      stream += "commit refs/heads/main\ncommitter C <c@d> \(number) +0000\ndata 1\nm\n"
      stream += "M 644 inline d/\(number % 9)\ndata \(text.utf8.count)\n\(text)\n"
    }
    try sandbox.git(["fast-import", "--quiet"], input: Data(stream.utf8))
    try sandbox.git(settings + ["repack", "-adfq", "--depth=20"])
    let list = try sandbox.git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
    return (sandbox, list.split(separator: "\n").compactMap { ObjectID(hex: $0) })
  }

  @Test(
    "packs are read as git reads them, and no delta twice",
    arguments: [[], ["-c", "repack.useDeltaBaseOffset=false"]])
  func reading(settings: [String]) throws {
    let (sandbox, ids) = try Self.packedHistory(settings)
    let repository = try sandbox.open()
    let packs = try PackFiles(in: repository.commonDirectory + "objects/pack/")
    let objects = try ids.map { ($0, try #require(packs.object($0))) }
    let named = objects.map { ($0, LooseObjects.name(of: $1.type), $1.bytes) }
    #expect(try areGits(named, in: sandbox))
    for (id, object) in objects {
      #expect(try repository.object(id, as: object.type) { Array($0) } == object.bytes)
    }
    #expect(packs.restoredCount == ids.count)
    #expect(packs.object(.zero) == nil)
  }

  @Test(
    "objects that are read in another order than they were stored in are restored a few times at most"
  )
  func readingInAnotherOrder() throws {
    let sandbox = try GitSandbox(bare: true)
    var stream = "commit refs/heads/main\ncommitter C <c@d> 1 +0000\ndata 1\nm\n"
    for number in 1...20_000 {
      let text = "the message number \(number) of a long conversation of several people\n"
      stream += "M 644 inline d/\(number)\ndata \(text.utf8.count)\n\(text)\n"
    }
    try sandbox.git(["fast-import", "--quiet"], input: Data(stream.utf8))
    let list = try sandbox.git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
    let ids = list.split(separator: "\n").compactMap { ObjectID(hex: $0) }
    #expect(ids.count > 20_000)
    let packs = try PackFiles(in: sandbox.open().commonDirectory + "objects/pack/")
    for id in ids { #expect(packs.object(id) != nil) }
    #expect(packs.restoredCount < 5 * ids.count)
  }

  @Test("a damaged pack gives no wrong object, and a damaged index no crash")
  func damage() throws {
    let (sandbox, ids) = try Self.packedHistory([])
    let directory = sandbox.work.path + "/objects/pack/"
    let name = directory + (try packName(in: sandbox)).dropLast(4)
    let intact = try PackFiles(in: directory)
    let objects = try ids.map { ($0, try #require(intact.object($0))) }
    var generator = SeededGenerator(seed: 5)
    for suffix in [".pack", ".idx"] {
      let file = URL(filePath: name + suffix)
      let whole = try Data(contentsOf: file)
      for number in 0..<60 {
        var bytes = whole
        if number % 3 == 0 {
          bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))
        } else {
          for _ in 0..<20 {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] = UInt8.random(in: 0...255, using: &generator)
          }
        }
        try FileManager.default.removeItem(at: file)
        try bytes.write(to: file)
        let packs = try PackFiles(in: directory)
        for (id, expected) in objects {
          guard let object = packs.object(id), suffix == ".pack" else { continue }
          #expect(object.type == expected.type && object.bytes == expected.bytes)
        }
      }
      try FileManager.default.removeItem(at: file)
      try whole.write(to: file)
    }
  }

  @Test("damaged deltas are refused")
  func deltas() {
    var generator = SeededGenerator(seed: 9)
    let old = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let new = Array(old[..<900]) + Array("other".utf8) + old[950...]
    let delta = PackDelta.bytes(from: old, to: new)
    #expect(PackDelta.apply(delta, to: old, upTo: new.count) == new)
    #expect(PackDelta.apply(delta, to: old, upTo: new.count - 1) == nil)
    #expect(PackDelta.apply(delta, to: Array(old.dropLast()), upTo: 1 << 20) == nil)
    for length in 0..<delta.count {
      #expect(PackDelta.apply(Array(delta[..<length]), to: old, upTo: 1 << 20) == nil)
    }
    for _ in 0..<2000 {
      var damaged = delta
      let place = Int.random(in: 0..<damaged.count, using: &generator)
      damaged[place] = UInt8.random(in: 0...255, using: &generator)
      let made = PackDelta.apply(damaged, to: old, upTo: 1 << 20)
      #expect((made?.count ?? 0) <= 1 << 20)
    }
  }

  /// Returns true if git prints these types and contents for the ids.
  private func areGits(
    _ objects: [(id: ObjectID, type: String, bytes: [UInt8])], in sandbox: GitSandbox
  ) throws -> Bool {
    let names = objects.map { "\($0.id.hex)\n" }.joined()
    let expected = objects.reduce(into: Data()) { text, object in
      text += Data("\(object.id.hex) \(object.type) \(object.bytes.count)\n".utf8)
      text += Data(object.bytes) + Data("\n".utf8)
    }
    return try sandbox.run(["git", "cat-file", "--batch"], input: Data(names.utf8)) == expected
  }

  private func packName(in sandbox: GitSandbox) throws -> String {
    let names = try sandbox.run(["ls", sandbox.work.path + "/objects/pack"])
    return try #require(
      String(decoding: names, as: UTF8.self).split(separator: "\n").first { $0.hasSuffix(".idx") }
    ).description
  }
}
