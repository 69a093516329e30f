import Forked
import ForkedGit

/// The commands that moved forks, each a commit with the one before it as its first parent, and all that the forks
/// held before and after as further ones: nothing of it is collected as garbage.
struct OperationLog {
  let store: DocumentStore

  static let reference = "refs/fork/operations"
  /// How long operations are kept, and how much longer before the log is cut again.
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

  /// Entries of the log, one after another, that belong to one operation under way.
  struct Entries {
    /// The last of them.
    var id: ObjectID
    /// The one before the first of them.
    var previous: ObjectID?
    var movements: Set<Movement>
    var count = 1

    /// With entries that were added after them; those alone where others came in between.
    func followed(by next: Entries) -> Entries {
      guard next.previous == id else { return next }
      return Entries(
        id: next.id, previous: previous, movements: movements.union(next.movements),
        count: count + next.count)
    }
  }

  /// Adds an operation. Who loses a race against another process tries again.
  ///
  /// - Parameter replaced: entries that this one takes the place of, where they are still the last ones.
  @discardableResult
  func add(
    _ command: String, _ movements: [Movement], undoing undone: ObjectID?,
    inPlaceOf replaced: Entries? = nil
  ) throws -> Entries {
    let author = try store.signatureNow()
    return try store.retrying(movements.first?.fork ?? .main) {
      let last = try last()
      let kept = try cut(endingAt: last == replaced?.id ? replaced?.previous : last)
      let span = (kept?.span ?? 0) + Self.pause(from: kept?.author.seconds, to: author.seconds)
      let next = try write(
        command, movements, undoing: undone, after: kept?.id, span: span, by: author)
      try put(next, inPlaceOf: last)
      return Entries(id: next, previous: kept?.id, movements: Set(movements))
    }
  }

  /// Takes entries back, where they are still the last ones. Else they stay: their forks stand where they stood before, so
  /// nothing comes of them.
  func remove(_ entries: Entries) throws {
    guard try last() == entries.id else { return }
    try put(entries.previous, inPlaceOf: entries.id)
  }

  private func last() throws -> ObjectID? {
    try repository.target(of: ReferenceName(Self.reference))
  }

  private func put(_ new: ObjectID?, inPlaceOf old: ObjectID?) throws {
    try repository.compareAndSwap(
      ReferenceName(Self.reference), from: old, to: new, reflog: nil,
      timeout: DocumentStore.patience)
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

// MARK: - Noting

/// An operation under way.
struct OpenOperation {
  var command: String
  var undone: ObjectID?
  var movements: [Movement] = []
  /// The entries that were noted before the forks moved.
  var announced: OperationLog.Entries?

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
    isReporting = false
    return try repository.configuration().holding {
      defer { note() }
      do {
        return try body()
      } catch {
        guard StoreError(translating: error).kind == .interrupted else { throw error }
        throw openOperation?.interrupted ?? error
      }
    }
  }

  /// To be called before forks move: where a version would lose its name, the operation is noted first, durably, since the
  /// log is then all that names it.
  ///
  /// - Throws: where it cannot be noted; nothing may move then.
  func willMove(_ movements: [Movement]) throws {
    guard let open = openOperation, !repository.isInTransaction else { return }
    let new = movements.filter { open.announced?.movements.contains($0) != true }
    guard try new.contains(where: losesVersions) else { return }
    let next = try OperationLog(store: self).add(
      open.command, new, undoing: open.undone)
    openOperation?.announced = open.announced?.followed(by: next) ?? next
  }

  private func losesVersions(_ movement: Movement) throws -> Bool {
    guard let old = movement.from, movement.isChange else { return false }
    guard let new = movement.to else { return true }
    if try repository.links(new).parents.contains(old) { return false }
    return try !repository.isAncestor(old, of: new)
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
    let log = OperationLog(store: self)
    isReporting = true
    do {
      if let announced = open.announced, movements.isEmpty { return try log.remove(announced) }
      let isNoted = open.announced?.count == 1 && open.announced?.movements == Set(movements)
      guard !movements.isEmpty, !isNoted else { return }
      try log.add(open.command, movements, undoing: open.undone, inPlaceOf: open.announced)
    } catch {
      environment.notify(
        "this could not be noted, so 'fork undo' will not know of it: "
          + StoreError(translating: error).message)
    }
    packObjects()
  }
}
