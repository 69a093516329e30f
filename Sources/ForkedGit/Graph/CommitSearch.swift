/// A search for the best common ancestors of two commits, or for the commits that are not reachable from others.
///
/// From both sides downwards, newest first, each commit passes its colors to its parents. A commit with the colors of
/// both sides is a common ancestor, and those below it are stale. The search ends when all waiting commits are stale.
///
/// libgit2 1.5 takes the ends of a shallow clone, and a date that it cannot read, for damage.
///
/// Source: git's `paint_down_to_common` in commit-reach.c, and `limit_list` in revision.c.
struct CommitSearch {
  private struct Colors: OptionSet {
    let rawValue: UInt8
    static let first = Colors(rawValue: 1)
    static let second = Colors(rawValue: 2)
    /// The color of commits below a common ancestor.
    static let stale = Colors(rawValue: 4)
    static let found = Colors(rawValue: 8)
    static let isWaiting = Colors(rawValue: 16)

    static let both: Colors = [.first, .second]
    static let inherited: Colors = [.first, .second, .stale]

    /// True if the search must continue because of a commit with these colors.
    var isLively: Bool { contains(.isWaiting) && !contains(.stale) }

    /// Adds colors. The commit waits again if any of them is new.
    mutating func wait(with added: Colors) -> (before: Colors, after: Colors) {
      let before = self
      if !isSuperset(of: added) { formUnion(added.union(.isWaiting)) }
      return (before, self)
    }

    /// Ends the waiting and returns the colors that the parents get.
    mutating func endWaiting() -> Colors {
      remove(.isWaiting)
      return intersection(.inherited)
    }
  }

  private let repository: LocalRepository
  private var colors: [ObjectID: Colors] = [:]
  private var waiting = CommitQueue()
  /// The number of waiting commits that are not stale.
  private var lively = 0
  private var found: [ObjectID] = []

  /// All best common ancestors of two commits, ordered by id.
  static func mergeBases(
    of first: ObjectID, and second: ObjectID, in repository: LocalRepository
  ) throws(GitError) -> [ObjectID] {
    var search = CommitSearch(repository: repository)
    try search.paint(first, and: [second])
    return try search.independent(search.found.filter { !search.isStale($0) }).sorted()
  }

  /// The commits that are reachable from some commits and not from others.
  static func commits(
    from tips: [ObjectID], excluding hidden: [ObjectID], in repository: LocalRepository
  ) throws(GitError) -> Set<ObjectID> {
    var search = CommitSearch(repository: repository)
    for commit in hidden { try search.add(.stale, to: commit) }
    for tip in tips { try search.add(.first, to: tip) }
    var (reached, oldest, patience) = ([ObjectID](), Int64.max, mostPatience)
    while patience > 0, let commit = search.waiting.popNewest() {
      try repository.checkInterruption()
      let links = try repository.presentLinks(commit)
      // If dates are wrong, a hidden commit that waits can be above one that was reached.
      patience = search.lively > 0 || links.committed >= oldest ? mostPatience : patience - 1
      let inherited = search.take(commit)
      if !inherited.contains(.stale) {
        reached.append(commit)
        oldest = min(oldest, links.committed)
      }
      for parent in links.parents { try search.add(inherited, to: parent) }
    }
    return Set(reached.filter { !search.isStale($0) })
  }

  /// The number of hidden commits older than all that were reached, after which the search ends.
  private static let mostPatience = 16

  private init(repository: LocalRepository) { self.repository = repository }

  /// Removes the commits that are ancestors of others.
  ///
  /// If dates are wrong, the search can end before it is known that one result is below another.
  private func independent(_ commits: [ObjectID]) throws(GitError) -> [ObjectID] {
    var left = commits
    for commit in commits where left.count > 1 {
      let others = left.filter { $0 != commit }
      var search = CommitSearch(repository: repository)
      try search.paint(commit, and: others)
      if search.colors[commit]?.contains(.second) == true { left = others }
    }
    return left
  }

  private func isStale(_ commit: ObjectID) -> Bool { colors[commit]?.contains(.stale) == true }

  private mutating func paint(
    _ first: ObjectID, and seconds: [ObjectID]
  ) throws(GitError) {
    try add(.first, to: first)
    for second in seconds { try add(.second, to: second) }
    while lively > 0, let commit = waiting.popNewest() {
      try repository.checkInterruption()
      var inherited = take(commit)
      if inherited == .both { inherited.insert(.stale) }
      for parent in try repository.presentLinks(commit).parents { try add(inherited, to: parent) }
    }
  }

  /// Ends the waiting of a commit and returns the colors that its parents get.
  private mutating func take(_ commit: ObjectID) -> Colors {
    let inherited = colors[commit, default: []].endWaiting()
    if !inherited.contains(.stale) { lively -= 1 }
    if inherited == .both, colors[commit, default: []].insert(.found).inserted {
      found.append(commit)
    }
    return inherited
  }

  /// Adds colors to a commit. It waits, also a second time, as long as it has new colors to pass on.
  private mutating func add(_ added: Colors, to commit: ObjectID) throws(GitError) {
    let (before, after) = colors[commit, default: []].wait(with: added)
    lively += (after.isLively ? 1 : 0) - (before.isLively ? 1 : 0)
    if after.contains(.isWaiting), !before.contains(.isWaiting) {
      waiting.push(commit, date: try repository.presentLinks(commit).committed)
    }
  }
}

/// A queue of commits by date, the newest first; of equal dates, the one that was added first. It is a binary heap.
struct CommitQueue {
  private struct Element {
    let date: Int64
    let number: Int
    let commit: ObjectID

    func isBefore(_ other: Element) -> Bool {
      date == other.date ? number < other.number : date > other.date
    }
  }

  private var heap: [Element] = []
  private var added = 0

  var count: Int { heap.count }
  var newest: ObjectID? { heap.first?.commit }

  mutating func push(_ commit: ObjectID, date: Int64) {
    var place = heap.count
    heap.append(Element(date: date, number: added, commit: commit))
    added += 1
    while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func popNewest() -> ObjectID? {
    guard let newest = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty { sink(last) }
    return newest.commit
  }

  /// Replaces the first element and restores the heap.
  private mutating func sink(_ element: Element) {
    var place = 0
    heap[0] = element
    while 2 * place + 1 < heap.count {
      var child = 2 * place + 1
      if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
      guard heap[child].isBefore(element) else { return }
      heap.swapAt(place, child)
      place = child
    }
  }
}
