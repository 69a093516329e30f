import CLibgit2

/// The order of a history.
public enum HistoryOrder: Sendable {
  /// No parent before its children, and each line of development together.
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
  ///
  /// The corresponding C function is `git_revwalk_next`.
  public func walkCommits(
    from tips: [ObjectID], excluding hidden: [ObjectID] = [], order: HistoryOrder = .time,
    _ body: (ObjectID) throws -> Bool
  ) throws {
    let next = try begunWalk(from: tips, excluding: hidden, order: order)
    var count = 0
    try checkInterruption()
    while let id = try next() {
      count += 1
      try checkInterruption()
      reportsProgress("reading versions", count, nil)
      guard try body(id) else { return }
    }
  }

  /// The next commit of a walk; nil at the end.
  private typealias NextCommit = () throws(GitError) -> ObjectID?

  private func begunWalk(
    from tips: [ObjectID], excluding hidden: [ObjectID], order: HistoryOrder
  ) throws(GitError) -> NextCommit {
    try refuseGrafts()
    guard try !isQuickerLinked(excluding: hidden),
      let walk = try librarysWalk(from: tips, excluding: hidden, order: order)
    else {
      var walk = try LinkedHistory(of: self).walk(from: tips, excluding: hidden, order: order)
      return { () throws(GitError) in try walk.next() }
    }
    var first: ObjectID?? = .some(walk.first)
    return { () throws(GitError) in
      if let known = first {
        first = .none
        return known
      }
      return try self.next(of: walk.handle)
    }
  }

  /// True if a walk through all commits needs to read none of them, because of the commit graph. To leave some out,
  /// libgit2 reads only the newest of these.
  private func isQuickerLinked(excluding hidden: [ObjectID]) throws(GitError) -> Bool {
    guard hidden.isEmpty else { return false }
    try openGraph()
    return knownGraph != nil
  }

  /// A walk and its first commit; nil if libgit2 refuses some commits of the walk. When libgit2 returns the first
  /// commit, it has read all of them.
  private func librarysWalk(
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
    try endWhenInterrupted(walk)
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

  /// Lets a walk find no more commits if the user asks to stop: libgit2 reads all of them before it gives the first.
  func endWhenInterrupted(_ walk: Handle) throws(GitError) {
    try check("git_revwalk_add_hide_cb") {
      git_revwalk_add_hide_cb(
        walk.pointer,
        { _, payload in
          payload.map { Unmanaged<LocalRepository>.fromOpaque($0).takeUnretainedValue() }?
            .isInterrupted() == true ? 1 : 0
        }, Unmanaged.passUnretained(self).toOpaque())
    }
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

  /// The same without parents, for a commit at which a shallow clone ends.
  public var withoutParents: CommitLinks {
    CommitLinks(tree: tree, parents: [], committed: committed)
  }
}

extension LocalRepository {
  /// The tree, the parents and the date of a commit, from the commit graph, or read once and then cached.
  ///
  /// - Throws: Kind `notFound` if there is no such object, `invalid` if it is not a commit.
  public func links(_ id: ObjectID) throws(GitError) -> CommitLinks {
    if let known = knownGraph?.links(of: id) ?? knownLinks[id] { return known }
    guard let links = try readLinks(id) else { throw .damagedCommit(id) }
    if knownLinks.count == Self.mostKnownCommits { knownLinks.removeAll(keepingCapacity: true) }
    knownLinks[id] = links
    if knownLinks.count == Self.fewCommits { try openGraph() }
    return links
  }

  private func readLinks(_ id: ObjectID) throws(GitError) -> CommitLinks? {
    try object(id, as: GIT_OBJECT_COMMIT) { CommitFormat.links($0) }
  }

  /// The number of commits that are read one by one before the commit graph is read, which is read whole.
  private static let fewCommits = 64
  /// The largest number of commits that are cached.
  private static let mostKnownCommits = 1 << 16
}
