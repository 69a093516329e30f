/// The path of a document, checked: it can be written to any work tree without leaving it.
///
/// UTF-8, relative, no `.` or `..`, nothing that some file system takes for `.git`, no control
/// characters.
public struct DocumentPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The same path for use in trees.
  public let treePath: TreePath

  /// Checks a path.
  ///
  /// - Throws: ``InvalidPath``, which says why.
  /// - Complexity: O(length of the path).
  public init(_ string: String) throws(InvalidPath) {
    try self.init(TreePath(string))
  }

  /// Checks a path that was read from a tree or a work tree.
  ///
  /// - Throws: ``InvalidPath``, which says why.
  public init(_ path: TreePath) throws(InvalidPath) {
    try path.validateAsDocument()
    treePath = path
  }

  /// The path as text.
  public var string: String { treePath.description }

  /// The path as text.
  public var description: String { string }

  /// True if the bytes of one path stand before those of the other.
  public static func < (left: DocumentPath, right: DocumentPath) -> Bool {
    left.treePath < right.treePath
  }
}

/// A path that no document may have.
public struct InvalidPath: Error, Hashable, Sendable {
  /// What is wrong with a path.
  public enum Reason: Hashable, Sendable {
    /// It has no characters.
    case empty
    /// It begins with a slash.
    case absolute
    /// It ends with a slash.
    case trailingSlash
    /// It holds two slashes side by side.
    case emptyComponent
    /// A part is `.` or `..`.
    case dots
    /// A part is `.git`, or what NTFS or HFS+ take for it.
    case gitDirectory
    /// It holds a control character.
    case controlCharacter
    /// It holds a backslash, which is a separator elsewhere.
    case backslash
    /// Its bytes are not UTF-8.
    case notUTF8
    /// It or a part of it is longer than file systems take (4,095 and 255 bytes).
    case tooLong
  }

  /// The path as given.
  public let path: TreePath
  /// The fault.
  public let reason: Reason
}
