import CLibgit2

extension LocalRepository {
  /// Whether the history of this clone ends somewhere, as `git clone --depth` makes it.
  public var isShallow: Bool { git_repository_is_shallow(handle.pointer) == 1 }

  /// The commits whose parents are not here on purpose.
  func shallowCommits() throws(GitError) -> Set<ObjectID> {
    guard let bytes = try Files.read(commonDirectory + "shallow") else { return [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return Set(lines.compactMap { ObjectID(hex: String(decoding: $0, as: UTF8.self)) })
  }
}

extension GitError {
  static var shallow: GitError {
    GitError(.shallow, "this clone is shallow, and what is needed lies below where it ends")
  }
}

/// The history of a shallow clone: libgit2 1.5 takes its ends for damage.
struct ShallowHistory {
  private let repository: LocalRepository
  private let ends: Set<ObjectID>

  init(of repository: LocalRepository) throws(GitError) {
    self.repository = repository
    ends = try repository.shallowCommits()
  }

  private func parents(of id: ObjectID) throws(GitError) -> [ObjectID] {
    ends.contains(id) ? [] : try repository.commit(id).parents
  }

  /// A commit and all its ancestors, as far as they are here.
  func ancestors(of tip: ObjectID) throws(GitError) -> Set<ObjectID> {
    var (found, waiting): (Set<ObjectID>, [ObjectID]) = ([tip], [tip])
    while let id = waiting.popLast() {
      for parent in try parents(of: id) where found.insert(parent).inserted {
        waiting.append(parent)
      }
    }
    return found
  }

  /// The best common ancestors of two commits, ordered by id.
  ///
  /// - Throws: kind `shallow` where none is here: it may lie below.
  func mergeBases(of first: ObjectID, and second: ObjectID) throws(GitError) -> [ObjectID] {
    let common = try ancestors(of: first).intersection(ancestors(of: second))
    if common.isEmpty { throw .shallow }
    var below: Set<ObjectID> = []
    for id in common { below.formUnion(try parents(of: id)) }
    return common.subtracting(below).sorted()
  }

  /// Visits the commits that can be reached from some and not from others, no parent before its children.
  func walk(
    from tips: [ObjectID], excluding hidden: [ObjectID], _ body: (CommitObject) throws -> Bool
  ) throws {
    var (above, below): (Set<ObjectID>, Set<ObjectID>) = ([], [])
    for tip in tips { above.formUnion(try ancestors(of: tip)) }
    for tip in hidden { below.formUnion(try ancestors(of: tip)) }
    let commits = try above.subtracting(below).map { try repository.commit($0) }
    let children = commits.reduce(into: [ObjectID: Int]()) { counts, commit in
      for parent in commit.parents { counts[parent, default: 0] += 1 }
    }
    try visit(commits, children, body)
  }

  private func visit(
    _ commits: [CommitObject], _ children: [ObjectID: Int], _ body: (CommitObject) throws -> Bool
  ) throws {
    let byID = Dictionary(uniqueKeysWithValues: commits.map { ($0.id, $0) })
    var children = children
    var ready = commits.filter { children[$0.id] == nil }
      .sorted { $0.committer.seconds < $1.committer.seconds }
    while let commit = ready.popLast() {
      guard try body(commit) else { return }
      for parent in commit.parents {
        children[parent, default: 1] -= 1
        if children[parent] == 0, let next = byID[parent] { ready.append(next) }
      }
    }
  }
}
