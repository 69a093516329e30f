#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FileRepository {
  /// Opens the repository in a new folder, with the forks of a folder that the original package Forked wrote.
  ///
  /// The original keeps one folder for each fork, with one file for each commit. The folder is only read. If an error is
  /// thrown, there is no new folder.
  ///
  /// - Parameters:
  ///   - rootDirectory: The new folder.
  ///   - folder: The folder of the original.
  ///   - read: Returns the commit in a file; nil for a file without one. See ``commit(ofOriginalFile:)``.
  /// - Throws: Errors of `read` and of the file system.
  public convenience init(
    rootDirectory: URL, importing folder: URL,
    reading read: (URL) throws -> Commit<Data>? = FileRepository.commit(ofOriginalFile:)
  ) throws {
    let stored = try Self.commits(in: folder, reading: read)
    guard let main = stored.first(where: { $0.fork == .main })?.commits.last else {
      throw ForkedError.damagedFile(path: folder.path, reason: "it has no main fork with a commit")
    }
    try self.init(newDirectory: rootDirectory) { repository in
      for (fork, commits) in stored {
        try repository.create(fork, withInitialCommit: commits.first ?? main)
        for commit in commits.dropFirst() { try repository.store(commit, in: fork) }
        if commits.isEmpty { try repository.removeCommit(at: main.version, from: fork) }
      }
    }
  }

  /// Creates the repository beside its place, and moves it there when it is complete.
  private convenience init(newDirectory url: URL, fill: (FileRepository) throws -> Void) throws {
    let files = FileManager.default
    guard !files.fileExists(atPath: url.path) else {
      throw CocoaError(.fileWriteFileExists)
    }
    let parent = url.deletingLastPathComponent()
    try files.createDirectory(at: parent, withIntermediateDirectories: true)
    let unfinished = parent.appending(path: ".\(url.lastPathComponent).unfinished")
    try? files.removeItem(at: unfinished)
    do {
      try fill(FileRepository(rootDirectory: unfinished))
      try files.moveItem(at: unfinished, to: url)
    } catch {
      try? files.removeItem(at: unfinished)
      throw error
    }
    try self.init(rootDirectory: url)
  }

  private static func commits(
    in folder: URL, reading read: (URL) throws -> Commit<Data>?
  ) throws -> [(fork: Fork, commits: [Commit<Data>])] {
    try names(in: folder).sorted().map { name in
      let url = folder.appending(path: name, directoryHint: .isDirectory)
      let commits = try names(in: url).compactMap { try read(url.appending(path: $0)) }
      return (Fork(name: name), commits.sorted { $0.version < $1.version })
    }
  }

  /// Returns the commit in a file of the original package, by all that its published documents leave open.
  ///
  /// The file holds a commit as JSON, or it is named by the count of its version and holds the value. If the timestamp
  /// is not in the JSON, it is the time of the file's last change.
  ///
  /// - Throws: ``ForkedError/damagedFile(path:reason:)`` for any other file; errors of the file system.
  public static func commit(ofOriginalFile file: URL) throws -> Commit<Data>? {
    let data = try Data(contentsOf: file)
    if let original = try? JSONDecoder().decode(OriginalCommit<Data>.self, from: data) {
      return original.commit
    }
    guard let count = UInt64(file.deletingPathExtension().lastPathComponent) else {
      throw ForkedError.damagedFile(
        path: file.path, reason: "it is not named by the count of a version, and holds no commit")
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    let time = attributes[.modificationDate] as? Date ?? .distantPast
    return Commit(content: .resource(data), version: Version(count: count, timestamp: time))
  }
}
