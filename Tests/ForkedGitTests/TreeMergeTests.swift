import ForkedGit
import ForkedGitTestSupport
import ForkedTestSupport
import Testing

@Suite struct TreeMergeTests {
  private let sandbox: GitSandbox
  private let repository: LocalRepository
  private let blobs: [ObjectID]

  init() throws {
    let sandbox = try GitSandbox(bare: true)
    let repository = try sandbox.open()
    self.sandbox = sandbox
    self.repository = repository
    blobs = try (0..<40).map { try repository.writeBlob([UInt8($0)]) }
  }

  /// Writes a tree, which is git's by `TreeTests`.
  private func write(_ tree: FlatTree) throws -> ObjectID {
    var edit = TreeEdit()
    for (path, entry) in tree.files { edit.set(TreePath(path), to: entry) }
    return try repository.apply(edit, to: nil)
  }

  private func merge(
    _ base: FlatTree, _ ours: FlatTree, _ theirs: FlatTree, opensAlike: Bool = false
  ) throws -> (merge: TreeMerge, merged: FlatTree) {
    let ids = try [base, ours, theirs].map(write)
    let merge = try repository.mergeTrees(
      base: ids[0], ours: ids[1], theirs: ids[2], opensAlike: opensAlike)
    return (merge, try repository.flat(try repository.apply(merge.edit, to: ids[1])))
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func everyPathComesOutAsItsThreeEntriesSay(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let base = FlatTree.random(14, Array(blobs[..<4]), &generator)
    var (ours, theirs) = (base, base)
    // The sides' blobs are their own, so that nothing looks like a rename.
    for _ in 0..<4 { ours.change(Array(blobs[4..<20]), &generator) }
    for _ in 0..<4 { theirs.change(Array(blobs[12..<28]), &generator) }
    let (merge, merged) = try merge(base, ours, theirs)
    let open = merge.diverged.map(\.path)
    let paths = Set([base, ours, theirs].flatMap(\.files.keys))
    for path in paths where !open.contains(where: { TreePath(path).isWithin($0) }) {
      let (b, o, t) = (base.files[path], ours.files[path], theirs.files[path])
      #expect(o == t || o == b || t == b, "seed \(seed): \(path) was decided, but diverged")
      #expect(merged.files[path] == (o == b ? t : o), "seed \(seed): \(path)")
    }
    for path in merge.diverged {
      #expect(path.ours != path.theirs && path.ours != path.base && path.theirs != path.base)
    }
  }

  @Test(arguments: 1...15 as ClosedRange<UInt64>)
  func oneSideUnchangedGivesTheOther(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let base = FlatTree.random(14, blobs, &generator)
    var other = base
    for _ in 0..<5 { other.change(blobs, &generator) }
    #expect(try merge(base, other, base).merged == other)
    #expect(try merge(base, base, other).merged == other)
    #expect(try merge(base, other, other).merged == other)
    #expect(try merge(base, other, other).merge.diverged.isEmpty)
  }

  private func tree(_ files: [String: Int]) -> FlatTree {
    FlatTree(files: files.mapValues { .file(blobs[$0]) })
  }

  @Test func aRenamedFileIsNamedWithTheOtherSidesEdit() throws {
    let base = tree(["a/x": 1, "a/y": 2, "z": 3])
    let renamed = tree(["b/c/x": 1, "b/c/y": 2, "z": 3])
    let edited = tree(["a/x": 10, "a/y": 2, "z": 3])
    let file = try #require(merge(base, renamed, edited).merge.renamed.first)
    #expect([file.base, file.ours, file.theirs].map(\.?.path) == ["a/x", "b/c/x", "a/x"])
    #expect(file.theirs?.entry == edited.files["a/x"])
    let swapped = try merge(base, edited, renamed).merge.renamed
    #expect(swapped.map(\.theirs?.path) == ["b/c/x"] && swapped.map(\.ours) == [file.theirs])
  }

  @Test func aFileThatBothRenamedOutOfADirectoryIsFound() throws {
    let base = tree(["d/x": 1, "d/y": 2])
    let found = try merge(base, tree(["d/y": 2, "p": 1]), tree(["d/y": 2, "q": 1])).merge.renamed
    #expect(found.map(\.base.path) == ["d/x"])
    #expect(found.map { [$0.ours?.path, $0.theirs?.path] } == [["p", "q"]])
  }

  @Test func filesThatTheSidesRenamedToOnePathAreUnlike() throws {
    let base = tree(["a": 1, "z": 3])
    let (ours, theirs) = (tree(["b": 1, "z": 3]), tree(["a": 1, "b": 3]))
    let unlike = try merge(base, ours, theirs).merge.unlike
    #expect(unlike.mapValues(\.ours) == ["b": "a"] && unlike.mapValues(\.theirs) == ["b": "z"])
    #expect(try merge(base, ours, tree(["a": 1, "b": 4, "z": 3])).merge.unlike["b"]?.theirs == nil)
  }

  @Test func aRenameThatIsNotUniqueCarriesNothing() throws {
    let base = tree(["a": 1, "z": 3])
    let copied = tree(["b": 1, "c": 1, "z": 3])
    let edited = tree(["a": 10, "z": 3])
    let (merge, merged) = try merge(base, copied, edited)
    #expect(merge.diverged.map(\.path) == ["a"] && merge.renamed.isEmpty)
    #expect(merged == copied)
  }

  /// Returns a file of lines, of which those from `changed` on are other ones.
  private func lines(_ name: String, changed: Int = 8) throws -> TreeEntry {
    let text = (0..<8).map { "\(name) \($0 < changed ? $0 : $0 + 100)\n" }.joined()
    return .file(try repository.writeBlob(Array(text.utf8)))
  }

  @Test func aFileThatBothDeletedTakesNoNewFileThatIsMoreLikeAnotherOne() throws {
    // `plan` and `board` have most lines in common, and ours only renamed `board`.
    let (board, plan) = (try lines("a"), try lines("a", changed: 5))
    let base = FlatTree(files: ["board": board, "plan": plan])
    let ours = FlatTree(files: ["new": board])
    let theirs = FlatTree(files: ["board": board, "plan2": try lines("a", changed: 4)])
    #expect(try merge(base, ours, theirs).merge.renamed.map(\.ours) == [nil])
    // The same if ours changed it, too.
    let edited = FlatTree(files: ["new": try lines("a", changed: 7)])
    #expect(try merge(base, edited, theirs).merge.renamed.map(\.ours) == [nil])
  }

  @Test func ofSimilarFilesTheMostSimilarPairsAreRenames() throws {
    let base = FlatTree(files: ["1": try lines("a", changed: 5), "2": try lines("a")])
    let ours = FlatTree(files: ["3": try lines("a", changed: 7), "4": try lines("a", changed: 2)])
    let trees = try [base, ours].map(write)
    let renames = try repository.renames(among: repository.changes(from: trees[0], to: trees[1]))
    #expect(renames.mapValues(\.path) == ["3": "2", "4": "1"])
  }

  @Test func subtreesThatAreAlikeAreOpenedOnlyOnRequest() throws {
    let (base, both) = (tree(["d/a": 1, "d/b": 2]), tree(["d/a": 5, "d/b": 2]))
    #expect(try merge(base, both, both).merge.alike.map(\.path) == ["d"])
    #expect(try merge(base, both, both, opensAlike: true).merge.alike.map(\.path) == ["d/a"])
  }

  @Test func aFileAgainstADirectoryIsLeftToTheCaller() throws {
    let (base, ours, theirs) = (tree(["a": 1]), tree(["a": 2]), tree(["a/b": 3]))
    let diverged = try merge(base, ours, theirs).merge.diverged
    #expect(diverged.map(\.path) == ["a"])
    #expect(diverged.first?.theirs?.mode == .tree && diverged.first?.ours?.id == blobs[2])
  }
}
