/// The order of a history.
public enum HistoryOrder: Sendable {
  /// No parent before its children, and each line of development together.
  case topological
  /// By commit date, newest first, and no parent before its children.
  case time
}

/// The commits that are reachable from some commits and not from others, no parent before its children.
///
/// They are read up to one that all lines of development lead to: no commit behind it is a child of one before it.
struct HistoryWalk {
  private struct Commit {
    let links: CommitLinks
    /// The number of children that are still to come.
    var children = 0
  }

  private let repository: LocalRepository
  private let order: HistoryOrder
  /// The commits of the walk; nil: all that are reachable.
  private let limit: Set<ObjectID>?
  private var commits: [ObjectID: Commit] = [:]
  /// The commits whose children are not all counted yet.
  private var waiting = CommitQueue()
  /// True if a line of development has ended, and leads to none of the others.
  private var hasEnd = false
  private var byDate = CommitQueue()
  private var lastFirst: [ObjectID] = []

  init(
    from tips: [ObjectID], excluding hidden: [ObjectID], order: HistoryOrder,
    in repository: LocalRepository
  ) throws(GitError) {
    self.repository = repository
    self.order = order
    limit =
      hidden.isEmpty
      ? nil : try CommitSearch.commits(from: tips, excluding: hidden, in: repository)
    var starts: [ObjectID] = []
    for tip in tips where commits[tip] == nil && isInside(tip) {
      try find(tip)
      starts.append(tip)
    }
    try countChildren()
    for start in starts.sorted(by: { date(of: $0) < date(of: $1) })
    where commits[start]?.children == 0 {
      push(start)
    }
  }

  /// Returns the next commit; nil at the end.
  mutating func next() throws(GitError) -> ObjectID? {
    let id =
      switch order {
      case .time: byDate.popNewest()
      case .topological: lastFirst.popLast()
      }
    guard let id else { return nil }
    if waiting.newest == id { try countChildren() }
    for parent in commits.removeValue(forKey: id)?.links.parents ?? [] {
      commits[parent]?.children -= 1
      if commits[parent]?.children == 0 { push(parent) }
    }
    return id
  }

  /// Counts the children of commits, up to one that all others lead to.
  private mutating func countChildren() throws(GitError) {
    while let id = waiting.popNewest() {
      try repository.checkInterruption()
      let parents = commits[id]?.links.parents.filter(isInside) ?? []
      if parents.isEmpty { hasEnd = true }
      for parent in parents {
        if commits[parent] == nil { try find(parent) }
        commits[parent]?.children += 1
      }
      if waiting.count == 1, !hasEnd { return }
    }
  }

  private mutating func find(_ id: ObjectID) throws(GitError) {
    commits[id] = Commit(links: try repository.presentLinks(id))
    waiting.push(id, date: date(of: id))
  }

  private func isInside(_ id: ObjectID) -> Bool { limit?.contains(id) ?? true }

  private mutating func push(_ id: ObjectID) {
    switch order {
    case .time: byDate.push(id, date: date(of: id))
    case .topological: lastFirst.append(id)
    }
  }

  private func date(of id: ObjectID) -> Int64 { commits[id]?.links.committed ?? 0 }
}
