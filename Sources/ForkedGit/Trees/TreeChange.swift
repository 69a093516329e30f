/// A difference between two trees at a path. The path is never a directory.
public struct TreeChange: Hashable, Sendable {
  /// The path.
  public let path: TreePath
  /// The entry before the change; nil if there was none.
  public let old: TreeEntry?
  /// The entry after the change; nil if there is none.
  public let new: TreeEntry?

  /// Creates a change at a path.
  public init(path: TreePath, old: TreeEntry?, new: TreeEntry?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

extension LocalRepository {
  /// Visits each path that differs between two trees. Equal subtrees are never opened.
  ///
  /// - Parameters:
  ///   - old: A tree; nil stands for the empty tree.
  ///   - new: A tree; nil stands for the empty tree.
  ///   - body: Called in git's order; return false to end the walk.
  /// - Throws: ``GitError``, or any error that the body throws.
  /// - Complexity: The sizes of the directories that differ.
  public func forEachChange(
    from old: ObjectID?, to new: ObjectID?, _ body: (TreeChange) throws -> Bool
  ) throws {
    _ = try compare(old, new, at: .root, depth: 0, body)
  }

  /// The paths that differ between two trees, in git's order.
  ///
  /// - Complexity: The sizes of the directories that differ.
  public func changes(from old: ObjectID?, to new: ObjectID?) throws(GitError) -> [TreeChange] {
    var changes: [TreeChange] = []
    do {
      try forEachChange(from: old, to: new) { change in
        changes.append(change)
        return true
      }
    } catch let error as GitError {
      throw error
    } catch {
      throw GitError(.other, "\(error)")
    }
    return changes
  }

  private func compare(
    _ old: ObjectID?, _ new: ObjectID?, at directory: TreePath, depth: Int,
    _ body: (TreeChange) throws -> Bool
  ) throws -> Bool {
    if old == new { return true }
    try Self.limit(depth, at: directory)
    let left = try old.map { try rawTree($0) } ?? RawTree()
    let right = try new.map { try rawTree($0) } ?? RawTree()
    var (first, second) = (0, 0)
    while first < left.count || second < right.count {
      if first < left.count, second < right.count, left.isSame(first, as: right, second) {
        first += 1
        second += 1
        continue
      }
      let order = Self.order(left, first, right, second)
      let isUnchanged = order == 0 && left[first].isSame(as: right[second])
      if !isUnchanged {
        let (old, new) = (order <= 0 ? left[first] : nil, order >= 0 ? right[second] : nil)
        if try !compare(old, new, in: directory, depth: depth, body) { return false }
      }
      if order <= 0 { first += 1 }
      if order >= 0 { second += 1 }
    }
    return true
  }

  /// The order of two entries: below zero if the left one is first, above zero if the right one is, zero if they have
  /// the same name and kind. A list that has ended comes last.
  private static func order(
    _ left: RawTree, _ first: Int, _ right: RawTree, _ second: Int
  ) -> Int {
    if first == left.count { return 1 }
    if second == right.count { return -1 }
    return RawTree.compare(left[first], right[second])
  }

  private func compare(
    _ old: RawTree.Entry?, _ new: RawTree.Entry?, in directory: TreePath, depth: Int,
    _ body: (TreeChange) throws -> Bool
  ) throws -> Bool {
    guard let name = old?.name ?? new?.name, old?.value != new?.value else { return true }
    try checkInterruption()
    let path = directory.appending(name)
    if old?.isTree ?? true, new?.isTree ?? true {
      return try compare(old?.id, new?.id, at: path, depth: depth + 1, body)
    }
    // A file and a directory of the same name have different positions in the order, so neither is a directory here.
    return try body(TreeChange(path: path, old: old?.value, new: new?.value))
  }
}
