/// The note in a repository that tells others how to set up the merge driver.
///
/// `.gitattributes` is committed, but git's configuration is not, so each clone needs `fork install`.
public struct TeamNote {
  /// The path of the file.
  public let path: String

  /// Creates the note of a repository.
  ///
  /// - Throws: kind `usage` if the repository has no work tree.
  public init(in store: DocumentStore) throws(StoreError) {
    guard let directory = store.repository.workTreePath else {
      throw StoreError(
        .usage, "a bare repository has no file for the team's note",
        hint: "run 'fork install --team' in a clone with a work tree")
    }
    path = directory + ".fork/install"
  }

  /// The text of the note.
  public static let contents = Array(
    """
    Documents in this repository are merged by property
    ===================================================

    `.gitattributes` assigns the merge driver `fork` to them. git runs it only in
    clones where it is configured. After cloning, install `fork`, and run once:

        fork install

    `fork doctor` shows what is set up, and how to repair what is not.

    Without it git merges these files by lines, as all others. Nothing is lost, but
    there are more conflicts. `fork resolve` can merge them by property later.

    """.utf8)
}
