/// The note in a repository that tells others how to set up the merge driver.
///
/// `.gitattributes` is committed, but git's configuration is not, so each clone needs `fork install`.
public struct TeamNote {
  /// The directory of the file, which also holds the schemas.
  public let directory: String
  /// The path of the file.
  public var path: String { directory + "install" }

  /// Creates the note of a repository.
  ///
  /// - Throws: kind `usage` if the repository has no work tree.
  public init(in store: DocumentStore) throws(StoreError) {
    guard let workTree = store.repository.workTreePath else {
      throw StoreError(
        .usage, "a bare repository has no file for the team's note",
        hint: "run '\(programName) install --team' in a clone with a work tree")
    }
    directory = workTree + ".fork/"
  }

  /// Returns true if git tracks the note.
  public func isTracked(in store: DocumentStore) throws -> Bool {
    try store.repository.indexEntry(at: ".fork/install") != nil
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
