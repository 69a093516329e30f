import Forked
import ForkedGit

/// The commands that moved forks, each a commit with the one before it as its first parent, and all that the forks
/// held before and after as further ones: nothing of it is collected as garbage.
struct OperationLog {
  let store: DocumentStore

  static let reference = "refs/fork/operations"
  /// The time that operations are kept, and the time after that until the log is cut again.
  private static let (kept, slack): (Int64, Int64) = (90 * 86_400, 7 * 86_400)
  /// The longest pause between two operations that counts: after a longer one a clock may have been put right, or wrong.
  private static let longestPause: Int64 = 7 * 86_400

  private var repository: LocalRepository { store.repository }

  /// Hands over the operations, the last one first; false ends the walk.
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

  /// An entry that was added.
  struct Entry {
    var id: ObjectID
    /// The one before it.
    var previous: ObjectID?
  }

  /// Adds an operation. Who loses a race against another process tries again.
  func add(
    _ command: String, _ movements: [Movement], undoing undone: ObjectID?
  ) throws -> Entry {
    let author = try store.signatureNow()
    return try store.retrying(movements.first?.fork ?? .main) {
      let last = try last()
      let kept = try cut(endingAt: last)
      let span = (kept?.span ?? 0) + Self.pause(from: kept?.author.seconds, to: author.seconds)
      let next = try write(
        command, movements, undoing: undone, after: kept?.id, span: span, by: author)
      try put(next, inPlaceOf: last)
      return Entry(id: next, previous: kept?.id)
    }
  }

  /// Takes an entry out, where it is still the last one. Else it stays: its forks stand where they stood before, so nothing
  /// comes of it.
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
      timeout: store.environment.patience)
  }

  private func write(
    _ command: String, _ movements: [Movement], undoing undone: ObjectID?, after last: ObjectID?,
    span: Int64, by author: Signature
  ) throws -> ObjectID {
    var parents = last.map { [$0] } ?? []
    for id in movements.flatMap({ [$0.from, $0.to] }) {
      if let id, !parents.contains(id) { parents.append(id) }
    }
    let message = Operation.message(
      command, movements, undoing: undone, after: last, span: span)
    return try repository.writeCommit(
      CommitDraft(
        tree: repository.emptyTree(), parents: parents, author: author, committer: author,
        message: message, hybridTime: nil))
  }
}

// MARK: - Forgetting

extension OperationLog {
  /// The time between two operations. A clock that jumps says nothing about it, ahead or back.
  private static func pause(from earlier: Int64?, to later: Int64) -> Int64 {
    guard let earlier, (earlier...earlier + longestPause).contains(later) else { return 0 }
    return later - earlier
  }

  /// The last operation of the log, which is left without what is older than 90 days, where there is enough of that.
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
        operation.command, operation.movements,
        undoing: operation.undone.map { names[$0] ?? $0 }, after: kept?.id, span: operation.span,
        by: operation.author)
      names[operation.id] = id
      operation.id = id
      kept = operation
    }
    return kept
  }
}
