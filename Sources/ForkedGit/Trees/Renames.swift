extension LocalRepository {
  /// Finds the files that were renamed: those that are gone, and of which the content, or at least half of it, is at
  /// one new path.
  ///
  /// - Parameter changes: All changes between two trees.
  /// - Returns: The former file by the new path.
  /// - Complexity: Reads the files that are gone and new, unless these are more than git would compare.
  public func renames(among changes: [TreeChange]) throws(GitError) -> [TreePath: PathEntry] {
    var gone = changes.compactMap { $0.new == nil ? $0.file(\.old) : nil }
    let come = changes.compactMap { $0.old == nil ? $0.file(\.new) : nil }
    guard !gone.isEmpty, !come.isEmpty else { return [:] }
    var renames: [TreePath: PathEntry] = [:]
    let twins = Dictionary(grouping: come, by: \.entry.id)
    gone.removeAll { file in
      guard let twin = twins[file.entry.id], twin.count == 1, renames[twin[0].path] == nil else {
        return false
      }
      renames[twin[0].path] = file
      return true
    }
    guard !gone.isEmpty else { return renames }
    let others = changes.filter { renames[$0.path] == nil }
    var targets = RenameTargets(of: gone, among: others, in: self)
    for file in gone where targets.comparesContents {
      if let target = try targets.target(of: file) { renames[target.path] = file }
    }
    return renames
  }
}

extension TreeChange {
  /// One side of the change, if it is a regular file.
  fileprivate func file(_ side: KeyPath<TreeChange, TreeEntry?>) -> PathEntry? {
    guard let entry = self[keyPath: side], entry.mode.isRegularFile else { return nil }
    return PathEntry(path: path, entry: entry)
  }
}

/// The new files of a tree, to which files of another may have been renamed.
struct RenameTargets {
  private let repository: LocalRepository
  private var candidates: [PathEntry]
  /// False if there are too many files to compare their contents.
  let comparesContents: Bool
  private var contents: [ObjectID: LineCounts] = [:]

  /// The number of pairs of files whose contents are compared at most, as with `diff.renameLimit` of git.
  private static let mostPairs = 160_000

  init(
    of gone: [PathEntry], from base: ObjectID?, to tree: ObjectID, in repository: LocalRepository
  ) throws(GitError) {
    self.init(of: gone, among: try repository.changes(from: base, to: tree), in: repository)
  }

  init(of gone: [PathEntry], among changes: [TreeChange], in repository: LocalRepository) {
    self.repository = repository
    candidates = changes.compactMap { change in
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
