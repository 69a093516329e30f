public import Forked

/// An update of a ref, read from its reflog.
public struct LoggedUpdate: Hashable, Sendable {
  /// The commit that the ref named before; nil if it did not exist.
  public let old: ObjectID?
  /// The commit that it named afterwards.
  public let new: ObjectID
  /// The seconds since 1970 of the update; nil if the entry is damaged.
  public let seconds: Int64?
  /// The reason, as git gives it, like `commit: text`.
  public let message: String
  /// The position in the reflog after the entry.
  public let end: ReflogPosition
}

/// A position in the reflog of a ref.
public struct ReflogPosition: Hashable, Sendable {
  /// The first line, which a log made anew has in common with the former one only by chance.
  fileprivate var start: [UInt8] = []
  fileprivate var offset = 0

  private static let mostOfStart = 512
}

extension ReflogPosition {
  /// Nil where there is no such file.
  fileprivate init?(atEndOf path: String) {
    guard let descriptor = try? open(path, .readOnly, .nonBlocking) else { return nil }
    defer { close(descriptor) }
    guard let status = try? FileStatus(descriptor) else { return nil }
    let bytes = (try? read(descriptor, atMost: Self.mostOfStart, at: 0)) ?? []
    start = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
    offset = Int(status.size)
  }
}

extension LocalRepository {
  /// The end of the reflog of a fork; nil if it has none.
  public func logEnd(of fork: Fork) -> ReflogPosition? {
    ReflogPosition(atEndOf: logPath(ReferenceName.branch(fork).rawValue))
  }

  /// The updates in the reflog of a fork, from a position on, the oldest first.
  ///
  /// - Parameter place: The position to begin at; nil, or a position in another log, for the start.
  public func loggedUpdates(
    of fork: Fork, from place: ReflogPosition?
  ) throws(GitError) -> [LoggedUpdate] {
    guard var start = logEnd(of: fork) else { return [] }
    if start == place { return [] }
    let isSame = place?.start == start.start
    start.offset = place.map { isSame ? min($0.offset, start.offset) : 0 } ?? 0
    return try loggedUpdates(of: ReferenceName.branch(fork).rawValue, from: start)
  }

  /// The updates in the reflog of a ref, the oldest first; none if it has no reflog. Damaged and incomplete lines are
  /// left out.
  func loggedUpdates(
    of name: String, from place: ReflogPosition = ReflogPosition()
  ) throws(GitError) -> [LoggedUpdate] {
    var (updates, end) = ([LoggedUpdate](), place)
    var rest = (try Files.read(logPath(name), from: place.offset) ?? [])[...]
    while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
      end.offset += newline + 1 - rest.startIndex
      let words = rest.prefix(4 * ObjectID.byteCount + 1).split(separator: UInt8(ascii: " "))
      let parts = rest[..<newline].split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      let time = parts.first?.split(separator: UInt8(ascii: " ")).dropLast().last
      let message = String(decoding: parts.dropFirst().first ?? [], as: UTF8.self)
      rest = rest[(newline + 1)...]
      guard words.count == 2, let old = ObjectID(hexDigits: words[0]),
        let new = ObjectID(hexDigits: words[1])
      else { continue }
      updates.append(
        LoggedUpdate(
          old: old == .zero ? nil : old, new: new,
          seconds: time.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }, message: message,
          end: end))
    }
    return updates
  }

  private func logPath(_ name: String) -> String {
    (name == "HEAD" ? gitDirectory : commonDirectory) + "logs/" + name
  }

  /// Adds an entry to the reflog of a ref, and to HEAD's if HEAD names the ref.
  func log(
    _ name: ReferenceName, from old: ObjectID?, to new: ObjectID?, _ entry: ReflogEntry
  ) throws(GitError) {
    try appendLog(commonDirectory + "logs/" + name.rawValue, of: name.rawValue, old, new, entry)
    if try symbolicHead() == name.rawValue { try logHead(from: old, to: new, entry) }
  }

  /// Adds an entry to the reflog of HEAD.
  ///
  /// - Parameter directory: The git directory of a work tree; nil for this one's.
  func logHead(
    in directory: String? = nil, from old: ObjectID?, to new: ObjectID?, _ entry: ReflogEntry
  ) throws(GitError) {
    try appendLog((directory ?? gitDirectory) + "logs/HEAD", of: "HEAD", old, new, entry)
  }

  /// Replaces the whole reflog of a ref, if any.
  func replaceLog(of name: ReferenceName, with bytes: [UInt8]) throws(GitError) {
    let path = commonDirectory + "logs/" + name.rawValue
    try Files.makeParent(of: path)
    Files.removeEmptyDirectories(path)
    try UnnamedFile.replace(path, by: bytes)
  }

  private func appendLog(
    _ path: String, of name: String, _ old: ObjectID?, _ new: ObjectID?, _ entry: ReflogEntry
  ) throws(GitError) {
    let isKept = try keepsLog(of: name)
    guard isKept || Files.exists(path) else { return }
    let message = String(entry.message.map { $0.isNewline ? " " : $0 })
    let line =
      "\(old ?? .zero) \(new ?? .zero) \(CommitFormat.line(of: entry.signature))\t\(message)\n"
    try Files.makeParent(of: path)
    Files.removeEmptyDirectories(path)
    try Files.append(Array(line.utf8), to: path)
  }

  /// True if git would keep a reflog for a ref of that name. Source: git-config(1), `core.logAllRefUpdates`.
  private func keepsLog(of name: String) throws(GitError) -> Bool {
    let value = try settings.string("core.logAllRefUpdates")
    if value?.lowercased() == "always" { return true }
    let isOn = value == nil ? !isBare : try settings.bool("core.logAllRefUpdates") == true
    let kinds = ["refs/heads/", "refs/remotes/", "refs/notes/"]
    return isOn && (name == "HEAD" || kinds.contains { name.hasPrefix($0) })
  }
}
