import ForkedGit
import ForkedGitTestSupport
import ForkedTestSupport
import Foundation
import Testing

@Suite struct TreeTests {
  @Test(arguments: 1...25 as ClosedRange<UInt64>)
  func anEditGivesTheTreeThatGitWrites(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let sandbox = try GitSandbox(bare: true)
    let repository = try sandbox.open()
    let blobs = try (0..<3).map { try repository.writeBlob([UInt8($0)]) }
    let start = FlatTree.random(12, blobs, &generator)
    var expected = start
    var edit = TreeEdit()
    var touched: [String] = []
    for _ in 0..<6 {
      let path = FlatTree.randomPath(&generator)
      // Changes of one edit have no order, so none is made inside another.
      if touched.contains(where: {
        ($0 + "/").hasPrefix(path + "/") || (path + "/").hasPrefix($0 + "/")
      }) {
        continue
      }
      touched.append(path)
      if Bool.random(using: &generator) {
        let entry = FlatTree.randomEntry(blobs, &generator)
        edit.set(TreePath(path), to: entry)
        expected.set(path, entry)
      } else {
        edit.remove(TreePath(path))
        expected.remove(path)
      }
    }
    let tree = try start.written(in: sandbox)
    let result = try repository.apply(edit, to: tree)
    #expect(try result == expected.written(in: sandbox), "seed \(seed): \(touched)")
    #expect(try repository.flat(result) == expected, "seed \(seed)")
    #expect(try sandbox.git("fsck", "--strict", "--no-dangling") == "")
  }

  @Test(arguments: 1...25 as ClosedRange<UInt64>)
  func changesAreThoseOfDiffTree(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let sandbox = try GitSandbox(bare: true)
    let repository = try sandbox.open()
    let blobs = try (0..<3).map { try repository.writeBlob([UInt8($0)]) }
    let first = FlatTree.random(12, blobs, &generator)
    var second = first
    for _ in 0..<5 { second.change(blobs, &generator) }
    let trees = try [first, second].map { try $0.written(in: sandbox) }
    let lines = try repository.changes(from: trees[0], to: trees[1]).map(Self.line)
    let peer = try sandbox.git(
      "-c", "core.quotePath=false", "diff-tree", "-r", "--no-renames", trees[0].hex, trees[1].hex)
    #expect(lines == peer.split(separator: "\n").map(Self.withoutStatus), "seed \(seed)")
  }

  private static func line(_ change: TreeChange) -> String {
    func mode(_ entry: TreeEntry?) -> String {
      let digits = String(entry?.mode.rawValue ?? 0, radix: 8)
      return String(repeating: "0", count: 6 - digits.count) + digits
    }
    let zero = String(repeating: "0", count: 40)
    return ":\(mode(change.old)) \(mode(change.new)) \(change.old?.id.hex ?? zero) "
      + "\(change.new?.id.hex ?? zero) \(change.path)"
  }

  private static func withoutStatus(_ line: Substring) -> String {
    let parts = line.split(separator: "\t")
    return String(parts[0].dropLast(1) + parts[1])
  }

