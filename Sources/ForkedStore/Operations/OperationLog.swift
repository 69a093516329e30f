import Forked
import ForkedGit

/// The commands that moved forks, each a commit with the one before it as its first parent, and all that the forks
/// held before and after as further ones: nothing of it is collected as garbage.
struct OperationLog {
  let store: DocumentStore

  static let reference = "refs/fork/operations"
  /// How long operations are kept, and how much longer before the log is cut again.
  private static let (kept, slack): (Int64, Int64) = (90 * 86_400, 7 * 86_400)

  private var repository: LocalRepository { store.repository }

  /// Hands over the operations, the last one first; false ends the walk.
  func forEach(_ body: (Operation) throws -> Bool) throws {
    var next = try repository.target(of: ReferenceName(Self.reference))
    while let id = next {
      let commit = try repository.commit(id)
      guard let operation = Operation(commit), try body(operation) else { return }
      next = operation.previous
    }
  }

  /// Adds an operation. Who loses a race against another process tries again.
  func add(_ command: String, _ movements: [Movement], undoing undone: ObjectID?) throws {
    let author = try store.signature(.committer)
    _ = try store.retrying(movements.first?.fork ?? .main) {
      let reference = try ReferenceName(Self.reference)
      let last = try repository.target(of: reference)
      let kept = try cut(endingAt: last, now: author.seconds)
      let next = try write(
        command, movements, undoing: undone, after: kept.last, since: kept.beginning, by: author)
      try repository.compareAndSwap(
        reference, from: last, to: next, reflog: nil, timeout: DocumentStore.patience,
        isDurable: false)
      return true
    }
  }

  private func write(
    _ command: String, _ movements: [Movement], undoing undone: ObjectID?, after last: ObjectID?,
    since beginning: Int64?, by author: Signature
  ) throws -> ObjectID {
    var parents = last.map { [$0] } ?? []
    for id in movements.flatMap({ [$0.from, $0.to] }) {
      if let id, !parents.contains(id) { parents.append(id) }
    }
    let message = Operation.message(
      command, movements, undoing: undone, after: last, since: beginning ?? author.seconds)
    return try repository.writeCommit(
      CommitDraft(
        tree: repository.emptyTree(), parents: parents, author: author, committer: author,
        message: message, hybridTime: nil))
  }
}

// MARK: - Forgetting

extension OperationLog {
  /// The log without what is older than 90 days, where there is enough of that; else as it is.
  private func cut(
    endingAt last: ObjectID?, now: Int64
  ) throws -> (last: ObjectID?, beginning: Int64?) {
    guard let last, let newest = Operation(try repository.commit(last)) else { return (nil, nil) }
    guard newest.beginning < now - Self.kept - Self.slack else { return (last, newest.beginning) }
    var recent: [Operation] = []
    try forEach { operation in
      guard operation.author.seconds >= now - Self.kept else { return false }
      recent.append(operation)
      return true
    }
    var (kept, names): (ObjectID?, [ObjectID: ObjectID]) = (nil, [:])
    let beginning = recent.last?.author.seconds
    for operation in recent.reversed() {
      kept = try write(
        operation.command, operation.movements,
        undoing: operation.undone.map { names[$0] ?? $0 }, after: kept, since: beginning,
        by: operation.author)
      names[operation.id] = kept
    }
    return (kept, beginning)
  }
}

// MARK: - Noting

/// An operation under way.
struct OpenOperation {
  var command: String
  var undone: ObjectID?
  var movements: [Movement] = []

  /// A fork that moves again has moved once, from where it stood first.
  mutating func add(_ movement: Movement) {
    if let known = movements.firstIndex(where: { $0.fork == movement.fork }) {
      movements[known].to = movement.to
    } else {
      movements.append(movement)
    }
  }
}

extension OpenOperation {
  /// What an interrupt left half done; nil: nothing has moved.
  fileprivate var interrupted: StoreError? {
    let moved = movements.filter(\.isChange).map { "'\($0.fork.name)'" }
    guard !moved.isEmpty else { return nil }
    return StoreError(
      .interrupted, "interrupted; moved already: \(moved.joined(separator: ", "))",
      hint: "'fork undo' takes that back")
  }
}

extension DocumentStore {
  /// Does something that moves forks, as one operation that `undo` takes back. Inside of another it is a part of that.
  ///
  /// What was moved is noted even where the rest failed. A note that cannot be written is said, and is no failure:
  /// the forks have moved.
  func operation<Result>(
    _ command: String, undoing undone: ObjectID? = nil, _ body: () throws -> Result
  ) throws -> Result {
    guard openOperation == nil else { return try body() }
    openOperation = OpenOperation(command: command, undone: undone)
    return try repository.configuration().holding {
      defer { note() }
      do {
        return try body()
      } catch let failure as StoreError where failure.kind == .interrupted {
        throw openOperation?.interrupted ?? failure
      }
    }
  }

  /// To be called when a fork has moved.
  func didMove(_ movement: Movement) {
    guard movement.isChange else { return }
    openOperation?.add(movement)
    onMove(movement)
  }

  private func note() {
    guard let open = openOperation else { return }
    openOperation = nil
    let movements = open.movements.filter(\.isChange)
    guard !movements.isEmpty else { return }
    do {
      try OperationLog(store: self).add(open.command, movements, undoing: open.undone)
    } catch {
      environment.notify(
        "this could not be noted, so 'fork undo' will not know of it: "
          + StoreError(translating: error).message)
    }
  }
}
