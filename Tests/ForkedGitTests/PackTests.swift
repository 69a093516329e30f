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

  @Test func gitLeavesAPackAloneUntilItsObjectsAreNamed() throws {
    let sandbox = try GitSandbox(bare: true)
    func keepFiles() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: sandbox.work.path + "/objects/pack")
        .filter { $0.hasSuffix(".keep") }
    }
    var repository: LocalRepository? = try LocalRepository.open(
      at: sandbox.work.path, options: .init(environment: sandbox.environment))
    let blobs = try (0...LocalRepository.mostLooseObjects).compactMap {
      try repository?.writeBlob(Array("\($0)".utf8))
    }
    try repository?.storeObjects()
    try sandbox.git("repack", "-a", "-d", "-q")
    let other = try sandbox.open()
    for blob in blobs { #expect(try other.contains(blob)) }
    #expect(try keepFiles().count == 1 && other.leftovers(now: 0).isEmpty)
    repository = nil
    #expect(try keepFiles() == [])
    // The file of a process that was killed.
    let path = "\(sandbox.work.path)/objects/pack/pack-1.keep"
    try Data("fork \(Int32.max)\n".utf8).write(to: URL(filePath: path))
    let left = other.leftovers(now: 0)
    #expect(left.map(\.path) == [path] && left.allSatisfy(other.remove))
    #expect(try keepFiles() == [])
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
