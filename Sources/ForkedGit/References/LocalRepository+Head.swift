public import Forked

/// What HEAD says.
public enum Head: Hashable, Sendable {
  /// A branch with commits.
  case branch(Fork, tip: ObjectID)
  /// A branch that has no commit yet.
  case unborn(Fork)
  /// A commit, and no branch.
  case detached(ObjectID)

  /// The branch, unless HEAD is detached.
  public var fork: Fork? {
    switch self {
    case .branch(let fork, _), .unborn(let fork): fork
    case .detached: nil
    }
  }

  /// The commit, unless there is none yet.
  public var commit: ObjectID? {
    switch self {
    case .branch(_, let tip), .detached(let tip): tip
    case .unborn: nil
    }
  }
}

extension LocalRepository {
  /// What HEAD says now.
  ///
  /// - Throws: kind `invalid` where HEAD is damaged, `unsupported` where it names no branch.
  public func head() throws(GitError) -> Head {
    guard let name = try symbolicHead() else {
      guard let id = try ObjectID(hex: headText()) else {
        throw GitError(.invalid, "HEAD is damaged", context: gitDirectory + "HEAD")
      }
      return .detached(id)
    }
    guard let fork = ReferenceName(unchecked: name).fork else {
      throw GitError(.unsupported, "HEAD names no branch", context: name)
    }
    return try tip(of: fork).map { .branch(fork, tip: $0) } ?? .unborn(fork)
  }

  /// Makes a branch the current one. Neither index nor work tree change.
  ///
  /// - Parameters:
  ///   - fork: The branch; it may have no commit yet.
  ///   - tip: Where the branch must stand; nil: anywhere. It cannot be moved before HEAD names it.
  ///   - reflog: What HEAD's log will say; nil: nothing.
  ///   - timeout: How long a lock that somebody else holds is waited for.
  /// - Throws: kind `locked` where HEAD's lock was not to be had in time, `raceLost` where the branch stands elsewhere.
  public func setHead(
    to fork: Fork, at tip: ObjectID? = nil, reflog: ReflogEntry?, timeout: Duration = .seconds(5)
  ) throws(GitError) {
    let reference = ReferenceName.branch(fork)
    let branchLock = try tip.map { _ throws(GitError) in
      try self.lock(commonDirectory + reference.rawValue, timeout: timeout)
    }
    defer { branchLock?.release() }
    if let tip { try expect(reference, at: tip) }
    let lock = try LockFile(
      of: gitDirectory + "HEAD", timeout: timeout, keepsWaiting: keepsWaiting)
    let old = try head().commit
    if let reflog, let new = try self.tip(of: fork) { try logHead(from: old, to: new, reflog) }
    try lock.commit(Self.headText(naming: reference))
  }

  /// Refuses where a work tree shows a branch, which must be moved with its files then.
  ///
  /// Under the branch's lock nothing else makes HEAD name it: see ``setHead(to:at:reflog:timeout:)``.
  ///
  /// - Throws: kind `raceLost`: look again, and try again.
  public func requireShownNowhere(_ fork: Fork) throws(GitError) {
    let current = isBare ? nil : try head().fork
    let shown = try checkedOutForks()
    guard current == fork || shown[fork] != nil else { return }
    throw GitError(.raceLost, "the fork became the current one meanwhile", context: fork.name)
  }

  private static func headText(naming name: ReferenceName) -> [UInt8] {
    Array("ref: \(name)\n".utf8)
  }

  /// Lets each HEAD that names a branch name another one that stands at the same commit.
  func moveHeads(
    from old: ReferenceName, to new: ReferenceName, at tip: ObjectID, _ reflog: ReflogEntry
  ) throws(GitError) {
    let directories = try Set([gitDirectory, commonDirectory] + workTrees().map(\.gitDirectory))
    for directory in directories.sorted() {
      guard try Self.symbolicTarget(ofHeadIn: directory) == old.rawValue else { continue }
      let lock = try LockFile(
        of: directory + "HEAD", timeout: .seconds(5), keepsWaiting: keepsWaiting)
      try logHead(in: directory, from: tip, to: tip, reflog)
      try lock.commit(Self.headText(naming: new))
    }
  }

  /// The forks that are current in some work tree of this repository, with the work tree's path.
  ///
  /// Of a bare repository only linked work trees count.
  public func checkedOutForks() throws(GitError) -> [Fork: String] {
    var forks: [Fork: String] = [:]
    for (gitDirectory, path) in try workTrees() {
      guard let name = try Self.symbolicTarget(ofHeadIn: gitDirectory),
        let fork = ReferenceName(unchecked: name).fork
      else { continue }
      forks[fork] = path
    }
    return forks
  }

  private func workTrees() throws(GitError) -> [(gitDirectory: String, path: String)] {
    var found: [(String, String)] = []
    if gitDirectory == commonDirectory {
      if let workTreePath { found.append((gitDirectory, workTreePath)) }
    } else if commonDirectory.hasSuffix("/.git/") {
      found.append((commonDirectory, String(commonDirectory.dropLast(5))))
    }
    for name in Files.names(in: commonDirectory + "worktrees") {
      let directory = commonDirectory + "worktrees/\(name)/"
      guard let link = try Files.read(directory + "gitdir") else { continue }
      let path = String(decoding: link, as: UTF8.self).prefix { !$0.isNewline }
      found.append((directory, String(path.hasSuffix("/.git") ? path.dropLast(4) : path)))
    }
    return found
  }

  /// The name of the reference that HEAD names, or nil where HEAD is detached.
  func symbolicHead() throws(GitError) -> String? {
    try Self.symbolicTarget(ofHeadIn: gitDirectory)
  }

  private func headText() throws(GitError) -> Substring {
    let bytes = try Files.read(gitDirectory + "HEAD") ?? []
    return String(decoding: bytes, as: UTF8.self).prefix { !$0.isWhitespace }
  }

  private static func symbolicTarget(ofHeadIn directory: String) throws(GitError) -> String? {
    let text = String(decoding: try Files.read(directory + "HEAD") ?? [], as: UTF8.self)
    guard text.hasPrefix("ref:") else { return nil }
    return String(text.dropFirst(4).drop { $0 == " " }.prefix { !$0.isNewline })
  }
}
