import CLibgit2

/// The order of a history.
public enum HistoryOrder: Sendable {
  /// No parent before its children, lines of development together.
  case topological
  /// By commit date, newest first, and no parent before its children.
  case time

  fileprivate var sorting: UInt32 {
    switch self {
    case .topological: GIT_SORT_TOPOLOGICAL.rawValue
    case .time: GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue
    }
  }
}

extension LocalRepository {
  /// Visits the commits that can be reached from some and not from others.
  ///
  /// - Parameters:
  ///   - tips: Where the history begins.
  ///   - hidden: Commits that are left out, with all their ancestors.
  ///   - order: The order.
  ///   - body: Called with each commit; false ends the walk.
  /// - Throws: ``GitError``, or what the body throws.
  public func walkHistory(
    from tips: [ObjectID], excluding hidden: [ObjectID] = [], order: HistoryOrder = .time,
    _ body: (CommitObject) throws -> Bool
  ) throws {
    try walkCommits(from: tips, excluding: hidden, order: order) { try body(commit($0)) }
  }

  /// As ``walkHistory(from:excluding:order:_:)``, for a body that needs to read few of the commits.
  ///
  /// The corresponding C function is `git_revwalk_next`.
  public func walkCommits(
    from tips: [ObjectID], excluding hidden: [ObjectID] = [], order: HistoryOrder = .time,
    _ body: (ObjectID) throws -> Bool
  ) throws {
    guard let walk = try begunWalk(from: tips, excluding: hidden, order: order) else {
      return try LinkedHistory(of: self).walk(from: tips, excluding: hidden, order: order, body)
    }
    var (next, count) = (walk.first, 0)
    while let id = next {
      count += 1
      try checkInterruption()
      reportsProgress("reading versions", count, nil)
      guard try body(id) else { return }
      next = try self.next(of: walk.handle)
    }
  }

  /// A walk and the first commit of it; nil where libgit2 refuses some of its commits: it has looked at all of them by
  /// then.
  private func begunWalk(
    from tips: [ObjectID], excluding hidden: [ObjectID], order: HistoryOrder
  ) throws(GitError) -> (handle: Handle, first: ObjectID?)? {
    try withHistory { () throws(GitError) in
      let walk = try walk(from: tips, excluding: hidden, order: order)
      return (walk, try next(of: walk))
    } else: { _ in
      nil
    }
  }

  private func next(of walk: Handle) throws(GitError) -> ObjectID? {
    var raw = git_oid()
    let code = git_revwalk_next(&raw, walk.pointer)
    if code == GIT_ITEROVER.rawValue { return nil }
    try check("git_revwalk_next") { code }
    return ObjectID(raw)
  }

  private func walk(
    from tips: [ObjectID], excluding hidden: [ObjectID], order: HistoryOrder
  ) throws(GitError) -> Handle {
    let walk = try Handle.make("git_revwalk_new", release: git_revwalk_free) {
      git_revwalk_new($0, handle.pointer)
    }
    try check("git_revwalk_sorting") { git_revwalk_sorting(walk.pointer, order.sorting) }
    for id in tips {
      var raw = id.raw
      try check("git_revwalk_push", context: id.hex) { git_revwalk_push(walk.pointer, &raw) }
    }
    for id in hidden {
      var raw = id.raw
      try check("git_revwalk_hide", context: id.hex) { git_revwalk_hide(walk.pointer, &raw) }
    }
    return walk
  }
}

/// What a walk through history needs of a commit, read without the rest of it.
public struct CommitLinks: Sendable {
  /// The id of its tree.
  public let tree: ObjectID
  /// The parents, in the order in which the commit names them.
  public let parents: [ObjectID]
  /// When it was committed, in seconds since 1970.
  let committed: Int64
}

extension LocalRepository {
  /// Where a commit leads to. It is read once, and kept as long as the repository is open.
  ///
  /// - Throws: kind `notFound` where no such object is there, `invalid` where it is no commit.
  public func links(_ id: ObjectID) throws(GitError) -> CommitLinks {
    if let known = knownLinks[id] { return known }
    if let links = try commitGraph?.links(of: id) {
      knownLinks[id] = links
      return links
    }
    guard let links = try object(id, as: GIT_OBJECT_COMMIT, { CommitFormat.links($0) }) else {
      throw .damagedCommit(id)
    }
    knownLinks[id] = links
    return links
  }
}
