public import FoundationEssentials

extension AtomicRepository where Resource: Codable {
  /// A repository that is kept in a file: as the file has it, and empty where there is none yet.
  ///
  /// - Parameter managedFileURL: Where the file is; its directory is made by the first
  ///   ``persist()``.
  /// - Throws: ``ForkedError/damagedFile(path:reason:)`` where the file is not one that
  ///   ``persist()`` wrote, or another resource's; what the file system throws.
  public convenience init(managedFileURL: URL) throws {
    self.init(try Self.stored(at: managedFileURL) ?? [:], managedFileURL: managedFileURL)
  }

  fileprivate static func stored(at url: URL) throws -> [Fork: Commits]? {
    guard let data = try Data(ifPresentAt: url) else { return nil }
    do {
      return try JSONDecoder().decode(StoredForks<Resource>.self, from: data).commits()
    } catch let error as DecodingError {
      throw ForkedError.damagedFile(path: url.path, reason: error.reason)
    }
  }
}

extension AtomicRepository: Persistent where Resource: Codable {
  /// Writes the file, which a crash leaves as it was or as it shall be.
  ///
  /// - Throws: ``ForkedError/noManagedFile`` for a repository in memory only; `EncodingError` for a
  ///   resource that is not to be written as JSON; what the file system throws.
  public func persist() throws {
    guard let managedFileURL else { throw ForkedError.noManagedFile }
    let data = try JSONEncoder().encode(self)
    try FileManager.default.createDirectory(
      at: managedFileURL.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: managedFileURL, options: .atomic)
  }

  /// Takes the repository back to what its file holds; where there is none, nothing changes.
  ///
  /// - Throws: As ``init(managedFileURL:)``; ``ForkedError/noManagedFile`` for a repository in
  ///   memory only. Nothing changed then.
  public func load() throws {
    guard let managedFileURL else { throw ForkedError.noManagedFile }
    guard let stored = try Self.stored(at: managedFileURL) else { return }
    replaceAll(by: stored)
  }
}

extension Data {
  /// The bytes of a file; nil where there is none.
  init?(ifPresentAt url: URL) throws {
    do {
      self = try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
  }
}

extension DecodingError {
  /// What is wrong, and where, in one line.
  fileprivate var reason: String {
    switch self {
    case .dataCorrupted(let context), .keyNotFound(_, let context),
      .typeMismatch(_, let context), .valueNotFound(_, let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: "/")
      return path.isEmpty ? context.debugDescription : "\(context.debugDescription) (at \(path))"
    @unknown default: return "\(self)"
    }
  }
}
