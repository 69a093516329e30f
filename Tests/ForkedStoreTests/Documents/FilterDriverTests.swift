import Forked
import ForkedGit
import ForkedGitTestSupport
import ForkedJSON
import Foundation
import Testing

@testable import ForkedStore

/// A repository whose documents pass a filter that keeps a secret out of the objects: in the work tree it is `s3cret`.
@Suite("filter drivers and encodings of git's attributes")
struct FilterDriverTests {
  private static let secret = "s3cret"

  private static let drivers = [
    "commands": ["clean": "sed s/s3cret/@KEY@/g", "smudge": "sed s/@KEY@/s3cret/g"],
    "process": ["process": "python3 filter.py"],
  ]

  /// A filter that serves many files by git's protocol. Source: gitattributes(5), "Long Running Filter Process".
  private static let process = """
    import sys
    i, o = sys.stdin.buffer, sys.stdout.buffer
    def read():
        lines = []
        while True:
            n = int(i.read(4) or sys.exit(0), 16)
            if n == 0: return lines
            lines.append(i.read(n - 4))
    def write(*lines):
        for line in lines: o.write(b"%04x" % (len(line) + 4) + line)
        o.write(b"0000"); o.flush()
    read(); write(b"git-filter-server\\n", b"version=2\\n")
    read(); write(b"capability=clean\\n", b"capability=smudge\\n")
    while True:
        request = read(); text = b"".join(read())
        pair = (b"s3" + b"cret", b"@KEY@")
        if b"command=smudge\\n" in request: pair = pair[::-1]
        write(b"status=success\\n"); write(text.replace(*pair)); write()
    """

  private static func sandbox(_ driver: String = "commands") throws -> GitSandbox {
    let sandbox = try GitSandbox()
    for (name, value) in drivers[driver] ?? [:] {
      try sandbox.git("config", "filter.s.\(name)", value)
    }
    try sandbox.git("config", "filter.s.required", "true")
    try sandbox.write(process, to: "filter.py")
    try sandbox.commit([
      ".gitattributes": "*.json filter=s\n", "u.json": text(1, 2), "v.json": "[1]\n",
    ])
    return sandbox
  }

  private static func text(_ a: Int, _ b: Int, _ key: String = secret) -> String {
    "{\n  \"a\": \(a),\n  \"b\": \(b),\n  \"key\": \"\(key)\"\n}\n"
  }

