import CLibgit2

/// The replacement of a file of the work tree, as the name of the file tells it through which it is made.
///
/// That file first holds the new contents. It exchanges its name with the replaced file, which another program may have
/// saved a moment before, and then it is removed. If the process is killed, the name tells the next one how to end
/// the replacement: `.fork-checkout-<old>-<new>-<path>`. `<old>` and `<new>` are the ids of the contents, `none` for no
/// file; in `<path>`, `%2F` and `%25` stand for `/` and `%`. A path that is too long is left out.
struct Replacement: Equatable {
  let path: TreePath?
  let old: ObjectID?
  let new: ObjectID

  private static let prefix = ".fork-checkout-"
  private static let none = "none"
  /// The largest number of bytes in the name of a file.
  private static let longestName = 255

  /// The directory of these files, with a slash at its end. A file can be renamed only within one file system.
  static func directory(ofWorkTree workTree: String, gitDirectory: String) -> String {
    Files.areOnOneFileSystem(workTree, gitDirectory) ? gitDirectory : workTree
  }

  init(of path: TreePath, from old: ObjectID?, to new: ObjectID) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// The name of the file.
  var fileName: String {
    let start = Self.prefix + "\(old?.hex ?? Self.none)-\(new.hex)-"
    let escaped = path.flatMap(Self.escaped) ?? ""
    return start.utf8.count + escaped.utf8.count > Self.longestName ? start : start + escaped
  }

  /// The replacement that the name of a file tells; nil if it is no such name.
  init?(fileName: String) {
    guard fileName.hasPrefix(Self.prefix) else { return nil }
    let fields = fileName.dropFirst(Self.prefix.count).split(
      separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, let new = ObjectID(hex: fields[1]) else { return nil }
    old = ObjectID(hex: fields[0])
    guard old != nil || fields[0].utf8.elementsEqual(Self.none.utf8) else { return nil }
    self.new = new
    path = fields[2].isEmpty ? nil : Self.path(escaped: fields[2])
  }

  private static func escaped(_ path: TreePath) -> String? {
    let bytes = path.bytes.flatMap { byte in
      switch byte {
      case UInt8(ascii: "/"): Array("%2F".utf8)
      case UInt8(ascii: "%"): Array("%25".utf8)
      default: [byte]
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func path(escaped text: Substring) -> TreePath {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
      } else {
        bytes.append(rest.starts(with: "2F".utf8) ? UInt8(ascii: "/") : byte)
        rest = rest.dropFirst(2)
      }
    }
    return TreePath(bytes: bytes)
  }
}

/// A file that another program saved while a killed process replaced it.
public struct SavedFile: Hashable, Sendable {
  /// The path in the work tree; nil if it is not known.
  public var path: TreePath?
  /// The path at which the saved contents are now.
  public var place: TreePath
}

extension LocalRepository {
  /// The files of replacements that killed processes began, by work tree.
  func abandonedReplacements() throws(GitError) -> [(workTree: String, files: [String])] {
    try workTrees().compactMap { gitDirectory, workTree in
      let directory = Replacement.directory(ofWorkTree: workTree, gitDirectory: gitDirectory)
      let names = Files.names(in: directory).filter { Replacement(fileName: $0) != nil }
      let lock = gitDirectory + "index.lock"
      guard !names.isEmpty, !Files.exists(lock) || LockFile.isAbandoned(lock) else { return nil }
      return (workTree, names.map { directory + $0 })
    }
  }
}

extension WorkTreeUpdate {
  /// Ends the replacements of killed processes. What another program saved meanwhile is restored, or kept beside the
  /// file.
  ///
  /// - Throws: Kind `io` or `permission` if that is not possible. Then nothing is lost, and the next call tries again.
  func endReplacements() throws(GitError) {
    for name in Files.names(in: replacementDirectory) {
      guard let replacement = Replacement(fileName: name) else { continue }
      try end(replacement, by: replacementDirectory + name)
    }
  }

  private func end(_ replacement: Replacement, by file: String) throws(GitError) {
    let held = try contentID(ofFile: file, at: replacement.path)
    if let held, held == replacement.old || held == replacement.new {
      return try Files.remove(file)
    }
    guard let path = replacement.path else { return try keep(file, of: nil) }
    let expected = try files.presence(of: path).expected
    let present = try content(at: path, old: nil, new: nil)?.id
    // With the old contents in place, the file was not exchanged, and may be incomplete.
    if present == replacement.old { return try Files.remove(file) }
    guard present == replacement.new,
      try files.exchange(file, at: path, inPlaceOf: expected)
    else { return try keep(file, of: path) }
    repository.reportsSavedFile(SavedFile(path: path, place: path))
    try Files.remove(file)
  }

  private func keep(_ file: String, of path: TreePath?) throws(GitError) {
    let place = try files.keep(file, beside: path ?? "fork-checkout")
    repository.reportsSavedFile(SavedFile(path: path, place: place))
  }

  /// The id of a file's contents, as git would store them at a path; nil for a directory.
  private func contentID(ofFile file: String, at path: TreePath?) throws(GitError) -> ObjectID? {
    let type = try called("lstat", path: file, FileStatus(link: file)).type
    guard type == .symbolicLink || type == .regular else { return nil }
    return try contentID(
      ofFile: TreePath(file).cString, at: path, isLink: type == .symbolicLink)
  }
}
