import ForkedGit
import ForkedGitTestSupport
import ForkedTestSupport
import Foundation
import Testing

/// A tree as the simplest thing that it could be: files by path, no path inside another.
struct FlatTree: Equatable {
  var files: [String: TreeEntry] = [:]

  /// Replaces what is in the way, as git's index does.
  mutating func set(_ path: String, _ entry: TreeEntry) {
    remove(path)
    files = files.filter { !path.hasPrefix($0.key + "/") }
    files[path] = entry
  }

  mutating func remove(_ path: String) {
    files = files.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
  }

  static func random(_ count: Int, _ blobs: [ObjectID], _ generator: inout SeededGenerator)
    -> FlatTree
  {
    var tree = FlatTree()
    for _ in 0..<count { tree.change(blobs, &generator) }
    return tree
  }

  /// Sets or removes something at a random path; names are few, so that they collide.
  mutating func change(_ blobs: [ObjectID], _ generator: inout SeededGenerator) {
    let path = Self.randomPath(&generator)
    if Bool.random(using: &generator) || files.isEmpty {
      set(path, Self.randomEntry(blobs, &generator))
    } else {
      remove(path)
    }
  }

  static func randomEntry(_ blobs: [ObjectID], _ generator: inout SeededGenerator) -> TreeEntry {
    let mode = [FileMode.file, .file, .executable, .symlink].randomElement(using: &generator)
    return TreeEntry(mode: mode ?? .file, id: blobs.randomElement(using: &generator) ?? blobs[0])
  }

  static func randomPath(_ generator: inout SeededGenerator) -> String {
    let names = ["a", "a.b", "a-b", "b", "ä", "a0"]
    return (0..<Int.random(in: 1...3, using: &generator))
      .map { _ in names.randomElement(using: &generator) ?? "a" }.joined(separator: "/")
  }

  /// The tree that git itself writes of these files.
  func written(in sandbox: GitSandbox) throws -> ObjectID {
    sandbox.set("GIT_INDEX_FILE", to: sandbox.root.appending(path: "scratch-index").path)
    defer { sandbox.set("GIT_INDEX_FILE", to: nil) }
    try sandbox.git("read-tree", "--empty")
    let lines = files.map { "\(String($1.mode.rawValue, radix: 8)) \($1.id)\t\($0)\n" }.joined()
    try sandbox.git(["update-index", "--index-info"], input: Data(lines.utf8))
    return try #require(ObjectID(hex: sandbox.git("write-tree")))
  }
}

extension LocalRepository {
  func flat(_ tree: ObjectID) throws -> FlatTree {
    var flat = FlatTree()
    try walk(tree) { item in
      if item.entry.mode != .tree { flat.files[item.path.description] = item.entry }
      return true
    }
    return flat
  }
}
