/// Objects that git receives, apart from the repository until git has found all of them sound. If they are refused, no
/// part of them reaches the repository.
final class Quarantine {
  /// The directory in which git stores the objects.
  var objects: String { directory.path }
  /// The directory for a repository that git clones.
  var clone: String { directory.path + "/clone" }
  private let repository: LocalRepository
  private let directory: StagedDirectory

  init(in repository: LocalRepository) throws(GitError) {
    self.repository = repository
    directory = try StagedDirectory(in: repository)
  }

  /// The variables with which git stores objects here, reads those of the repository too, and updates no ref.
  var variables: [String: String] {
    directory.variables.merging(["GIT_QUARANTINE_PATH": objects]) { $1 }
  }

  /// Adds objects to the repository, synced to the disk.
  ///
  /// - Parameter source: One of the directories of objects.
  func accept(_ source: String) throws(GitError) {
    try move(source, to: repository.commonDirectory + "objects", repository.durability())
    try repository.refreshObjects()
  }

  private func move(
    _ source: String, to target: String, _ durability: Durability
  ) throws(GitError) {
    try Files.makeParent(of: target + "/")
    // The index of a pack is last: without it, git sees no pack.
    let (last, first) = Files.entries(in: source).filter { !$0.name.hasPrefix("tmp_") }
      .partitioned { $0.name.hasSuffix(".idx") }
    for (name, isDirectory) in first + last {
      let (old, new) = (source + "/" + name, target + "/" + name)
      if isDirectory {
        try move(old, to: new, durability)
      } else {
        if name.hasSuffix(".pack") {
          try repository.receivedPacks.keep(String(new.dropLast(".pack".count)))
        }
        try Self.moveFile(old, to: new, durability(of: Self.part(name)))
      }
    }
    if !first.isEmpty { try durability(of: .pack).directory(of: target + "/") }
  }

  private static func part(_ name: String) -> Durability.Parts {
    if name.hasSuffix(".pack") { return .pack }
    return name.utf8.count == 38 ? .looseObject : .packMetadata
  }

  /// A file of another user is copied: git links it where it clones by path, and its owner could change it later. One
  /// that has two names is also one of the repository that was cloned, and on the disk.
  private static func moveFile(_ old: String, to new: String, _ sync: DiskSync) throws(GitError) {
    let descriptor = try called("open", path: old, open(old, .readOnly, .noFollow))
    defer { close(descriptor) }
    let status = try called("fstat", path: old, FileStatus(descriptor))
    if status.userID.rawValue != Machine.userID() {
      let bytes = try Files.rest(of: descriptor, path: old)
      return Files.exists(new) ? () : try Files.write(bytes, to: new, mode: 0o444, sync: sync)
    }
    if status.linkCount == 1 { try sync.file(descriptor, path: old) }
    if let failure = rename(old, new) { throw .system("rename", path: new, failure) }
  }
}

extension Array {
  /// The elements that match a predicate, and the others, each in their order.
  func partitioned(by isFirst: (Element) -> Bool) -> (first: [Element], second: [Element]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}

/// A directory in the git directory for what is no part of the repository yet. It is removed with the object; that of a
/// process that was killed, by the next command.
final class StagedDirectory {
  /// The path, without a slash at its end.
  let path: String
  /// The variables with which git stores objects here, and reads those of the repository too.
  let variables: [String: String]
  private let descriptor: Int32

  private static let prefix = "fork-remote-"

  init(in repository: LocalRepository) throws(GitError) {
    let name = "\(Self.prefix)\(Machine.uniqueName())"
    path = repository.commonDirectory + name
    let inherited = repository.settings.environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"]
    let own = String(
      decoding: TreePath(repository.commonDirectory + "objects").quotedForGit, as: UTF8.self)
    variables = [
      "GIT_OBJECT_DIRECTORY": path,
      "GIT_ALTERNATE_OBJECT_DIRECTORIES": ([own] + [inherited].compactMap { $0 }).joined(
        separator: ":"),
    ]
    try Files.makeParent(of: path + "/")
    descriptor = (try? open(path, .readOnly, .directory)) ?? -1
    flock(descriptor)
  }

  deinit {
    FreePath.remove(path)
    close(descriptor)
  }

  /// Removes those whose process is gone. One that another container's process uses, which is not seen here, is locked.
  static func removeAbandoned(in parent: String) {
    for name in Files.names(in: parent) where name.hasPrefix(prefix) {
      let process = Int32(name.dropFirst(prefix.count).prefix { $0 != "-" })
      guard let process, Machine.hasEnded(process) else { continue }
      if !LockFile.isHeld(parent + name) { FreePath.remove(parent + name) }
    }
  }
}

extension TreePath {
  /// The path in quotes, as git reads it from a list.
  fileprivate var quotedForGit: [UInt8] {
    let inner = bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\n"): Array(#"\n"#.utf8)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
      default: [byte]
      }
    }
    return [UInt8(ascii: "\"")] + inner + [UInt8(ascii: "\"")]
  }
}
