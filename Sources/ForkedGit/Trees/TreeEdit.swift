import CLibgit2

/// Changes to a tree: entries to set and paths to remove.
public struct TreeEdit: Hashable, Sendable {
  /// The new entry at each path; nil to remove it.
  public private(set) var changes: [TreePath: TreeEntry?] = [:]

  /// Creates an edit without changes.
  public init() {}

  /// Sets the entry at a path, in place of any entry there.
  ///
  /// A file replaces a directory and all its contents. A file in the way of a directory that the path needs is
  /// replaced.
  ///
  /// - Parameter entry: The entry; nil to remove it, as ``remove(_:)`` does.
  public mutating func set(_ path: TreePath, to entry: TreeEntry?) {
    changes[path] = .some(entry)
  }

  /// Removes the entry at a path, a directory with all its contents.
  public mutating func remove(_ path: TreePath) {
    changes[path] = .some(nil)
  }

  /// Drops the change at a path from the edit.
  public mutating func forget(_ path: TreePath) {
    changes[path] = nil
  }

  /// True if there are no changes.
  public var isEmpty: Bool { changes.isEmpty }
}

extension LocalRepository {
  /// Applies changes to a tree. New objects are stored when something is about to refer to them.
  ///
  /// Changes inside a directory that is itself set or removed apply to the directory's new contents.
  ///
  /// - Parameters:
  ///   - edit: The changes.
  ///   - tree: The tree to start from; nil stands for the empty tree.
  /// - Returns: The new tree's id. Directories that become empty are gone.
  /// - Throws: Kind `invalidPath` for a path that is set and could leave a work tree or enter `.git`; then nothing is
  ///   stored.
  /// - Complexity: The sizes of the directories on the way to the changes.
  public func apply(_ edit: TreeEdit, to tree: ObjectID?) throws(GitError) -> ObjectID {
    let root = EditNode()
    for (path, entry) in edit.changes {
      if entry != nil { try path.validateForTree() }
      root.insert(path.components[...], entry)
    }
    guard let changed = try apply(root, to: tree) else { return try emptyTree() }
    return changed
  }

  /// Creates the changed directory and returns its id; nil if it becomes empty.
  private func apply(_ node: EditNode, to tree: ObjectID?) throws(GitError) -> ObjectID? {
    var splice = TreeSplice(of: RawTree())
    if let tree { splice = TreeSplice(of: try rawTree(tree)) }
    for (name, child) in node.children {
      let position = splice.old.position(of: name)
      let old = position.map { splice.old[$0] }
      splice.replace(position, by: try apply(child, to: old, named: name))
    }
    guard let bytes = splice.bytes() else { return nil }
    return try write(bytes, as: GIT_OBJECT_TREE, after: tree)
  }

  /// The changed entry; nil if it is removed or becomes empty.
  private func apply(
    _ child: EditNode, to old: RawTree.Entry?, named name: ArraySlice<UInt8>
  ) throws(GitError) -> RawTree.Entry? {
    let start: RawTree.Entry? =
      switch child.own {
      case .some(.some(let entry)):
        old.flatMap { $0.value == entry ? $0 : nil }
          ?? RawTree.Entry(name: name, mode: entry.mode.rawValue, id: entry.id)
      case .some(.none): nil
      case .none: old
      }
    guard !child.children.isEmpty else { return start }
    let directory = start.flatMap { $0.isTree ? $0.id : nil }
    if directory == nil, !child.sets { return start }
    return try apply(child, to: directory).map {
      RawTree.Entry(name: name, mode: FileMode.tree.rawValue, id: $0)
    }
  }
}

/// The changes as a tree of names: one node for each part of a path.
private final class EditNode {
  var children: [ArraySlice<UInt8>: EditNode] = [:]
  /// The change of the path itself: none, removed, or set.
  var own: TreeEntry??
  /// True if a path in this directory is set, not only removed.
  var sets = false

  func insert(_ names: ArraySlice<ArraySlice<UInt8>>, _ entry: TreeEntry?) {
    guard let first = names.first else {
      own = .some(entry)
      return
    }
    sets = sets || entry != nil
    let child = children[first] ?? EditNode()
    children[first] = child
    child.insert(names.dropFirst(), entry)
  }
}

/// A directory with some entries replaced. The other entries are copied in runs, without reading them.
struct TreeSplice {
  /// The directory before the change, in git's order.
  let old: RawTree
  private var removed: [Int] = []
  private var added: [RawTree.Entry] = []

  init(of tree: RawTree) { old = tree.ordered }

  /// Replaces one entry.
  ///
  /// - Parameters:
  ///   - position: The position of the entry to remove; nil for none.
  ///   - entry: The entry to add, at most one of each name; nil for none.
  mutating func replace(_ position: Int?, by entry: RawTree.Entry?) {
    if let position { removed.append(position) }
    if let entry { added.append(entry) }
  }

  /// The bytes of the new tree object; nil if no entry is left.
  ///
  /// - Complexity: O(bytes + k log n) for k changes.
  func bytes() -> [UInt8]? {
    guard old.count + added.count > removed.count else { return nil }
    var (bytes, next, gone) = ([UInt8](), 0, removed.sorted()[...])
    bytes.reserveCapacity(old.bytes.count + added.count * 64)
    func keep(upTo end: Int) {
      while let first = gone.first, first < end {
        bytes += old.bytes(of: next..<first)
        next = first + 1
        gone = gone.dropFirst()
      }
      bytes += old.bytes(of: next..<end)
      next = end
    }
    for entry in added.sorted(by: RawTree.isOrdered) {
      keep(upTo: old.lowerBound(of: entry))
      bytes += entry.bytes
    }
    keep(upTo: old.count)
    return bytes
  }
}
