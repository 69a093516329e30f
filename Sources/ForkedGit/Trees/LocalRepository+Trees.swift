import CLibgit2

extension LocalRepository {
  /// The tree of a commit.
  public func tree(ofCommit id: ObjectID) throws(GitError) -> ObjectID {
    try commit(id).tree
  }

  /// The id of the empty tree, which is stored if it is missing.
  public func emptyTree() throws(GitError) -> ObjectID {
    try write([], as: GIT_OBJECT_TREE)
  }

  /// The entry at a path; nil if there is none. The root is a tree.
  ///
  /// - Complexity: One tree is read for each part of the path.
  public func entry(at path: TreePath, in tree: ObjectID) throws(GitError) -> TreeEntry? {
    var found = TreeEntry(mode: .tree, id: tree)
    for name in path.components {
      guard found.mode == .tree else { return nil }
      guard let entry = try rawTree(found.id).entry(named: name) else { return nil }
      found = entry.value
    }
    return found
  }

  /// The entries of one directory, with paths from the root, in git's order; none if there is no such directory.
  public func entries(
    in tree: ObjectID, directory: TreePath = .root
  ) throws(GitError) -> [PathEntry] {
    guard let found = try entry(at: directory, in: tree), found.mode == .tree else { return [] }
    return try rawTree(found.id).map {
      PathEntry(path: directory.appending($0.name), entry: $0.value)
    }
  }

  /// Visits every entry, each directory before its contents, in git's order.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - directory: The directory to begin in; nothing is visited if it does not exist.
  ///   - body: Called with each entry and its path from the root; return false to end the walk.
  /// - Throws: ``GitError``, or any error that the body throws; kind `invalid` if directories are nested more than
  ///   2,048 deep.
  public func walk(
    _ tree: ObjectID, under directory: TreePath = .root,
    _ body: (PathEntry) throws -> Bool
  ) throws {
    guard let found = try entry(at: directory, in: tree), found.mode == .tree else { return }
    _ = try walk(found.id, at: directory, depth: 0, body)
  }

  private func walk(
    _ tree: ObjectID, at directory: TreePath, depth: Int, _ body: (PathEntry) throws -> Bool
  ) throws -> Bool {
    try Self.limit(depth, at: directory)
    for entry in try rawTree(tree) {
      try checkInterruption()
      let path = directory.appending(entry.name)
      if try !body(PathEntry(path: path, entry: entry.value)) { return false }
      if entry.isTree, try !walk(entry.id, at: path, depth: depth + 1, body) { return false }
    }
    return true
  }

  /// A hostile tree must not exhaust the stack; git's own limit is 2,048 too.
  static func limit(_ depth: Int, at directory: TreePath) throws(GitError) {
    guard depth > 2048 else { return }
    throw GitError(.invalid, "directories are nested too deep", context: directory.description)
  }
}
