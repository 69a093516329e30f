/// The verified path of a document, which can be written to any work tree without leaving it.
///
/// It is UTF-8, relative, without `.`, `..` and control characters, and without any name that some file system takes
/// for `.git`.
public struct DocumentPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The same path for use in trees.
  public let treePath: TreePath

  /// Verifies a path.
  ///
  /// - Throws: ``InvalidPath`` with the reason.
  /// - Complexity: O(length of the path).
  public init(_ string: String) throws(InvalidPath) {
    try self.init(TreePath(string))
  }

  /// Verifies a path that was read from a tree or a work tree.
  ///
  /// - Throws: ``InvalidPath`` with the reason.
  public init(_ path: TreePath) throws(InvalidPath) {
    try path.validateAsDocument()
    treePath = path
  }

  /// The path as text.
  public var string: String { treePath.description }

  /// The path as text.
  public var description: String { string }

  /// True if the bytes of the left path are ordered before those of the right one.
  public static func < (left: DocumentPath, right: DocumentPath) -> Bool {
    left.treePath < right.treePath
  }
}

/// A path that no document may have.
public struct InvalidPath: Error, Hashable, Sendable {
  /// The reasons to refuse a path.
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
    /// A part is `.git`, or a name that NTFS or HFS+ take for it.
    case gitDirectory
    /// It holds a control character.
    case controlCharacter
    /// It holds a backslash, which is a separator on other systems.
    case backslash
    /// Its bytes are not UTF-8.
    case notUTF8
    /// The path or a part of it is longer than file systems allow (4,095 and 255 bytes).
    case tooLong
  }

  /// The path as given.
  public let path: TreePath
  /// The reason to refuse it.
  public let reason: Reason
}
