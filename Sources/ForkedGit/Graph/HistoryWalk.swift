/// The order of a history.
public enum HistoryOrder: Sendable {
  /// No parent before its children, and each line of development together.
  case topological
  /// By commit date, newest first, and no parent before its children.
  case time
}

/// The commits that are reachable from some commits and not from others, no parent before its children.
struct HistoryWalk {
  private struct Commit {
    let links: CommitLinks
    /// The number of children that are still to come.
    var children = 0
  }

  private let order: HistoryOrder
  private var commits: [ObjectID: Commit] = [:]
  private var byDate = CommitQueue()
  private var lastFirst: [ObjectID] = []

  /// Reads all commits of the walk.
  init(
    from tips: [ObjectID], excluding hidden: [ObjectID], order: HistoryOrder,
    in repository: LocalRepository
  ) throws(GitError) {
    self.order = order
    let isLimited = !hidden.isEmpty
    let limit =
      isLimited ? try CommitSearch.commits(from: tips, excluding: hidden, in: repository) : []
    var starts: [ObjectID] = []
    for tip in tips where commits[tip] == nil && (!isLimited || limit.contains(tip)) {
      commits[tip] = Commit(links: try repository.presentLinks(tip))
      starts.append(tip)
    }
    var waiting = starts
    while let id = waiting.popLast() {
      try repository.checkInterruption()
      for parent in commits[id]?.links.parents ?? [] where !isLimited || limit.contains(parent) {
        if commits[parent] == nil {
          commits[parent] = Commit(links: try repository.presentLinks(parent))
          waiting.append(parent)
        }
        commits[parent]?.children += 1
      }
    }
    for start in starts.sorted(by: { date(of: $0) < date(of: $1) })
    where commits[start]?.children == 0 {
      push(start)
    }
  }

  /// Returns the next commit; nil at the end.
  mutating func next() -> ObjectID? {
    let id =
      switch order {
      case .time: byDate.popNewest()
      case .topological: lastFirst.popLast()
      }
    guard let id, let commit = commits.removeValue(forKey: id) else { return nil }
    for parent in commit.links.parents {
      commits[parent]?.children -= 1
      if commits[parent]?.children == 0 { push(parent) }
    }
    return id
  }

  private mutating func push(_ id: ObjectID) {
    switch order {
    case .time: byDate.push(id, date: date(of: id))
    case .topological: lastFirst.append(id)
    }
  }

  private func date(of id: ObjectID) -> Int64 { commits[id]?.links.committed ?? 0 }
}
