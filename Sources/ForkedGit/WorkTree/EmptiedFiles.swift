import CLibgit2

// A power cut can take the contents of files that were not on the disk yet, and leave their names: git does not sync
// the files that it checks out. Such a file is no edit: the index still describes it, but for the size.

extension IndexEntry {
  /// True if a power cut emptied the file of this entry.
  func isEmptied(_ status: FileStatus) -> Bool {
    guard status.size == 0, status.type == .regular, id != Self.emptyFile else { return false }
    let now = IndexEntry(value, status: status)
    return status.modified.seconds > 0 && Self.isSettled(status.modified)
      && [Field.modifiedSeconds, .modifiedNanoseconds, .inode].allSatisfy {
        numbers[$0.rawValue] == now.numbers[$0.rawValue]
      }
  }

  /// True if a file was written at least two ticks of a slow clock ago. A program that empties a younger one, and is about
  /// to write it again, may have left its time as it was.
  private static func isSettled(_ time: (seconds: Int, nanoseconds: Int)) -> Bool {
    var latest = Machine.time()
    latest.nanoseconds -= 20_000_000
    if latest.nanoseconds < 0 {
      latest = (latest.seconds - 1, latest.nanoseconds + 1_000_000_000)
    }
    return (Int64(time.seconds), Int64(time.nanoseconds)) <= latest
  }

  private static let emptyFile = ObjectID(hex: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
}

extension LocalRepository {
  /// Verifies that the index can be read, and is as it was written; a bare repository has none.
  ///
  /// - Throws: Kind `invalid` if it is damaged, `unsupported` for a kind of index that is not handled.
  public func verifyIndex() throws(GitError) {
    if !isBare { try IndexFile(of: gitDirectory + "index").verifyChecksum() }
  }

  /// The files of the work tree that a power cut emptied, in order; none in a bare repository.
  ///
  /// - Throws: Kind `invalid` if the index is damaged, `unsupported` for a kind of index that is not handled.
  /// - Complexity: O(n) for n files.
  public func emptiedFiles() throws(GitError) -> [TreePath] {
    guard let workTreePath else { return [] }
    let files = WorkTreeFiles(root: workTreePath)
    return try IndexFile(of: gitDirectory + "index").emptiedPaths(in: files, latest: .max)
  }
}

extension IndexFile {
  /// The paths whose files a power cut emptied.
  ///
  /// - Parameter count: The largest number of files to look at.
  fileprivate func emptiedPaths(
    in files: WorkTreeFiles, latest count: Int, since seconds: Int = 0
  ) throws(GitError) -> [TreePath] {
    var paths: [TreePath] = []
    for (path, entry) in entries(writtenSince: seconds).prefix(count) {
      if let status = try files.status(of: path), entry.isEmptied(status) { paths.append(path) }
    }
    return paths
  }
}

extension WorkTreeUpdate {
  /// True if a power cut emptied the file at a path.
  func isEmptied(_ path: TreePath) throws(GitError) -> Bool {
    guard let entry = index.entry(at: path), case .file(let status) = try files.presence(of: path)
    else { return false }
    return entry.isEmptied(status)
  }

  /// Restores the files that a power cut emptied, as far as that is possible.
  ///
  /// - Parameter all: True to look at all files, else only at those written shortly before the index was: the system
  ///   writes a file to the disk within half a minute.
  public func restoreEmptiedFiles(all: Bool = false) {
    do throws(GitError) {
      let (count, start) = all ? (.max, 0) : (Self.mostRecentFiles, index.seconds - 60)
      for path in try index.emptiedPaths(in: files, latest: count, since: start) {
        guard let entry = index.entry(at: path)?.value,
          case .file(let status) = try files.presence(of: path)
        else { continue }
        let empty = TreeEntry(mode: entry.mode, id: try LocalRepository.blobID(of: []))
        let restored = try place(entry, at: path, inPlaceOf: .file(status), holding: empty)
        index.set(path, to: entry, status: restored)
        repository.reportsRestoredFile(path)
      }
    } catch {
      // The command must not fail for that: 'verify' names the files that are left.
    }
  }

  /// The number of files that each update looks at.
  private static let mostRecentFiles = 1000
}
