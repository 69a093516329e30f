import CLibgit2

extension LocalRepository {
  /// True if this is a shallow clone, as `git clone --depth` makes it.
  public var isShallow: Bool { git_repository_is_shallow(handle.pointer) == 1 }

  /// The commits whose parents a shallow clone leaves out.
  public func shallowCommits() throws(GitError) -> Set<ObjectID> {
    guard let bytes = try Files.read(commonDirectory + "shallow") else { return [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return Set(lines.compactMap { ObjectID(hex: String(decoding: $0, as: UTF8.self)) })
  }

  /// Refuses a history that git shows with other parents than its commits have: the two would merge differently.
  ///
  /// Source: gitrepository-layout(5), `info/grafts`.
  func refuseGrafts() throws(GitError) {
    let path = commonDirectory + "info/grafts"
    guard let bytes = try Files.read(path), !bytes.isEmpty else { return }
    throw GitError(
      .unsupported, "grafts, which give commits other parents, are not supported", context: path)
  }
}

extension GitError {
  static var shallow: GitError {
    GitError(.shallow, "this clone is shallow, and the history that is needed is not in it")
  }
}

/// A history that is read commit by commit.
///
/// The commits have numbers: those of the commit graph their positions in it, others the next free ones. So a walk keeps
/// what it knows of many commits in arrays, and reads no commit that the graph has.
///
/// libgit2 1.5 takes the ends of a shallow clone, and a date that it cannot read, for damage.
final class LinkedHistory {
  /// A commit that is not in the graph.
  private struct Commit {
    let id: ObjectID
    var parents: [Int]?
  }

  private let repository: LocalRepository
  private let ends: Set<ObjectID>
  private let graph: CommitGraphFile?
  private let graphCount: Int
  private var others: [Commit] = []
  private var numbers: [ObjectID: Int] = [:]

  init(of repository: LocalRepository) throws(GitError) {
    self.repository = repository
    ends = try repository.shallowCommits()
    try repository.openGraph()
    graph = repository.knownGraph
    graphCount = graph?.count ?? 0
  }

  private func number(of id: ObjectID) -> Int {
    if let position = graph?.position(of: id) { return position }
    if let known = numbers[id] { return known }
    let number = graphCount + others.count
    others.append(Commit(id: id))
    numbers[id] = number
    return number
  }

  fileprivate func id(of number: Int) -> ObjectID {
    graph?.id(at: number) ?? others[number - graphCount].id
  }

  fileprivate func parents(of number: Int) throws(GitError) -> [Int] {
    if let parents = graph?.parents(at: number) { return parents }
    if number >= graphCount, let parents = others[number - graphCount].parents { return parents }
    let id = id(of: number)
    let parents = ends.contains(id) ? [] : try repository.links(id).parents.map(self.number)
    if number >= graphCount { others[number - graphCount].parents = parents }
    return parents
  }

  fileprivate func date(of number: Int) throws(GitError) -> Int64 {
    if let date = graph?.date(at: number) { return date }
    return try repository.links(id(of: number)).committed
  }

  /// The commits and all their ancestors, as far as the clone holds them.
  private func ancestors(of tips: [ObjectID]) throws(GitError) -> CommitNumbers {
    var found = CommitNumbers()
    var waiting = tips.map(number).filter { found.insert($0) }
    while let commit = waiting.popLast() {
      try repository.checkInterruption()
      for parent in try parents(of: commit) where found.insert(parent) { waiting.append(parent) }
    }
    return found
  }

  /// True if a commit is another one, or an ancestor of it.
  func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    try ancestors(of: [commit]).contains(number(of: ancestor))
  }

  /// The merge bases of two commits, ordered by id.
  ///
  /// - Throws: Kind `shallow` if none is in the clone: there may be one below its ends.
  func mergeBases(of first: ObjectID, and second: ObjectID) throws(GitError) -> [ObjectID] {
    let (ours, theirs) = (try ancestors(of: [first]), try ancestors(of: [second]))
    let common = ours.all.filter(theirs.contains)
    if common.isEmpty { throw .shallow }
    var below = CommitNumbers()
    for commit in common { for parent in try parents(of: commit) { below.insert(parent) } }
    return common.filter { !below.contains($0) }.map(id).sorted()
  }

  func aheadBehind(
    _ local: ObjectID, _ upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    let (mine, theirs) = (try ancestors(of: [local]), try ancestors(of: [upstream]))
    return (
      mine.all.count { !theirs.contains($0) }, theirs.all.count { !mine.contains($0) }
    )
  }

  /// Finds the commits that are reachable from some commits and not from others, no parent before its children.
  func walk(
    from tips: [ObjectID], excluding hidden: [ObjectID], order: HistoryOrder
  ) throws(GitError) -> LinkedWalk {
    let hidden = try ancestors(of: hidden)
    var (found, children) = (CommitNumbers(), ChildCounts())
    let starts = tips.map(number).filter { !hidden.contains($0) && found.insert($0) }
    var waiting = starts
    while let commit = waiting.popLast() {
      try repository.checkInterruption()
      for parent in try parents(of: commit) where !hidden.contains(parent) {
        children[parent] += 1
        if found.insert(parent) { waiting.append(parent) }
      }
    }
    var ready = ReadyCommits(order: order)
    for commit in starts where children[commit] == 0 {
      ready.push(commit, date: try date(of: commit))
    }
    ready.begin()
    return LinkedWalk(self, found, children, ready)
  }
}

/// The commits of a walk, one after the other.
struct LinkedWalk {
  private let history: LinkedHistory
  private let found: CommitNumbers
  private var children: ChildCounts
  private var ready: ReadyCommits
  /// The commit that was returned last: its parents are next in turn.
  private var last: Int?