  private static func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(parsing: Array("\"\(text)\"".utf8))
  }

  private static func store(_ sandbox: GitSandbox) throws -> DocumentStore {
    try DocumentStore.discover(
      in: ForkedStore.Environment(
        variables: sandbox.environment, workingDirectory: sandbox.work.path, user: "ada",
        host: "example.org", clock: { 1_700_000_100_000_000_000 }, random: { 0 }, sleep: { _ in },
        isInterrupted: { false }))
  }

  /// Expects the secret in the work tree, in no object, and a clean status even if git compares contents.
  private static func expectScrubbed(
    _ sandbox: GitSandbox, _ file: String = "u.json",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try sandbox.read(file).contains(secret), sourceLocation: sourceLocation)
    let objects = try sandbox.git("cat-file", "--batch-all-objects", "--batch")
    #expect(!objects.contains(secret), sourceLocation: sourceLocation)
    try sandbox.touch(file)
    #expect(try store(sandbox).repository.status().isEmpty, sourceLocation: sourceLocation)
    #expect(try sandbox.git("status", "--porcelain") == "", sourceLocation: sourceLocation)
  }

  private static func update(
    _ store: DocumentStore, _ content: DocumentContent, _ name: String = "u.json"
  ) throws {
    _ = try store.updateDocument(name, with: content)
  }

  private static let commands: [String: @Sendable (GitSandbox, DocumentStore) throws -> Void] = [
    "update of the work tree": { sandbox, store in
      try sandbox.write(text(9, 2), to: "u.json")
      #expect(try store.updateWorkTree().changed)
    },
    "update by edits": { _, store in
      try update(store, .edits([.set(JSONPointer(["b"]), document("x s3cret"))]))
    },
    "update by a file": { _, store in
      try update(store, .bytes(Array(text(3, 3).utf8), from: "test"))
    },
    "merge, switch and undo": { sandbox, store in
      try sandbox.git("checkout", "-q", "-b", "side")
      try sandbox.commit(["u.json": text(1, 7)])
      try sandbox.git("checkout", "-q", "main")
      try sandbox.commit(["u.json": text(6, 2)])
      _ = try store.merge(MergeRequest(from: ["side"]))
      #expect(try sandbox.read("u.json") == text(6, 7))
      _ = try store.switchFork(to: "side")
      #expect(try sandbox.read("u.json") == text(1, 7))
      _ = try store.switchFork(to: "main")
      _ = try store.undo(UndoRequest())
      #expect(try sandbox.read("u.json") == text(6, 2))
    },
    "update of another fork": { _, store in
      _ = try store.createFork("side")
      let edits = try DocumentContent.edits([.set(JSONPointer(["b"]), document("x s3cret"))])
      _ = try store.updateDocument("u.json", with: edits, fork: "side")
    },
    "restore and revert": { sandbox, store in
      try update(store, .bytes(Array(text(3, 3, "s3cret c").utf8), from: "test"))
      _ = try store.restoreDocuments([.init(document: "u.json")], from: "HEAD~1")
      #expect(try sandbox.read("u.json") == text(1, 2))
      _ = try store.revert("HEAD")
      #expect(try sandbox.read("u.json") == text(3, 3, "s3cret c"))
    },
    "rename": { sandbox, store in
      _ = try store.renameDocument("u.json", to: "x.json")
      try sandbox.git("mv", "x.json", "u.json")
      _ = try store.updateWorkTree()
    },
    "resolve": { sandbox, store in
      try sandbox.conflict(text(1, 2, "s3cret m"), text(1, 2, "s3cret c"))
      let resolution = try ConflictResolution(
        document: "u.json", pointer: JSONPointer(["key"]),
        choice: .value(document("new s3cret").root))
      let report = try store.resolve(resolutions: [resolution])
      #expect(report.unmerged.isEmpty)
      #expect(try sandbox.read("u.json") == text(1, 2, "new s3cret"))
      try sandbox.git("commit", "-q", "-m", "resolved")
    },
  ]

  @Test(
    "what goes from the work tree into an object is cleaned, and what comes back is smudged",
    arguments: commands.keys.sorted(), drivers.keys.sorted())
  func scrubbed(command: String, driver: String) throws {
    let sandbox = try Self.sandbox(driver)
    try Self.commands[command]?(sandbox, Self.store(sandbox))
    try Self.expectScrubbed(sandbox)
  }

  @Test(
    "a conflict that git wrote, and nobody edited, is resolved whatever the attributes convert",
    arguments: [
      "working-tree-encoding=UTF-16LE-BOM", "text eol=crlf", "ident", "filter=s",
      "filter=s working-tree-encoding=UTF-16 text eol=crlf",
    ])
  func conflict(attributes: String) throws {
    let sandbox = try Self.sandbox()
    let id = "$" + "Id$"
    try sandbox.git("config", "core.safecrlf", "false")
    try sandbox.write("*.json -filter\nu.json \(attributes)\n", to: ".gitattributes")
    try sandbox.git("rm", "-q", "--cached", "u.json")
    // git writes the file as the attributes say.
    let blob = try sandbox.git(
      ["hash-object", "-w", "--stdin"], input: Data(Self.text(1, 2, id).utf8))
    try sandbox.git("update-index", "--add", "--cacheinfo", "100644,\(blob),u.json")
    try sandbox.git("add", ".gitattributes")
    try sandbox.git("commit", "-q", "-m", "attributes")
    for (branch, key) in [("c", "c \(id)"), ("m", "m \(id)")] {
      try sandbox.git("checkout", "-q", "-f", "-b", branch, "main")
      let blob = try sandbox.git(
        ["hash-object", "-w", "--stdin"], input: Data(Self.text(1, 2, key).utf8))
      try sandbox.git("update-index", "--cacheinfo", "100644,\(blob),u.json")
      try sandbox.git("commit", "-q", "-m", branch)
      try sandbox.git("checkout", "-q", "-f", branch)
      try sandbox.git("reset", "-q", "--hard")
    }
    #expect(throws: GitSandbox.Failure.self) { try sandbox.git("merge", "-q", "c") }
    let store = try Self.store(sandbox)
    #expect(try store.resolve().conflicts.count == 1)
    #expect(
      try store.resolve(resolutions: [
        ConflictResolution(document: "u.json", pointer: JSONPointer(["key"]), choice: .theirs)
      ]).unmerged.isEmpty)
    #expect(try sandbox.git("show", ":u.json") + "\n" == Self.text(1, 2, "c \(id)"))
    try sandbox.touch("u.json")
    #expect(try sandbox.git("status", "--porcelain") == "M  u.json")
    #expect(try store.repository.status().map(\.unstaged) == [nil])
  }

  @Test("a required filter that fails stops the command, and nothing is changed")
  func failing() throws {
    let sandbox = try Self.sandbox()
    try sandbox.git("checkout", "-q", "-b", "side")
    let side = try sandbox.commit(["u.json": Self.text(7, 7), "v.json": "[2]\n"])
    let store = try Self.store(sandbox)
    try sandbox.git("config", "filter.s.smudge", "grep -v Nobody | grep @KEY@")
    #expect(throws: (any Error).self) { try store.switchFork(to: "main") }
    #expect(try sandbox.git("rev-parse", "HEAD") == side.hex)
    #expect(try sandbox.read("v.json") == "[2]\n")
    #expect(try sandbox.git("symbolic-ref", "--short", "HEAD") == "side")
    try sandbox.git("config", "filter.s.clean", "false")
    try sandbox.write(Self.text(8, 8), to: "u.json")
    let error = #expect(throws: (any Error).self) {
      try store.updateWorkTree()
    }
    let shown = error.map { StoreError(translating: $0) }
    #expect(shown?.kind == .inputOutput)
    #expect(shown?.message.contains("the filter 's' failed") == true)
    #expect(try sandbox.git("rev-parse", "HEAD") == side.hex)
    // Without `required`, the contents pass as they are, as in git.
    try sandbox.git("config", "filter.s.required", "false")
    #expect(try store.updateWorkTree().changed)
    #expect(try sandbox.git("show", "HEAD:u.json") + "\n" == Self.text(8, 8))
  }

  @Test("the attributes of the fork that is switched to count for its files")
  func newAttributes() throws {
    let sandbox = try Self.sandbox()
    try sandbox.git("checkout", "-q", "-b", "side")
    try sandbox.commit([".gitattributes": "", "w.json": "\"@KEY@\"\n"])
    let store = try Self.store(sandbox)
    _ = try store.switchFork(to: "main")
    #expect(try sandbox.read("u.json").contains(Self.secret))
    _ = try store.switchFork(to: "side")
    #expect(try sandbox.read("w.json") == "\"@KEY@\"\n")
    #expect(try store.repository.status().isEmpty)
  }

  @Test(
    "any path passes the filter",
    arguments: ["-a b.json", " a.json", "a\nb.json", "\"q\\.json", "dir/ü ö.json", "--path=x.json"])
  func paths(path: String) throws {
    let sandbox = try Self.sandbox()
    let start = try sandbox.id("HEAD")
    try sandbox.commit([path: "\"s3cret\"\n"])
    try sandbox.git("branch", "side")
    try sandbox.git("reset", "-q", "--hard", start.hex)
    let store = try Self.store(sandbox)
    _ = try store.switchFork(to: "side")
    #expect(try sandbox.read(path) == "\"s3cret\"\n")
    try sandbox.touch(path)
    #expect(try store.repository.status().isEmpty)
  }

  @Test("attributes that only the index has are not ignored: the command says so")
  func attributesNotInWorkTree() throws {
    let sandbox = try Self.sandbox()
    try FileManager.default.removeItem(at: sandbox.work.appending(path: ".gitattributes"))
    try sandbox.write(Self.text(5, 5), to: "u.json")
    let store = try Self.store(sandbox)
    let error = #expect(throws: GitError.self) {
      try store.updateWorkTree()
    }
    #expect(error?.kind == .unsupported)
    #expect(error?.message.contains("git checkout -- .gitattributes") == true)
  }
}

extension GitSandbox {
  /// Gives a file another time, so that its contents must be compared.
  fileprivate func touch(_ path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)],
      ofItemAtPath: work.appending(path: path).path)
  }

  /// Leaves a conflict of `u.json` between two versions.
  fileprivate func conflict(_ ours: String, _ theirs: String) throws {
    try git("checkout", "-q", "-b", "conflicting")
    try commit(["u.json": theirs])
    try git("checkout", "-q", "main")
    try commit(["u.json": ours])
    #expect(throws: Failure.self) { try self.git("merge", "-q", "conflicting") }
  }
}
