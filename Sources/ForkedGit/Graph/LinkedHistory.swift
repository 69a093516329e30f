import CLibgit2

extension LocalRepository {
  /// True if this is a shallow clone, as `git clone --depth` makes it.
  public var isShallow: Bool { git_repository_is_shallow(handle.pointer) == 1 }

  /// The commits whose parents a shallow clone leaves out.
  func shallowCommits() throws(GitError) -> Set<ObjectID> {
    guard let bytes = try Files.read(commonDirectory + "shallow") else { return [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return Set(lines.compactMap { ObjectID(hex: String(decoding: $0, as: UTF8.self)) })
  }
}

extension GitError {
  static var shallow: GitError {
    GitError(.shallow, "this clone is shallow, and the history that is needed is not in it")
  }
}

/// A history that is read commit by commit.
///
/// libgit2 1.5 takes the ends of a shallow clone, and a date that it cannot read, for damage.
struct LinkedHistory {
  private let repository: LocalRepository
  private let ends: Set<ObjectID>

  init(of repository: LocalRepository) throws(GitError) {
    self.repository = repository
    ends = try repository.shallowCommits()
  }

  private func parents(of id: ObjectID) throws(GitError) -> [ObjectID] {
    ends.contains(id) ? [] : try repository.links(id).parents
  }

  /// The commits and all their ancestors, as far as the clone holds them.
  func ancestors(of tips: [ObjectID]) throws(GitError) -> Set<ObjectID> {
    var (found, waiting): (Set<ObjectID>, [ObjectID]) = (Set(tips), tips)
    while let id = waiting.popLast() {
      for parent in try parents(of: id) where found.insert(parent).inserted {
        waiting.append(parent)
      }
    }
    return found
  }

  /// The merge bases of two commits, ordered by id.
  ///
  /// - Throws: Kind `shallow` if none is in the clone: there may be one below its ends.
  func mergeBases(of first: ObjectID, and second: ObjectID) throws(GitError) -> [ObjectID] {
    let common = try ancestors(of: [first]).intersection(ancestors(of: [second]))
    if common.isEmpty { throw .shallow }
    var below: Set<ObjectID> = []
    for id in common { below.formUnion(try parents(of: id)) }
    return common.subtracting(below).sorted()
  }

  func aheadBehind(
    _ local: ObjectID, _ upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    let (mine, theirs) = (try ancestors(of: [local]), try ancestors(of: [upstream]))
    return (mine.subtracting(theirs).count, theirs.subtracting(mine).count)
  }

  /// Visits the commits that are reachable from some commits and not from others, no parent before its children.
  func walk(
    from tips: [ObjectID], excluding hidden: [ObjectID], order: HistoryOrder,
    _ body: (ObjectID) throws -> Bool
  ) throws {
    let commits = try ancestors(of: tips).subtracting(ancestors(of: hidden))
    var children: [ObjectID: Int] = [:]
    for id in commits {
      for parent in try parents(of: id) { children[parent, default: 0] += 1 }
    }
    var ready = ReadyCommits(order: order)
    for id in commits.sorted() where children[id] == nil { try push(id, to: &ready) }
    ready.begin()
    while let id = ready.pop() {
      guard try body(id) else { return }
      for parent in try parents(of: id) {
        children[parent, default: 1] -= 1
        if children[parent] == 0, commits.contains(parent) { try push(parent, to: &ready) }
      }
    }
  }

  private func push(_ id: ObjectID, to ready: inout ReadyCommits) throws(GitError) {
    ready.push(id, date: try repository.links(id).committed)
  }
}

/// A queue of commits whose children have all been visited.
private struct ReadyCommits {
  let order: HistoryOrder
  private var byDate = CommitQueue()
  private var lastFirst: [(date: Int64, commit: ObjectID)] = []

  init(order: HistoryOrder) { self.order = order }

  mutating func push(_ commit: ObjectID, date: Int64) {
    switch order {
    case .time: byDate.push(commit, date: date)
    case .topological: lastFirst.append((date, commit))
    }
  }

  /// Orders the first commits, the newest first. Call this once after they were added.
  mutating func begin() { lastFirst.sort { $0.date < $1.date } }

  mutating func pop() -> ObjectID? {
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
