import Forked

/// Which of two versions changed a path last, found the way blame finds a line.
struct PathRecency {
  private let repository: LocalRepository
  private let path: TreePath
  private let bases: [ObjectID]

  init(_ repository: LocalRepository, path: TreePath, bases: [ObjectID]) {
    self.repository = repository
    self.path = path
    self.bases = bases
  }

  /// Whether the last change before one version is later than that before another. Equal times are
  /// ordered by the commits, so that both sides find the same.
  func isLater(_ first: ObjectID, than second: ObjectID) throws -> Bool {
    let (left, right) = (try lastChange(before: first), try lastChange(before: second))
    return left.time == right.time ? right.commit < left.commit : right.time < left.time
  }

  /// Walks towards the bases, following all parents that hold the same; where none does, that commit
  /// made the change.
  ///
  /// - Complexity: O(commits above the bases).
  private func lastChange(
    before tip: ObjectID
  ) throws -> (time: HybridTime, commit: ObjectID) {
    var commits: [ObjectID: CommitObject] = [:]
    try repository.walkHistory(from: [tip], excluding: bases) {
      commits[$0.id] = $0
      return true
    }
    var latest = (time: HybridTime(nanoseconds: .min), commit: tip)
    var (rest, seen) = ([tip], Set([tip]))
    while let id = rest.popLast() {
      guard let commit = commits[id] else { continue }
      let same = try parents(holdingTheSameAs: commit)
      if same.isEmpty, latest.time < commit.hybridTime { latest = (commit.hybridTime, id) }
      rest += same.filter { seen.insert($0).inserted }
    }
    return latest
  }

  private func parents(holdingTheSameAs commit: CommitObject) throws -> [ObjectID] {
    let entry = try repository.entry(at: path, in: commit.tree)
    return try commit.parents.filter {
      try repository.entry(at: path, in: repository.tree(ofCommit: $0)) == entry
    }
  }
}
