import Foundation
import Testing

@testable import ForkedGit
import ForkedGitTestSupport

@Suite struct ObjectTests {
  /// A file of an object with all that another one holds: zlib finds nothing wrong with it.
  @Test func verifyingFindsTheContentsOfAnotherId() throws {
    let sandbox = try GitSandbox()
    let ids = try ["one", "two"].map {
      try sandbox.git(["hash-object", "-w", "--stdin"], input: Data($0.utf8))
    }
    let files = ids.map {
      sandbox.work.appending(path: ".git/objects/\($0.prefix(2))/\($0.dropFirst(2))")
    }
    try FileManager.default.removeItem(at: files[0])
    try FileManager.default.copyItem(at: files[1], to: files[0])
    let repository = try sandbox.open()
    let id = try #require(ObjectID(hex: ids[0]))
    #expect(throws: GitError.self) {
      try LocalRepository.verifyingHashes { try repository.blob(id) }
    }
  }

  /// With the processor's instructions, where it has any, and without.
  @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 127, 128, 1000, 4096])
  func checksumsAreThoseOfBlobsWithTheirHeaders(count: Int) throws {
    let contents = (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 + count) }
    let bytes = Array("blob \(count)\0".utf8) + contents
    let expected = try LocalRepository.blobID(of: contents)
    for usesInstructions in [true, false] {
      let hash = SHA1.hash(bytes, usesInstructions: usesInstructions)
      #expect(ObjectID(bytes: hash) == expected)
    }
  }
}
