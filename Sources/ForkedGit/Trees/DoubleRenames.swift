public import Forked

extension TreeMerge {
  /// A file that each side renamed, to different paths.
  public struct DoubleRename: Hashable, Sendable {
    /// The path and the entry in the merge base.
    public let base: PathEntry
    /// The path and the entry in ours.
    public let ours: PathEntry
    /// The path and the entry in theirs.
    public let theirs: PathEntry

    /// The path and the entry of a side.
    public subscript(side: MergeSide) -> PathEntry { side == .ours ? ours : theirs }
  }
}

extension TreeMergeWalk {
  /// Finds the files that each side renamed, to different paths: otherwise the merge would hold two copies.
  ///
  /// Renames are searched for only among files that both sides deleted.
  mutating func findDoubleRenames(
    base: ObjectID?, ours: ObjectID, theirs: ObjectID
  ) throws(GitError) {
    let all = try goneFromBoth()
    let counts = Dictionary(all.map { ($0.entry.id, 1) }) { $0 + $1 }
    // Of files with the same content, it cannot be told which was renamed to where.
    let gone = all.filter { counts[$0.entry.id] == 1 }
    guard !gone.isEmpty else { return }
    var ourTargets = try RenameTargets(of: gone, from: base, to: ours, in: repository)
    var theirTargets = try RenameTargets(of: gone, from: base, to: theirs, in: repository)
    for file in gone {
      guard let our = try ourTargets.target(of: file),
        let their = try theirTargets.target(of: file),
        our.path != their.path, try repository.entry(at: their.path, in: ours) == nil,
        try repository.entry(at: our.path, in: theirs) == nil
      else { continue }
      try openTakenDirectory(above: their.path)
      result.doubleRenames.append(
        TreeMerge.DoubleRename(base: file, ours: our, theirs: their))
    }
  }

  private func goneFromBoth() throws(GitError) -> [PathEntry] {
    var gone: [PathEntry] = []
    for change in result.alike where change.new == nil {
      guard let old = change.old else { continue }
      if old.mode.isRegularFile { gone.append(PathEntry(path: change.path, entry: old)) }
      if old.mode == .tree { gone += try files(in: old.id, below: change.path) }
    }
    return gone
  }

  /// Replaces a directory that only theirs has by its files, so that one of them can be left out.
  private mutating func openTakenDirectory(above path: TreePath) throws(GitError) {
    for change in result.taken where change.path != path && path.isWithin(change.path) {
      guard let new = change.new, new.mode == .tree else { continue }
      result.edit.forget(change.path)
      for file in try files(in: new.id, below: change.path) {
        result.edit.set(file.path, to: file.entry)
      }
    }
  }

  private func files(in tree: ObjectID, below path: TreePath) throws(GitError) -> [PathEntry] {
    try repository.changes(from: nil, to: tree).compactMap { change in
      change.new.map { PathEntry(path: path.appending(change.path.bytes), entry: $0) }
    }
  }
}

/// The files of one side to which files of the base may have been renamed.
private struct RenameTargets {
  private let repository: LocalRepository
  private var candidates: [PathEntry]
  /// False if there are too many files to compare their contents.
  private let comparesContents: Bool
  private var contents: [ObjectID: LineCounts] = [:]

  /// The number of pairs of files whose contents are compared at most, as with `diff.renameLimit` of git.
  private static let mostPairs = 160_000

  init(
    of gone: [PathEntry], from base: ObjectID?, to tree: ObjectID, in repository: LocalRepository
  ) throws(GitError) {
    self.repository = repository
    candidates = try repository.changes(from: base, to: tree).compactMap { change in
      guard change.old == nil, let new = change.new, new.mode.isRegularFile else { return nil }
      return PathEntry(path: change.path, entry: new)
    }
    comparesContents = gone.count * candidates.count <= Self.mostPairs
  }

  /// Takes the target of a file: the only one with the same content, else the most similar one of which at least half
  /// is the same.
  mutating func target(of file: PathEntry) throws(GitError) -> PathEntry? {
    let same = candidates.indices.filter { candidates[$0].entry.id == file.entry.id }
    if same.count == 1 { return candidates.remove(at: same[0]) }
    guard same.isEmpty, comparesContents else { return nil }
    let lines = try counts(of: file)
    var best: (index: Int, similarity: Double)?
    for index in candidates.indices {
      let similarity = lines.similarity(to: try counts(of: candidates[index]))
      if similarity >= 0.5, similarity > best?.similarity ?? 0 { best = (index, similarity) }
    }
    return best.map { candidates.remove(at: $0.index) }
  }

  private mutating func counts(of file: PathEntry) throws(GitError) -> LineCounts {
    if let known = contents[file.entry.id] { return known }
    let counts = LineCounts(try repository.blob(file.entry.id))
    contents[file.entry.id] = counts
    return counts
  }
}

/// The lines of a text, or pieces of long ones, with the number of bytes of each.
///
/// Source: git's diffcore-delta.c, which compares files by lines and pieces of 64 bytes.
private struct LineCounts {
  private var bytes: [ArraySlice<UInt8>: Int] = [:]
  private let count: Int

  init(_ text: [UInt8]) {
    count = text.count
    // JSON on a single line: its members are the pieces.
    let separators = Set("\n,{}[]".utf8)
    for piece in text.split(omittingEmptySubsequences: true, whereSeparator: separators.contains) {
      bytes[piece, default: 0] += piece.count + 1
    }
  }

  func similarity(to other: LineCounts) -> Double {
    let size = max(count, other.count)
    if size == 0 { return 0 }
    let shared = bytes.reduce(0) { $0 + min($1.value, other.bytes[$1.key] ?? 0) }
    return Double(shared) / Double(size)
  }
}
