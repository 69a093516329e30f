import Glibc

extension LocalRepository {
  /// Adds to the log of a reference, and to HEAD's where HEAD names it.
  func log(
    _ name: ReferenceName, from old: ObjectID?, to new: ObjectID?, _ entry: ReflogEntry
  ) throws(GitError) {
    try appendLog(commonDirectory + "logs/" + name.rawValue, of: name.rawValue, old, new, entry)
    if try symbolicHead() == name.rawValue { try logHead(from: old, to: new, entry) }
  }

  /// - Parameter directory: the git directory of a work tree; nil: this one's.
  func logHead(
    in directory: String? = nil, from old: ObjectID?, to new: ObjectID?, _ entry: ReflogEntry
  ) throws(GitError) {
    try appendLog((directory ?? gitDirectory) + "logs/HEAD", of: "HEAD", old, new, entry)
  }

  /// Puts a whole log in place of the one that is there, if any.
  func replaceLog(of name: ReferenceName, with bytes: [UInt8]) throws(GitError) {
    let path = commonDirectory + "logs/" + name.rawValue
    try Files.makeParent(of: path)
    Files.removeEmptyDirectories(path)
    let file = try UnnamedFile(beside: path)
    defer { close(file.descriptor) }
    do throws(GitError) {
      try Files.write(bytes, to: file.descriptor, path: path)
    } catch {
      file.forgetName()
      throw error
    }
    try file.replace(path)
  }

  private func appendLog(
    _ path: String, of name: String, _ old: ObjectID?, _ new: ObjectID?, _ entry: ReflogEntry
  ) throws(GitError) {
    let isKept = try keepsLog(of: name)
    guard isKept || Files.exists(path) else { return }
    let zero = String(repeating: "0", count: 2 * ObjectID.byteCount)
    let message = String(entry.message.map { $0.isNewline ? " " : $0 })
    let line =
      "\(old?.hex ?? zero) \(new?.hex ?? zero) \(CommitFormat.line(of: entry.signature))\t\(message)\n"
    try Files.makeParent(of: path)
    Files.removeEmptyDirectories(path)
    try Files.append(Array(line.utf8), to: path)
  }

  /// Source: git-config(1), `core.logAllRefUpdates`.
  private func keepsLog(of name: String) throws(GitError) -> Bool {
    let value = try settings.string("core.logAllRefUpdates")
    if value?.lowercased() == "always" { return true }
    let isOn = value == nil ? !isBare : try settings.bool("core.logAllRefUpdates") == true
    let kinds = ["refs/heads/", "refs/remotes/", "refs/notes/"]
    return isOn && (name == "HEAD" || kinds.contains { name.hasPrefix($0) })
  }
}
