extension LocalRepository {
  /// The contents of a blob.
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] { throw .toDo() }

  /// The number of bytes of a blob, without reading all of it where git's storage allows.
  public func blobSize(_ id: ObjectID) throws(GitError) -> Int { throw .toDo() }

  /// Stores a blob. Storing what is there already changes nothing.
  public func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID { throw .toDo() }

  /// The id that a blob of these bytes has; nothing is stored.
  public static func blobID(of bytes: [UInt8]) throws(GitError) -> ObjectID { throw .toDo() }

  /// A commit as a value.
  public func commit(_ id: ObjectID) throws(GitError) -> CommitObject { throw .toDo() }

  /// Stores a commit. No reference moves.
  public func writeCommit(_ draft: CommitDraft) throws(GitError) -> ObjectID { throw .toDo() }

  /// Whether an object is there.
  public func contains(_ id: ObjectID) throws(GitError) -> Bool { throw .toDo() }
}
