import Foundation
import Testing

@testable import ForkedGit
import ForkedGitTestSupport

@Suite("replacements of files by killed processes") struct ReplacementTests {
  /// A work tree whose file `d/a` a killed process replaced: "old" by "new".
  private struct Setting {
    let sandbox: GitSandbox
    let repository: LocalRepository
    let name: String
    let saved = SavedFiles()

    /// - Parameters:
    ///   - held: The contents of the file through which it was replaced.
    ///   - present: The contents of the file; nil if it was deleted.
    init(_ held: String, present: String?) throws {
      sandbox = try GitSandbox()
      try sandbox.commit(["d/a": "old"])
      repository = try sandbox.open()
      let ids = try ["old", "new"].map { try LocalRepository.blobID(of: Array($0.utf8)) }
      name = Replacement(of: "d/a", from: ids[0], to: ids[1]).fileName
      try sandbox.write(held, to: ".git/" + name)
      if let present {
        try sandbox.write(present, to: "d/a")
      } else {
        try FileManager.default.removeItem(at: sandbox.work.appending(path: "d/a"))
      }
      repository.reportsSavedFile = { [saved] in saved.files.append($0) }
    }

    var leftovers: [Leftover] { repository.leftovers(now: 0) }

    func recover() throws {
      try repository.recoverTransactions(
        options: .init(environment: sandbox.environment), timeout: .seconds(1))
    }
  }

  private final class SavedFiles {
    var files: [SavedFile] = []
  }

  @Test(
    "old, new and incomplete contents are removed",
    arguments: [("new", "old"), ("ne", "old"), ("", "old"), ("old", "new"), ("old", "edited")])
  func ended(held: String, present: String) throws {
    let setting = try Setting(held, present: present)
    #expect(setting.leftovers.map(\.kind) == [.unfinishedReplacement])
    try setting.recover()
    #expect(setting.leftovers.isEmpty && setting.saved.files.isEmpty)
    #expect(try setting.sandbox.read("d/a") == present)
    let changed = try setting.sandbox.git("status", "--porcelain", "-uall")
    #expect(changed.isEmpty == (present == "old"), "\(changed)")
  }

  @Test("a file that was saved meanwhile is restored")
  func restored() throws {
    let setting = try Setting("saved", present: "new")
    try setting.recover()
    #expect(setting.leftovers.isEmpty)
    #expect(setting.saved.files == [SavedFile(path: "d/a", place: "d/a")])
    #expect(try setting.sandbox.read("d/a") == "saved")
  }

  @Test("a file that was saved twice is kept twice", arguments: ["edited", nil])
  func kept(present: String?) throws {
    let setting = try Setting("saved", present: present)
    try setting.sandbox.write("mine", to: "d/a.saved-1")
    try setting.recover()
    #expect(setting.leftovers.isEmpty)
    #expect(setting.saved.files == [SavedFile(path: "d/a", place: "d/a.saved-2")])
    #expect(try setting.sandbox.read("d/a.saved-2") == "saved")
    #expect(try setting.sandbox.read("d/a.saved-1") == "mine")
    if let present { #expect(try setting.sandbox.read("d/a") == present) }
  }

  @Test("contents are compared as git stores them")
  func filtered() throws {
    let setting = try Setting("x\r\ny\r\n", present: "new")
    let sandbox = setting.sandbox
    try sandbox.commit([".gitattributes": "a text eol=crlf\n"])
    let old = try LocalRepository.blobID(of: Array("x\ny\n".utf8))
    let new = try LocalRepository.blobID(of: Array("new".utf8))
    let name = Replacement(of: "d/a", from: old, to: new).fileName
    try FileManager.default.moveItem(
      at: sandbox.work.appending(path: ".git/" + setting.name),
      to: sandbox.work.appending(path: ".git/" + name))
    try setting.recover()
    #expect(setting.leftovers.isEmpty && setting.saved.files.isEmpty)
    #expect(try sandbox.read("d/a") == "new")
  }

  @Test("the file of a running process is left to it")
  func running() throws {
    let setting = try Setting("saved", present: "new")
    let file = setting.sandbox.work.appending(path: ".git/" + setting.name)
    let aside = setting.sandbox.root.appending(path: "aside")
    try FileManager.default.moveItem(at: file, to: aside)
    let update = try setting.repository.beginWorkTreeUpdate()
    try FileManager.default.moveItem(at: aside, to: file)
    #expect(!setting.leftovers.contains { $0.kind == .unfinishedReplacement })
    try setting.recover()
    #expect(FileManager.default.fileExists(atPath: file.path))
    update.release()
    try setting.recover()
    #expect(try setting.sandbox.read("d/a") == "saved")
  }

  @Test("a file of a path that is too long for its name is kept, too")
  func longPath() throws {
    let sandbox = try GitSandbox()
    let path = TreePath(Array(repeating: "directory", count: 20).joined(separator: "/"))
    try sandbox.commit([path.description: "old"])
    let repository = try sandbox.open()
    let ids = try ["old", "new"].map { try LocalRepository.blobID(of: Array($0.utf8)) }
    let name = Replacement(of: path, from: ids[0], to: ids[1]).fileName
    let saved = SavedFiles()
    repository.reportsSavedFile = { saved.files.append($0) }
    for text in ["old", "new", "saved"] {
      try sandbox.write(text, to: ".git/" + name)
      try repository.recoverTransactions(
        options: .init(environment: sandbox.environment), timeout: .seconds(1))
    }
    #expect(saved.files == [SavedFile(path: nil, place: "fork-checkout.saved-1")])
    #expect(try sandbox.read("fork-checkout.saved-1") == "saved")
  }

  @Test(
    "the name of the file tells the replacement",
    arguments: ["a", "a/b-c/%2F.json", "%", "é/日本", String(repeating: "x", count: 158)])
  func names(path: String) throws {
    let ids = try ["1", "2"].map { try LocalRepository.blobID(of: Array($0.utf8)) }
    for old in [ids[0], nil] {
      let replacement = Replacement(of: TreePath(path), from: old, to: ids[1])
      #expect(Replacement(fileName: replacement.fileName) == replacement)
      #expect(replacement.fileName.utf8.count <= 255)
    }
    #expect(Replacement(fileName: ".fork-checkout-none-none-a") == nil)
    #expect(Replacement(fileName: ".fork-12-34.lock") == nil)
  }
}