  @Test func walkingAndListingAgreeWithLsTree() throws {
    let sandbox = try GitSandbox()
    let commit = try sandbox.commit([
      "a.json": "1", "a/b/c.json": "2", "a/d.json": "3", "ä.json": "4",
    ])
    let repository = try sandbox.open()
    let tree = try repository.tree(ofCommit: commit)
    var names: [String] = []
    try repository.walk(tree) {
      names.append($0.path.description); return true
    }
    #expect(
      names.joined(separator: "\n")
        == (try sandbox.git(
          "-c", "core.quotePath=false", "ls-tree", "-r", "-t", "--name-only", "HEAD")))
    #expect(try repository.entries(in: tree, directory: "a").map(\.path) == ["a/b", "a/d.json"])
    #expect(try repository.entries(in: tree, directory: "a.json").isEmpty)
    #expect(try repository.entry(at: "a/b/c.json", in: tree)?.id == sandbox.id("HEAD:a/b/c.json"))
    #expect(try repository.entry(at: "a/b/none", in: tree) == nil)
    #expect(try repository.entry(at: "a.json/x", in: tree) == nil)
    #expect(try repository.entry(at: .root, in: tree)?.id == tree)
  }

  @Test func modesOfOldRepositoriesSurviveAnEditBesideThem() throws {
    let sandbox = try GitSandbox(bare: true)
    let repository = try sandbox.open()
    let blob = try repository.writeBlob([1])
    var raw = Data("100664 old\0".utf8)
    raw.append(contentsOf: (0..<20).map { blob[$0] })
    let tree = try #require(
      ObjectID(
        hex: try sandbox.git(
          ["hash-object", "--literally", "-t", "tree", "-w", "--stdin"], input: raw)))
    var edit = TreeEdit()
    edit.set("new", to: .file(blob))
    let result = try repository.apply(edit, to: tree)
    #expect(try sandbox.git("ls-tree", result.hex).contains("100644 blob \(blob)\tnew"))
    edit = TreeEdit()
    edit.remove("new")
    #expect(try repository.apply(edit, to: result) == tree)
  }

  @Test(arguments: [
    "../x", "/x", "a/../b", ".git/config", ".GIT/hooks/x", "a/.git/x", "git~1/x",
    ".git /x", ".git.../x", ".g\u{200C}it/x", "a//b", "a/", "", ".", "a/.git::$INDEX_ALLOCATION/x",
    "a\\.git\\x",
  ])
  func hostilePathsAreRefused(path: String) throws {
    let sandbox = try GitSandbox(bare: true)
    let repository = try sandbox.open()
    var edit = TreeEdit()
    edit.set(TreePath(path), to: .file(try repository.writeBlob([1])))
    let error = #expect(throws: GitError.self) { try repository.apply(edit, to: nil) }
    if case .invalidPath = error?.kind { return }
    Issue.record("\(String(describing: error))")
  }

  @Test func documentPathsNameTheReasonOfARefusal() throws {
    func reason(_ path: TreePath) -> InvalidPath.Reason? {
      do throws(InvalidPath) { _ = try DocumentPath(path) } catch { return error.reason }
      return nil
    }
    #expect(reason("a\u{1}b") == .controlCharacter)
    #expect(reason("a\u{9B}b") == .controlCharacter)
    #expect(reason(TreePath(bytes: [0xFF])) == .notUTF8)
    #expect(reason("a\\b") == .backslash)
    #expect(reason("../x") == .dots)
    #expect(reason(TreePath(String(repeating: "x", count: 256))) == .tooLong)
    for fine in [
      "a.json", ".github/x", ".gitattributes", "git~2", "..a", "ä/é.json", ".fork/schema.json",
    ] {
      #expect(reason(TreePath(fine)) == nil)
    }
  }

  @Test func damagedTreesAreErrors() throws {
    let sandbox = try GitSandbox(bare: true)
    let repository = try sandbox.open()
    for bytes in ["100644", "100644 ", "100644 a", "100644 a\0short", "999 a\0", "\0", " "] {
      let hex = try sandbox.git(
        ["hash-object", "--literally", "-t", "tree", "-w", "--stdin"], input: Data(bytes.utf8))
      let id = try #require(ObjectID(hex: hex))
      #expect(throws: GitError.self, "\(bytes)") { try repository.entries(in: id) }
    }
  }

  @Test func anEditPutsDamagedTreesInOrder() throws {
    let sandbox = try GitSandbox(bare: true)
    let repository = try sandbox.open()
    let blobs = try (0..<2).map { try repository.writeBlob([UInt8($0)]) }
    var bytes = Data()
    for name in ["c", "b", "a"] {
      bytes += Data("100644 \(name)\0".utf8)
      bytes += Data((0..<ObjectID.byteCount).map { blobs[0][$0] })
    }
    let hex = try sandbox.git(
      ["hash-object", "--literally", "-t", "tree", "-w", "--stdin"], input: bytes)
    let id = try #require(ObjectID(hex: hex))
    var edit = TreeEdit()
    edit.set("c", to: TreeEntry(mode: .file, id: blobs[1]))
    edit.remove("b")
    let edited = try repository.apply(edit, to: id)
    let entries = try repository.entries(in: edited)
    #expect(entries.map(\.path) == ["a", "c"])
    #expect(entries.map(\.entry.id) == blobs)
  }
}
