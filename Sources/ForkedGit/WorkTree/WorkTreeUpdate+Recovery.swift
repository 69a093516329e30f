import Glibc

/// Where a killed process stopped between moving HEAD's branch and publishing the index, the next
/// one goes on: a note in the git directory says from which tree to which.
struct WorkTreeJournal {
  let path: String

  func note(from old: ObjectID?, to new: ObjectID) throws(GitError) {
    unlink(path)
    try Files.write(Array("\(old?.hex ?? "-") \(new.hex)\n".utf8), to: path)
  }

  func read() throws(GitError) -> (old: ObjectID?, new: ObjectID)? {
    guard let bytes = try Files.read(path) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }
    guard words.count == 2, let new = ObjectID(hex: words[1]) else { return nil }
    return (ObjectID(hex: words[0]), new)
  }

  func erase() { unlink(path) }
}

extension WorkTreeUpdate {
  /// Goes on where a killed process stopped; edits that were made since stay as they are. The note stands until
  /// ``end()`` has published the index, since this process can be killed too.
  ///
  /// - Returns: Whether there was something to go on with.
  func finishInterrupted() throws(GitError) -> Bool {
    guard let (old, new) = try journal.read() else { return false }
    // Only if the branch did move: before that, nothing else was touched.
    guard let commit = try repository.head().commit, try repository.tree(ofCommit: commit) == new
    else {
      journal.erase()
      return false
    }
    resume()
    let changes = try repository.changes(from: old, to: new)
    let edited = Set(try editedPaths(in: changes))
    try apply(changes.filter { !edited.contains($0.path) })
    return true
  }
}
