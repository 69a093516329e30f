/// The kind of a tree's entry.
public enum FileMode: UInt32, Hashable, Sendable, CaseIterable {
  /// A directory.
  case tree = 0o040000
  /// A regular file.
  case file = 0o100644
  /// A regular file that can be executed.
  case executable = 0o100755
  /// A symbolic link; its blob holds the target.
  case symlink = 0o120000
  /// A commit of another repository.
  case submodule = 0o160000

  /// True if the entry is a blob with contents of its own: a plain or an executable file.
  public var isRegularFile: Bool { self == .file || self == .executable }
}

/// An entry of a tree: a mode and the id of an object.
public struct TreeEntry: Hashable, Sendable {
  /// The kind.
  public let mode: FileMode
  /// The id of the blob, tree or (for a submodule) commit.
  public let id: ObjectID

  /// Creates an entry.
  public init(mode: FileMode, id: ObjectID) {
    self.mode = mode
    self.id = id
  }

  /// An entry for a regular file with that blob.
  public static func file(_ id: ObjectID) -> TreeEntry { TreeEntry(mode: .file, id: id) }
}

/// An entry with its path.
public struct PathEntry: Hashable, Sendable {
  /// The path from the root of the tree.
  public let path: TreePath
  /// The entry at the path.
  public let entry: TreeEntry

  /// Creates an entry at a path.
  public init(path: TreePath, entry: TreeEntry) {
    self.path = path
    self.entry = entry
  }
}
