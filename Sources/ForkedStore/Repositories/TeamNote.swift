import ForkedGit

/// The note in a repository that tells others how to set up the merge driver.
///
/// `.gitattributes` is committed, but git's configuration is not, so each clone needs `fork install`.
public struct TeamNote {
  /// The path of the file.
  public let path: String
  /// The contents of the file when it was read; nil if there was none.
  public let present: [UInt8]?
  private let repository: LocalRepository

  /// Reads the note of a repository.
  ///
  /// - Throws: kind `usage` if the repository has no work tree; ``GitError`` of kind `unsupported` if a symbolic link is
  ///   in the way.
  public init(in store: DocumentStore) throws {
    guard let workTree = store.repository.workTreePath else {
      throw StoreError(
        .usage, "a bare repository has no file for the team's note",
        hint: "run '\(programName) install --team' in a clone with a work tree")
    }
    repository = store.repository
    path = workTree + Self.name.description
    present = try WorkTreeFiles(root: workTree).read(Self.name)
  }

  private static let name: TreePath = ".fork/install"

  /// Returns true if git tracks the note.
  public func isTracked() throws -> Bool { try repository.indexEntry(at: Self.name) != nil }

  /// Writes the note where there was none.
  public func create() throws {
    try repository.replaceWorkTreeFile(at: Self.name, present, with: Self.contents)
  }

  /// Removes the note, and its directory if that becomes empty.
  public func remove() throws {
    try repository.replaceWorkTreeFile(at: Self.name, present, with: nil)
  }

  /// The text of the note.
  public static var contents: [UInt8] {
    Array(
      """
      Documents in this repository are merged by property
      ===================================================

      `.gitattributes` assigns the merge driver `fork` to them. git runs it only in
      clones where it is configured. After cloning, install `\(programName)`, and run once:

          \(programName) install

      `\(programName) doctor` shows what is set up, and how to repair what is not.

      Without it git merges these files by lines, as all others. Nothing is lost, but
      there are more conflicts. `\(programName) resolve` can merge them by property later.

      """.utf8)
  }
}
