import ForkedGit

/// The log of the commands that updated forks.
///
/// Each operation is a commit. Its first parent is the operation before. Its other parents are the former and new tips
/// of the forks, so that git does not collect them as garbage.
struct OperationLog {
  let store: DocumentStore

  static let reference = "refs/fork/operations"
  /// The seconds for which operations are kept, and the seconds after that until the log is cut.
  private static let (kept, slack): (Int64, Int64) = (90 * 86_400, 7 * 86_400)
  /// The longest pause between two operations that counts. After a longer one, the clock may have been set.
  private static let longestPause: Int64 = 7 * 86_400

  private var repository: LocalRepository { store.repository }

  /// Calls `body` with each operation, the newest first, until it returns false.
  func forEach(_ body: (Operation) throws -> Bool) throws {
    try forEach(from: last(), body)
  }

  private func forEach(from last: ObjectID?, _ body: (Operation) throws -> Bool) throws {
    var next = last
    while let id = next {
      let commit = try repository.commit(id)
      guard let operation = Operation(commit), try body(operation) else { return }
      next = operation.previous
    }
  }

  /// An entry that was added to the log.
  struct Entry {
    var id: ObjectID
    /// The entry before it.
    var previous: ObjectID?
  }

  /// Adds an operation. If another process adds one at the same time, it tries again.
  func add(
    _ command: String, _ forkUpdates: [ForkUpdate], undoing undone: ObjectID?
  ) throws -> Entry {
    let author = try store.signatureNow()
    return try store.retrying(forkUpdates.first?.fork ?? .main) {
      let last = try last()
      let kept = try cut(endingAt: last)
      let span = (kept?.span ?? 0) + Self.pause(from: kept?.author.seconds, to: author.seconds)
      let next = try write(
        command, forkUpdates, undoing: undone, in: store.workTreeName, after: kept?.id, span: span,
        by: author)
      try put(next, inPlaceOf: last)
      return Entry(id: next, previous: kept?.id)
    }
  }

  /// Removes an entry if it is still the last one.
  ///
  /// Otherwise it stays. Its forks are at their former tips, so the operation has no effect.
  func remove(_ entry: Entry) throws {
    guard try last() == entry.id else { return }
    try put(entry.previous, inPlaceOf: entry.id)
  }

  private func last() throws -> ObjectID? {
    try repository.target(of: ReferenceName(Self.reference))
  }

  private func put(_ new: ObjectID?, inPlaceOf old: ObjectID?) throws {
    try repository.compareAndSwap(
      ReferenceName(Self.reference), from: old, to: new, reflog: nil,
      timeout: store.environment.lockTimeout)
  }

  private func write(
    _ command: String, _ forkUpdates: [ForkUpdate], undoing undone: ObjectID?,
    in workTree: String?, after last: ObjectID?, span: Int64, by author: Signature
  ) throws -> ObjectID {
    var parents = last.map { [$0] } ?? []
    for id in forkUpdates.flatMap({ [$0.from, $0.to] }) {
      if let id, !parents.contains(id) { parents.append(id) }
    }
    let message = Operation.message(
      command, forkUpdates, undoing: undone, in: workTree, after: last, span: span)
    return try repository.writeCommit(
      CommitDraft(
        tree: repository.emptyTree(), parents: parents, author: author, committer: author,
        message: message, hybridTime: nil))
  }
}

// MARK: - Cutting the log

extension OperationLog {
  /// The time between two operations; 0 if the clock jumped forward or back in between.
  private static func pause(from earlier: Int64?, to later: Int64) -> Int64 {
    guard let earlier, (earlier...earlier + longestPause).contains(later) else { return 0 }
    return later - earlier
  }

  /// The last operation of the log, after operations older than 90 days were removed, if there are enough of them.
  private func cut(endingAt last: ObjectID?) throws -> Operation? {
    guard let last, let newest = Operation(try repository.commit(last)) else { return nil }
    guard newest.span > Self.kept + Self.slack else { return newest }
    var (recent, age): ([Operation], Int64) = ([], 0)
    try forEach(from: last) { operation in
      age += Self.pause(from: operation.author.seconds, to: recent.last?.author.seconds ?? .min)
      guard age <= Self.kept else { return false }
      recent.append(operation)
      return true
    }
    return try rewritten(recent.reversed())
  }

  private func rewritten(_ operations: [Operation]) throws -> Operation? {
    var (kept, names): (Operation?, [ObjectID: ObjectID]) = (nil, [:])
    for var operation in operations {
      let pause = Self.pause(from: kept?.author.seconds, to: operation.author.seconds)
      operation.span = (kept?.span ?? 0) + pause
      let id = try write(
        operation.command, operation.forkUpdates,
        undoing: operation.undone.map { names[$0] ?? $0 }, in: operation.workTree, after: kept?.id,
        span: operation.span, by: operation.author)
      names[operation.id] = id
      operation.id = id
      kept = operation
    }
    return kept
  }
}
