#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The forks of a resource of bytes, as files: one folder for each fork, and one file for each
/// commit.
///
/// Each change atomically adds or removes one file, so a crash leaves the state before or after it.
/// Reads and changes are safe from any thread of one process.
public final class FileRepository: Repository, @unchecked Sendable {
  /// The stored value.
  public typealias Resource = Data

  private let root: URL
  private let lock = RecursiveLock()
  private var known: Set<Fork>

  /// Opens the repository in a folder, which is created if it does not exist.
  ///
  /// - Throws: ``ForkedError/damagedFile(path:reason:)`` if there is something else than folders of
  ///   forks in it; errors of the file system.
  public init(rootDirectory: URL) throws {
    root = rootDirectory
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    known = try Set(Self.names(in: root).map(Self.fork))
  }

  /// The forks that have a folder, ordered by name.
  public var forks: [Fork] { lock.withLock { known.sorted() } }

  /// Creates the folder of a fork with one commit.
  public func create(_ fork: Fork, withInitialCommit commit: Commit<Data>) throws {
    try lock.withLock {
      guard !isThere(fork) else { throw ForkedError.forkExists(fork) }
      let unfinished = root.appending(path: ".unfinished", directoryHint: .isDirectory)
      try removeIfThere(unfinished)
      try FileManager.default.createDirectory(at: unfinished, withIntermediateDirectories: false)
      try write(commit, in: unfinished)
      try FileManager.default.moveItem(at: unfinished, to: folder(of: fork))
      known.insert(fork)
    }
  }

  /// Removes the folder of a fork.
  public func delete(_ fork: Fork) throws {
    try lock.withLock {
      try FileManager.default.removeItem(at: requireFolder(of: fork))
      known.remove(fork)
    }
  }

  /// The versions of a fork's commit files.
  ///
  /// - Throws: ``ForkedError/damagedFile(path:reason:)`` if there is another file among them.
  public func versions(storedIn fork: Fork) throws -> Set<Version> {
    try lock.withLock { try Set(files(of: fork).map(\.version)) }
  }

  /// The content in a fork's file of a version.
  public func content(of fork: Fork, at version: Version) throws -> CommitContent<Data> {
    try lock.withLock {
      let file = try requireFile(of: version, in: fork)
      guard file.holdsResource else { return .none }
      return .resource(try Data(contentsOf: requireFolder(of: fork).appending(path: file.name)))
    }
  }

  /// Adds the file of a commit to a fork.
  public func store(_ commit: Commit<Data>, in fork: Fork) throws {
    try lock.withLock {
      guard try !files(of: fork).contains(where: { $0.version == commit.version }) else {
        throw ForkedError.versionExists(commit.version, fork)
      }
      try write(commit, in: requireFolder(of: fork))
    }
  }

  /// Removes the file of a commit from a fork.
  public func removeCommit(at version: Version, from fork: Fork) throws {
    try lock.withLock {
      let file = try requireFile(of: version, in: fork)
      try FileManager.default.removeItem(at: requireFolder(of: fork).appending(path: file.name))
    }
  }
}

extension FileRepository {
  static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.utf8.starts(with: ".".utf8) }
  }

  private func isThere(_ fork: Fork) -> Bool { known.contains(fork) }

  private func folder(of fork: Fork) -> URL {
    root.appending(path: FolderName(fork).text, directoryHint: .isDirectory)
  }

  private func requireFolder(of fork: Fork) throws -> URL {
    guard isThere(fork) else { throw ForkedError.noSuchFork(fork) }
    return folder(of: fork)
  }

  private static func fork(named name: String) throws -> Fork {
    guard let fork = FolderName(text: name).fork else {
      throw ForkedError.damagedFile(path: name, reason: "it is not the name of a fork's folder")
    }
    return fork
  }

  private func files(of fork: Fork) throws -> [CommitFile] {
    let folder = try requireFolder(of: fork)
    return try Self.names(in: folder).map { name in
      guard let file = CommitFile(name: name) else {
        throw ForkedError.damagedFile(
          path: folder.appending(path: name).path, reason: "it is not the name of a commit's file")
      }
      return file
    }
  }

  private func requireFile(of version: Version, in fork: Fork) throws -> CommitFile {
    guard let file = try files(of: fork).first(where: { $0.version == version }) else {
      throw ForkedError.noSuchVersion(version, fork)
    }
    return file
  }

  private func write(_ commit: Commit<Data>, in folder: URL) throws {
    let file = CommitFile(version: commit.version, holdsResource: commit.content != .none)
    try (commit.content.resource ?? Data())
      .write(to: folder.appending(path: file.name), options: .atomic)
  }

  private func removeIfThere(_ url: URL) throws {
    do {
      try FileManager.default.removeItem(at: url)
    } catch let error as CocoaError where error.code == .fileNoSuchFile {}
  }
}

/// The name of a commit's file. It holds everything but the resource: the version's count, the bits
/// of its timestamp, and the kind of the content.
struct CommitFile {
  var version: Version
  var holdsResource: Bool

  init(version: Version, holdsResource: Bool) {
    self.version = version
    self.holdsResource = holdsResource
  }

  /// Parses a file name; nil if it is not the name of a commit's file.
  init?(name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let count = UInt64(parts[0]), let bits = UInt64(parts[1], radix: 16)
    else { return nil }
    let timestamp = Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    version = Version(count: count, timestamp: timestamp)
    holdsResource = parts[2] == Self.resource
    guard holdsResource || parts[2] == Self.none, self.name == name else { return nil }
  }

  var name: String {
    let bits = version.timestamp.timeIntervalSinceReferenceDate.bitPattern
    let kind = holdsResource ? Self.resource : Self.none
    return "\(version.count).\(String(bits, radix: 16)).\(kind)"
  }

  private static let resource = "resource"
  private static let none = "none"
}

/// The name of a fork's folder: an underscore and the fork's name, in which all bytes but lowercase
/// letters, digits and dashes are written as `%` and two hexadecimal digits. File systems may treat
/// other bytes specially, or not distinguish them.
struct FolderName {
  var text: String

  init(text: String) { self.text = text }

  init(_ fork: Fork) {
    text = fork.name.utf8.reduce(into: "_") { text, byte in
      if Self.isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
  }

  /// The fork; nil if it is not the name of a fork's folder.
  var fork: Fork? {
    var bytes: [UInt8] = []
    var rest = text.utf8.dropFirst()
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    let fork = Fork(name: String(decoding: bytes, as: UTF8.self))
    return FolderName(fork).text == text ? fork : nil
  }

  /// True for lowercase letters, digits and dashes. Some file systems do not distinguish capital
  /// from small letters.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
