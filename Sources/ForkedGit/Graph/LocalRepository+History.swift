import CLibgit2

extension LocalRepository {
  /// Visits the commits that are reachable from some commits and not from others.
  ///
  /// - Parameters:
  ///   - tips: The commits to begin with.
  ///   - hidden: Commits that are left out, with all their ancestors.
  ///   - order: The order.
  ///   - body: Called with each commit; return false to end the walk.
  /// - Throws: ``GitError``, or any error that the body throws.
  public func walkHistory(
    from tips: [ObjectID], excluding hidden: [ObjectID] = [], order: HistoryOrder = .time,
    _ body: (CommitObject) throws -> Bool
  ) throws {
    try walkCommits(from: tips, excluding: hidden, order: order) { try body(commit($0)) }
  }

  /// Visits the ids of the commits like ``walkHistory(from:excluding:order:_:)``, for a body that reads only few of
  /// them.
  public func walkCommits(
    from tips: [ObjectID], excluding hidden: [ObjectID] = [], order: HistoryOrder = .time,
    _ body: (ObjectID) throws -> Bool
  ) throws {
    try refuseGrafts()
    try readHistoryEnds()
    var walk = try HistoryWalk(from: tips, excluding: hidden, order: order, in: self)
    var count = 0
    try checkInterruption()
    while let id = try walk.next() {
      count += 1
      try checkInterruption()
      reportsProgress("reading versions", count, nil)
      guard try body(id) else { return }
    }
  }

  /// Refuses a history that git shows with other parents than its commits have: the two would merge differently.
  ///
  /// Source: gitrepository-layout(5), `info/grafts`.
  ///
  /// - Throws: Kind `unsupported` if it does.
  public func refuseGrafts() throws(GitError) {
    let path = commonDirectory + "info/grafts"
    guard let bytes = try Files.read(path), !bytes.isEmpty else { return }
    throw GitError(
      .unsupported, "grafts, which give commits other parents, are not supported", context: path)
  }
}

extension LocalRepository {
  /// True if this is a shallow clone, as `git clone --depth` makes it.
  public var isShallow: Bool { git_repository_is_shallow(handle.pointer) == 1 }

  /// The commits whose parents a shallow clone leaves out; none in other repositories.
  public func historyEnds() throws(GitError) -> Set<ObjectID> {
    if knownEnds == nil { try readHistoryEnds() }
    return knownEnds ?? []
  }

  /// Reads the ends again: git may have fetched older commits meanwhile.
  func readHistoryEnds() throws(GitError) {
    let bytes = isShallow ? try Files.read(commonDirectory + "shallow") ?? [] : []
    knownEnds = Set(
      bytes.split(separator: UInt8(ascii: "\n")).compactMap { ObjectID(hexDigits: $0) })
  }
}

extension GitError {
  static var shallow: GitError {
    GitError(.shallow, "this clone is shallow, and the history that is needed is not in it")
  }
}

/// The part of a commit that a walk through history needs.
public struct CommitLinks: Sendable {
  /// The id of its tree.
  public let tree: ObjectID
  /// The parents, in the order in which the commit names them.
  public let parents: [ObjectID]
  /// The time of the commit, in seconds since 1970.
  let committed: Int64
}

extension LocalRepository {
  /// The tree, the parents and the date of a commit, read once and then cached.
  ///
  /// - Throws: Kind `notFound` if there is no such object, `invalid` if it is not a commit.
  public func links(_ id: ObjectID) throws(GitError) -> CommitLinks {
    if let known = knownLinks[id] { return known }
    guard let links = try object(id, as: GIT_OBJECT_COMMIT, { CommitFormat.links($0) }) else {
      throw .damagedCommit(id)
    }
    knownLinks.add(links, for: id, size: 1)
    return links
  }

  /// The same as ``links(_:)``, but without the parents that a shallow clone leaves out.
  public func presentLinks(_ id: ObjectID) throws(GitError) -> CommitLinks {
    let links = try links(id)
    guard try historyEnds().contains(id) else { return links }
    return CommitLinks(tree: links.tree, parents: [], committed: links.committed)
  }
}