  fileprivate init(
    _ history: LinkedHistory, _ found: CommitNumbers, _ children: ChildCounts,
    _ ready: ReadyCommits
  ) {
    self.history = history
    self.found = found
    self.children = children
    self.ready = ready
  }

  /// The next commit; nil at the end.
  mutating func next() throws(GitError) -> ObjectID? {
    if let last {
      for parent in try history.parents(of: last) where found.contains(parent) {
        children[parent] -= 1
        if children[parent] == 0 { ready.push(parent, date: try history.date(of: parent)) }
      }
    }
    last = ready.pop()
    return last.map(history.id)
  }
}

/// A set of commits by number.
private struct CommitNumbers {
  /// The commits, in the order in which they were inserted.
  private(set) var all: [Int] = []
  private var marks: [Bool] = []

  func contains(_ number: Int) -> Bool { number < marks.count && marks[number] }

  /// Inserts a commit; false if it was there.
  @discardableResult
  mutating func insert(_ number: Int) -> Bool {
    if contains(number) { return false }
    while marks.count <= number { marks.append(false) }
    marks[number] = true
    all.append(number)
    return true
  }
}

/// The number of children of each commit, by the commit's number.
private struct ChildCounts {
  private var counts: [Int32] = []

  subscript(number: Int) -> Int32 {
    get { number < counts.count ? counts[number] : 0 }
    set {
      while counts.count <= number { counts.append(0) }
      counts[number] = newValue
    }
  }
}

/// A queue of commits whose children have all been visited.
private struct ReadyCommits {
  let order: HistoryOrder
  private var byDate = CommitQueue<Int>()
  private var lastFirst: [(date: Int64, commit: Int)] = []

  init(order: HistoryOrder) { self.order = order }

  mutating func push(_ commit: Int, date: Int64) {
    switch order {
    case .time: byDate.push(commit, date: date)
    case .topological: lastFirst.append((date, commit))
    }
  }

  /// Orders the first commits, the newest first. Call this once after they were added.
  mutating func begin() { lastFirst.sort { $0.date < $1.date } }

  mutating func pop() -> Int? {
    switch order {
    case .time: byDate.popNewest()
    case .topological: lastFirst.popLast()?.commit
    }
  }
}

extension LocalRepository {
  /// Reads the history by libgit2, or commit by commit if libgit2 refuses it.
  func withHistory<Result>(
    _ library: () throws(GitError) -> Result,
    else linked: (LinkedHistory) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    if isShallow { return try linked(LinkedHistory(of: self)) }
    do throws(GitError) {
      return try library()
    } catch {
      guard error.mayBeLibrarys else { throw error }
      return try linked(LinkedHistory(of: self))
    }
  }
}

extension GitError {
  /// True if the error may be about an object that git reads and libgit2 does not.
  var mayBeLibrarys: Bool { [.other, .invalid].contains(kind) && function != nil }
}
