public import Forked

/// The state of HEAD.
public enum Head: Hashable, Sendable {
  /// A branch with commits.
  case branch(Fork, tip: ObjectID)
  /// A branch that has no commit yet.
  case unborn(Fork)
  /// A commit without a branch.
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
  /// The present state of HEAD.
  ///
  /// - Throws: Kind `invalid` if HEAD is damaged, `unsupported` if it names a ref that is not a branch.
  public func head() throws(GitError) -> Head {
    if let fork = try headFork() {
      return try tip(of: fork).map { .branch(fork, tip: $0) } ?? .unborn(fork)
    }
    let text = try headText()
    guard let id = ObjectID(hex: text.prefix { !$0.isWhitespace }) else {
      throw GitError(.invalid, "HEAD is damaged", context: gitDirectory + "HEAD")
    }
    return .detached(id)
  }

  /// The branch that HEAD names, which may have no commit; nil if HEAD is detached. The branch itself is not read.
  ///
  /// - Throws: Kind `unsupported` if HEAD names a ref that is not a branch.
  public func headFork() throws(GitError) -> Fork? {
    guard let name = try symbolicHead() else { return nil }
    guard let fork = ReferenceName(unchecked: name).fork else {
      throw GitError(.unsupported, "HEAD does not name a branch", context: name)
    }
    return fork
  }

  /// Sets HEAD of a new repository to a branch, which may have no commit yet. The index and the work tree do not
  /// change.
  ///
  /// - Throws: Kind `locked` after the timeout.
  public func setInitialHead(
    to fork: Fork, timeout: Duration = .seconds(5)
  ) throws(GitError) {
    let lock = try LockFile(
      of: gitDirectory + "HEAD", timeout: timeout, keepsWaiting: keepsWaiting)
    try lock.commit(Array("\(HeadUpdate.text(naming: .branch(fork)))\n".utf8))
  }

  /// Verifies that no work tree shows a branch: otherwise its files would have to be updated with it.
  ///
  /// Call this under the branch's lock: then no other process of this program can set a HEAD to it.
  ///
  /// - Throws: Kind `raceLost`: read it again and retry.
  public func requireShownNowhere(_ fork: Fork) throws(GitError) {
    let current = isBare ? nil : try headFork()
    let shown = try checkedOutForks()
    guard current == fork || shown[fork] != nil else { return }
    throw GitError(.raceLost, "the fork became the current one meanwhile", context: fork.name)
  }

  /// The git directories of work trees whose HEAD names a branch.
  func gitDirectories(naming name: ReferenceName) throws(GitError) -> [String] {
    let directories = try Set([gitDirectory, commonDirectory] + workTrees().map(\.gitDirectory))
    var found: [String] = []
    for directory in directories.sorted() {
      let target = try Self.symbolicTarget(ofHeadIn: directory)
      if target == name.rawValue { found.append(directory) }
    }
    return found
  }

  /// The forks that are current in some work tree of this repository, with the work tree's path.
  ///
  /// For a bare repository, only linked work trees count.
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

  /// The git directory and the directory of each work tree, with a slash at their ends. Those that were removed do not
  /// count.
  func workTrees() throws(GitError) -> [(gitDirectory: String, path: String)] {
    var found: [(String, String)] = []
    if gitDirectory == commonDirectory {
      if let workTreePath { found.append((gitDirectory, workTreePath)) }
    } else if commonDirectory.hasSuffix("/.git/") {
      found.append((commonDirectory, String(commonDirectory.dropLast(5))))
    }
    for tree in try linkedWorkTrees() where !tree.isPrunable {
      found.append((tree.gitDirectory, tree.path))
    }
    return found
  }

  /// The linked work trees whose directories are gone: `git worktree prune` forgets them. One that is locked may be on
  /// a disk that is away.
  ///
  /// Source: git-worktree(1), `prune` and `lock`.
  public func prunableWorkTrees() throws(GitError) -> [(gitDirectory: String, path: String)] {
    try linkedWorkTrees().filter(\.isPrunable).map { ($0.gitDirectory, $0.path) }
  }

  private func linkedWorkTrees() throws(GitError) -> [LinkedWorkTree] {
    var found: [LinkedWorkTree] = []
    for name in Files.names(in: commonDirectory + "worktrees").sorted() {
      let directory = commonDirectory + "worktrees/\(name)/"
      if let tree = try LinkedWorkTree(gitDirectory: directory) { found.append(tree) }
    }
    return found
  }

  /// The name of the ref that HEAD names; nil if HEAD is detached.
  func symbolicHead() throws(GitError) -> String? {
    try Self.symbolicTarget(ofHeadIn: gitDirectory)
  }

  /// The text of the file, without the line end.
  func headText() throws(GitError) -> String { try Self.headText(in: gitDirectory) }

  static func headText(in gitDirectory: String) throws(GitError) -> String {
    let bytes = try Files.read(gitDirectory + "HEAD") ?? []
    return String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
  }

  private static func symbolicTarget(ofHeadIn directory: String) throws(GitError) -> String? {
    let text = try headText(in: directory)
    guard text.hasPrefix("ref:") else { return nil }
    return String(text.dropFirst(4).drop { $0 == " " })
  }
}

/// A linked work tree, as the git directory tells it.
private struct LinkedWorkTree {
  /// Its git directory, with a slash at its end.
  let gitDirectory: String
  /// The file in the work tree that names the git directory.
  private let link: String

  /// Reads the place of a work tree; nil if the directory names none.
  init?(gitDirectory: String) throws(GitError) {
    guard let bytes = try Files.read(gitDirectory + "gitdir") else { return nil }
    let text = String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
    guard !text.isEmpty else { return nil }
    self.gitDirectory = gitDirectory
    link = text.hasPrefix("/") ? text : gitDirectory + text
  }

  /// The work tree's directory, with a slash at its end.
  var path: String { String(link.hasSuffix("/.git") ? link.dropLast(4) : link[...]) }

  var isPrunable: Bool { !Files.exists(link) && !Files.exists(gitDirectory + "locked") }
}
