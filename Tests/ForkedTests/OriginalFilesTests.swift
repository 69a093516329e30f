import Forked
import Foundation
import Testing

/// Files in the forms that Swift derives for the types of the original package, written by hand.
@Suite("stored data of the original package")
struct OriginalFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private let ui = Fork(name: "ui")
  private let still = Fork(name: "still")

  /// Main at 30, `ui` with 12 since 10, and `still` equal to main.
  private static let table = """
    [
      {"name":"main"},
      [{"content":{"resource":{"_0":{"value":30}}},"version":{"count":4,"timestamp":750000003}}],
      {"name":"ui"},
      [
        {"content":{"resource":{"_0":{"value":10}}},"version":{"count":1,"timestamp":750000000}},
        {"content":{"resource":{"_0":{"value":12}}},"version":{"count":3,"timestamp":750000002}}
      ],
      {"name":"still"}, [],
      {"name":"empty"},
      [{"content":{"none":{}},"version":{"count":0,"timestamp":-63114076800}}]
    ]
    """

  private func written(_ text: String) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "forks.json")
    try Data(text.utf8).write(to: file)
    return file
  }

  @Test(
    "a file of an atomic repository is read, and written in our form",
    arguments: [#"{"forkToResource":\#(table)}"#, table])
  func atomic(text: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try written(text)
    for round in 1...2 {
      let repository = try AtomicRepository<AccumulatingInt>(managedFileURL: file)
      let resource = try ForkedResource(repository: repository)
      #expect(resource.forks.sorted() == [Fork(name: "empty"), .main, still, ui])
      #expect(try resource.commonAncestor(of: ui).content.resource?.value == 10)
      #expect(try resource.value(in: still)?.value == 30)
      #expect(try resource.value(in: Fork(name: "empty")) == nil)
      let time = try resource.mostRecentVersionOfMain().timestamp
      #expect(time.timeIntervalSinceReferenceDate == 750_000_003)
      if round == 1 { try repository.persist() }
      #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix(#"{"forks""#))
      #expect(try resource.mergeIntoMain(from: ui) == .resolveConflict)
      #expect(try resource.value(in: .main)?.value == 32)
    }
  }

  @Test(
    "a file that is neither is an error",
    arguments: [#"{"forkToResource":[]}"#, "[]", "{}", #"{"a":[{"name":"ui"},[]]}"#])
  func damaged(text: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try written(text)
    #expect(throws: ForkedError.self) {
      try AtomicRepository<AccumulatingInt>(managedFileURL: file)
    }
  }

  @Test("a folder of a file repository is imported by one call, and only read")
  func files() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = folder.appending(path: "old")
    let contents = [
      "main/4": "thirty", "ui/1.data": "ten",
      "ui/3":
        #"{"content":{"resource":{"_0":"dHdlbHZl"}},"version":{"count":3,"timestamp":750000002}}"#,
    ]
    for name in ["main", "ui", "still"] {
      try FileManager.default.createDirectory(
        at: old.appending(path: name), withIntermediateDirectories: true)
    }
    for (path, text) in contents { try Data(text.utf8).write(to: old.appending(path: path)) }
    let new = folder.appending(path: "new")
    let resource = try ForkedResource(
      repository: FileRepository(rootDirectory: new, importing: old))
    #expect(resource.forks == [.main, still, ui])
    #expect(try resource.value(in: .main) == Data("thirty".utf8))
    #expect(try resource.value(in: still) == Data("thirty".utf8))
    #expect(try resource.value(in: ui) == Data("twelve".utf8))
    #expect(try resource.commonAncestor(of: ui).content.resource == Data("ten".utf8))
    #expect(try String(contentsOf: old.appending(path: "main/4"), encoding: .utf8) == "thirty")
    let reopened = try ForkedResource(repository: FileRepository(rootDirectory: new))
    #expect(try reopened.value(in: ui) == Data("twelve".utf8))

    try Data().write(to: old.appending(path: "ui/what"))
    let other = folder.appending(path: "other")
    #expect(throws: ForkedError.self) { try FileRepository(rootDirectory: other, importing: old) }
    #expect(!FileManager.default.fileExists(atPath: other.path))
  }
}
