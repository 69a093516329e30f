/// A file that is complete, and has no name in the work tree yet.
///
/// A name must not be on the disk before the contents are: after a power cut, the file would be empty. So the contents
/// are synced first (``DiskSync``), those of many files together.
struct NewFile {
  let path: TreePath
  fileprivate let file: UnnamedFile
  fileprivate let parent: OpenDirectory

  var descriptor: Int32 { file.descriptor }

  fileprivate func status() throws(GitError) -> FileStatus {
    try called("fstat", path: path.description, FileStatus(descriptor))
  }
}

extension WorkTreeFiles {
  /// Writes a file that has no name in the work tree yet.
  ///
  /// - Parameter temporary: The name to give it where the file system has no files without names.
  func newFile(
    _ bytes: [UInt8], mode: UInt32, at path: TreePath, elseAt temporary: String
  ) throws(GitError) -> NewFile {
    let parent = try parent(of: path)
    let file = try UnnamedFile(
      for: path.description, in: parent.descriptor, mode: mode, elseAt: temporary)
    try file.write(bytes)
    return NewFile(path: path, file: file, parent: parent)
  }

  /// Puts a new file in place of the one at its path, if any. Other processes see the old file or the new one, whole.
  ///
  /// - Parameters:
  ///   - temporary: A path outside of the work tree that does not exist. The new file has it for a moment, and then the
  ///     replaced one.
  ///   - expected: As in ``place(_:at:inPlaceOf:)``.
  /// - Returns: The status of the new file.
  func place(
    _ new: NewFile, through temporary: String, inPlaceOf expected: ExpectedFile
  ) throws(GitError) -> FileStatus {
    let name = Self.cString(new.path.name)
    if case .none = expected {
      let failure = new.file.link(as: name, in: new.parent.descriptor)
      if failure == nil { return try new.status() }
      if failure == .fileExists { throw .edited([new.path]) }
    }
    // Something is to be replaced, or the file system has no links.
    if let failure = new.file.link(as: temporary) {
      throw .system("linkat", path: temporary, failure)
    }
    guard try Self.place(temporary, new.parent.descriptor, name, inPlaceOf: expected) else {
      throw .edited([new.path])
    }
    return try new.status()
  }

  /// Replaces the file at a path, if any, with a finished file or link.
  ///
  /// - Throws: Kind `editedDocuments` if another file than the expected one is at the path. It stays there.
  func place(
    _ temporary: String, at path: TreePath, inPlaceOf expected: ExpectedFile
  ) throws(GitError) {
    try withParent(of: path, creating: true) { (parent, name) throws(GitError) in
      guard try Self.place(temporary, parent, name, inPlaceOf: expected) else {
        throw .edited([path])
      }
    }
  }

  /// Exchanges the new file with the one at the path, and then removes the old one.
  ///
  /// An exchange, because file systems write a new file to the disk at once, each by itself, if it replaces another by
  /// renaming.
  ///
  /// - Returns: True if the replaced file was the expected one. If false, the old file is at the path again.
  private static func place(
    _ temporary: String, _ parent: Int32, _ name: [CChar], inPlaceOf expected: ExpectedFile
  ) throws(GitError) -> Bool {
    switch try exchange(temporary, parent, name, inPlaceOf: expected) {
    case .unexpected:
      unlink(temporary)
      return false
    case .exchanged:
      guard let failure = unlink(temporary) else { return true }
      // The path held a directory, which goes back there, or the disk fails.
      if ForkedGit.exchange(temporary, name, in: parent) == nil { unlink(temporary) }
      throw .system("unlink", path: temporary, failure)
    case .impossible:
      guard let failure = rename(temporary, name, in: parent) else { return true }
      unlink(temporary)
      throw .system("renameat", path: temporary, failure)
    }
  }

  private enum Exchange {
    case exchanged
    /// Another file than the expected one is at the path, as before.
    case unexpected
    /// Nothing is at the path, or the file system cannot exchange names.
    case impossible
  }

  private static func exchange(
    _ file: String, _ parent: Int32, _ name: [CChar], inPlaceOf expected: ExpectedFile
  ) throws(GitError) -> Exchange {
    guard ForkedGit.exchange(file, name, in: parent) == nil else { return .impossible }
    guard let displaced = try? FileStatus(link: file), !expected.isMet(by: displaced) else {
      return .exchanged
    }
    if let failure = ForkedGit.exchange(file, name, in: parent) {
      throw .system("renameat2", path: file, failure)
    }
    return .unexpected
  }

  /// Exchanges a file with the one at a path.
  ///
  /// - Returns: False, and nothing is done, if another file than the expected one is at the path.
  func exchange(
    _ file: String, at path: TreePath, inPlaceOf expected: ExpectedFile
  ) throws(GitError) -> Bool {
    var isExchanged = false
    try withParent(of: path, creating: false) { (parent, name) throws(GitError) in
      let outcome = try Self.exchange(file, parent, name, inPlaceOf: expected)
      isExchanged = outcome == .exchanged
    }
    return isExchanged
  }

  /// Moves a file into the work tree, to a new path that begins with the given one.
  ///
  /// - Returns: The new path.
  func keep(_ file: String, beside path: TreePath) throws(GitError) -> TreePath {
    var number = 1
    while true {
      let place = TreePath(bytes: path.bytes + Array(".saved-\(number)".utf8))
      var failure: SystemFailure?
      try withParent(of: place, creating: true) { (parent, name) throws(GitError) in
        failure = renameNew(file, name, in: parent)
      }
      guard let failure else { return place }
      guard failure == .fileExists else { throw .system("renameat2", path: file, failure) }
      number += 1
    }
  }
}

/// The file that a new one is to replace.
enum ExpectedFile {
  case any
  case none
  case file(FileStatus)

  /// The change time is not compared: removing a file's name changes it too.
  fileprivate func isMet(by status: FileStatus) -> Bool {
    switch self {
    case .any: true
    case .none: false
    case .file(let known):
      status.inode == known.inode && status.size == known.size
        && status.modified == known.modified
    }
  }
}
