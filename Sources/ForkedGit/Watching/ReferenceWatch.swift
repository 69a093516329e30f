/// A watch that waits until branches may have been updated, by any program.
public final class ReferenceWatch {
  private let repository: LocalRepository
  private let watch: DirectoryWatch

  /// Begins to watch.
  ///
  /// - Throws: Kind `io` if the kernel provides no watch.
  public init(_ repository: LocalRepository) throws(GitError) {
    self.repository = repository
    watch = try called("inotify_init1", path: repository.gitDirectory, DirectoryWatch())
    try add(repository.commonDirectory)
    try addDirectories(below: repository.commonDirectory + "refs/heads")
  }

  /// Waits until something may have changed.
  ///
  /// - Parameters:
  ///   - reader: The descriptor to which results are printed: the wait ends when its reader goes away.
  ///   - isInterrupted: Returns true after an interrupt, which ends the wait.
  /// - Returns: False if the reader has gone away; true otherwise, also after an interrupt.
  public func wait(
    whileReading reader: Int32, unless isInterrupted: () -> Bool
  ) throws(GitError) -> Bool {
    while true {
      let changes = try called(
        "ppoll", path: repository.gitDirectory,
        watch.changes(whileReading: reader, unless: isInterrupted))
      guard let changes else { return false }
      var matters = changes.isEmpty
      for change in changes where try note(change) { matters = true }
      if matters { return true }
    }
  }

  private func add(_ directory: String) throws(GitError) {
    _ = try found("inotify_add_watch", path: directory, watch.add(directory))
  }

  private func addDirectories(below directory: String) throws(GitError) {
    try add(directory)
    for (name, isDirectory) in Files.entries(in: directory) where isDirectory {
      try addDirectories(below: directory + "/" + name)
    }
  }

  /// Returns true if a branch may have been updated.
  private func note(_ change: DirectoryWatch.Change) throws(GitError) -> Bool {
    let branches = repository.commonDirectory + "refs/heads"
    guard let directory = change.directory else {
      try addDirectories(below: branches)
      return true
    }
    if directory == repository.commonDirectory { return change.name == "packed-refs" }
    if change.isNewDirectory { try addDirectories(below: directory + "/" + change.name) }
    return !change.name.hasSuffix(".lock")
  }
}
