extension LocalRepository {
  /// Finds the files that were renamed: those that are gone, and of which the content, or at least half of it, is at
  /// one new path. Equal files come first, and then the most similar ones.
  ///
  /// - Parameters:
  ///   - changes: All changes between two trees.
  ///   - followsReplaced: True if a file may also be renamed to, or from, the path of another one that is still there with
  ///     other content. Then its content must be the same.
  ///   - comparesContents: False if only files with the same content are found.
  /// - Returns: The former file by the new path.
  /// - Complexity: Reads the files that are gone and new, unless these are more than git would compare.
  public func renames(
    among changes: [TreeChange], followsReplaced: Bool = false, comparesContents: Bool = true
  ) throws(GitError) -> [TreePath: PathEntry] {
    let replaced = followsReplaced ? Self.exchanged(among: changes) : []
    var gone = changes.compactMap {
      $0.new == nil || replaced.contains($0.path) ? $0.file(\.old) : nil
    }
    var come = changes.compactMap {
      $0.old == nil || replaced.contains($0.path) ? $0.file(\.new) : nil
    }
    guard !gone.isEmpty, !come.isEmpty else { return [:] }
    var renames: [TreePath: PathEntry] = [:]
    // Of equal files, those with one name are a pair.
    for isNamed in [true, false] {
      func content(_ file: PathEntry) -> Content {
        Content(id: file.entry.id, name: isNamed ? file.path.name : [])
      }
      let copies = Dictionary(grouping: come, by: content)
      gone.removeAll { file in
        guard let same = copies[content(file)] else { return false }
        // Of several new files with its content, it cannot be told which one it is.
        guard same.count == 1 else { return !isNamed }
        guard renames[same[0].path] == nil else { return false }
        renames[same[0].path] = file
        return true
      }
      come.removeAll { renames[$0.path] != nil }
    }
    guard comparesContents else { return renames }
    come.removeAll { replaced.contains($0.path) }
    gone.removeAll { replaced.contains($0.path) }
    renames.merge(try similarFiles(gone, come)) { exact, _ in exact }
    return renames
  }

  /// The content of files, and their name if it matters.
  private struct Content: Hashable {
    var id: ObjectID
    var name: ArraySlice<UInt8>
  }

  /// The paths of changed files that have the former content of another changed file, or whose former content another one
  /// has.
  private static func exchanged(among changes: [TreeChange]) -> Set<TreePath> {
    let (olds, news) = (Set(changes.compactMap(\.old?.id)), Set(changes.compactMap(\.new?.id)))
    let found = changes.filter { change in
      guard let old = change.old, let new = change.new else { return false }
      return old.id != new.id && (olds.contains(new.id) || news.contains(old.id))
    }
    return Set(found.map(\.path))
  }

  /// Finds pairs of files of which at least half is the same, the most similar ones first.
  private func similarFiles(
    _ gone: [PathEntry], _ come: [PathEntry]
  ) throws(GitError) -> [TreePath: PathEntry] {
    guard gone.count * come.count <= Self.mostComparedPairs, !gone.isEmpty, !come.isEmpty else {
      return [:]
    }
    let newLines = try come.map { file throws(GitError) in LineCounts(try blob(file.entry.id)) }
    var pairs: [(similarity: Double, gone: Int, come: Int)] = []
    for (place, file) in gone.enumerated() {
      let lines = LineCounts(try blob(file.entry.id))
      for (newPlace, new) in newLines.enumerated() {
        let similarity = lines.similarity(to: new)
        if similarity >= Self.leastSimilarity { pairs.append((similarity, place, newPlace)) }
      }
    }
    pairs.sort { ($1.similarity, $0.gone, $0.come) < ($0.similarity, $1.gone, $1.come) }
    var renames: [TreePath: PathEntry] = [:]
    var taken: Set<Int> = []
    for pair in pairs where !taken.contains(pair.gone) {
      guard renames[come[pair.come].path] == nil else { continue }
      renames[come[pair.come].path] = gone[pair.gone]
      taken.insert(pair.gone)
    }
    return renames
  }

  /// Returns true if two texts are as similar as a file and its new version after a rename.
  /// - Complexity: O(bytes).
  public static func areAlike(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    LineCounts(one).similarity(to: LineCounts(other)) >= leastSimilarity
  }

  /// The part of a file that a renamed one keeps at least, as git has it.
  private static var leastSimilarity: Double { 0.5 }

  /// The number of pairs of files whose contents are compared at most, as with `diff.renameLimit` of git.
  private static var mostComparedPairs: Int { 160_000 }
}

extension TreeChange {
  /// One side of the change, if it is a regular file.
  fileprivate func file(_ side: KeyPath<TreeChange, TreeEntry?>) -> PathEntry? {
    guard let entry = self[keyPath: side], entry.mode.isRegularFile else { return nil }
    return PathEntry(path: path, entry: entry)
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
