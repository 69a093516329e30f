import Forked
import ForkedGit

extension DocumentStore {
  /// Carries out lines one after another, each a version of its own; the objects are stored together, and each fork
  /// moves once. What is returned as done is stored.
  ///
  /// Lines whose fork lost a race are carried out again, from where the fork stands then.
  ///
  /// - Parameter done: how many lines were carried out before, for those who watch the progress.
  /// - Returns: a result for each line, in their order.
  public func run(_ lines: [[UInt8]], after done: Int = 0) throws -> [BatchResult] {
    try operation("batch: \(lines.count) lines") {
      var results = [BatchResult?](repeating: nil, count: lines.count)
      var open = Array(lines.indices)
      _ = try retrying(.main) {
        let steps = try inMemory {
          open.map { index in
            environment.report(Progress("carrying out lines", done + index))
            return (index, attempt(lines[index]))
          }
        }
        let moved = try move(steps.moves)
        for (index, step) in steps.result { results[index] = moved.result(of: step) }
        open = steps.result.filter { moved.hasLost($0.1) }.map(\.0)
        return open.isEmpty ? true : nil
      }
      return results.compactMap { $0 }
    }
  }

  /// Carries out lines one after another, all or none: at the end one version for each fork that they edit, but for a
  /// merge, which is a version of its own.
  ///
  /// - Parameter next: gives the next line; nil at the end.
  /// - Returns: a result for each line; where one of them failed, that one's, and nothing was done.
  /// - Throws: where forks could not be moved; nothing was done then.
  public func runAtomically(_ next: () throws -> [UInt8]?) throws -> BatchOutcome {
    try operation("batch: atomic") {
      defer { openDrafts = nil }
      var (steps, failure): ([BatchStep], BatchOutcome?) = ([], nil)
      let done = try inMemory {
        openDrafts = OpenDrafts()
        while failure == nil, let line = try next() {
          switch attempt(line) {
          case .success(let step):
            steps.append(step)
            environment.report(Progress("carrying out lines", steps.count))
          case .failure(let error):
            failure = .stopped(line: steps.count + 1, .failed(error))
          }
          if let last = steps.last, failure == nil, case let result = try last.result(nil),
            last.fork == nil, !result.isDone
          {
            failure = .stopped(line: steps.count, result)
          }
        }
        if failure == nil { try sealDrafts() }
      }
      if let failure {
        repository.discardObjects()
        return failure
      }
      try moveAll(done.moves)
      let tips = Dictionary(uniqueKeysWithValues: done.moves.map { ($0.fork, $0.to) })
      return .done(try steps.map { step in try step.result(step.fork.flatMap { tips[$0] ?? nil }) })
    }
  }

  private func attempt(_ line: [UInt8]) -> Result<BatchStep, StoreError> {
    do {
      try environment.checkInterruption()
      return .success(try step(BatchRequest(parsing: line)))
    } catch {
      return .failure(StoreError(translating: error))
    }
  }

  private typealias Move = (fork: Fork, from: ObjectID?, to: ObjectID?)

  /// Does something while forks move in memory alone.
  private func inMemory<Value>(
    _ body: () throws -> Value
  ) throws -> (result: Value, moves: [Move]) {
    repository.beginTransaction()
    let outer = openOperation
    defer { openOperation = outer }
    do {
      let result = try body()
      try environment.checkInterruption()
      return (result, repository.endTransaction())
    } catch {
      _ = repository.endTransaction()
      repository.discardObjects()
      throw error
    }
  }

  private func move(_ moves: [Move]) throws -> MovedForks {
    var moved = MovedForks()
    for (count, move) in moves.enumerated() {
      do {
        try finishing(count > 0) { try self.move(move) }
      } catch let error as GitError where error.kind == .raceLost {
        moved.lost.insert(move.fork)
      } catch let error as StoreError where error.kind == .tryAgain {
        moved.lost.insert(move.fork)
      } catch {
        moved.failed[move.fork] = StoreError(translating: error)
      }
    }
    repository.discardObjects()
    return moved
  }

  /// Moves all forks or none; those that are checked out first, since they can be refused.
  private func moveAll(_ moves: [Move]) throws {
    let shown = try repository.checkedOutForks()
    var done: [Move] = []
    let order = moves.filter { shown[$0.fork] != nil } + moves.filter { shown[$0.fork] == nil }
    do {
      for move in order {
        try finishing(!done.isEmpty) { try self.move(move) }
        done.append(move)
      }
    } catch {
      try finishing(true) {
        for move in done.reversed() { try self.move((move.fork, move.to, move.from)) }
      }
      throw error
    }
  }

  private func move(_ move: Move) throws {
    if let to = move.to, move.from != nil {
      return try advance(move.fork, reason: "batch", from: move.from, to: to)
    }
    let movement = Movement(fork: move.fork, from: move.from, to: move.to)
    try willMove([movement])
    try repository.compareAndSwap(
      .branch(move.fork), from: move.from, to: move.to, reflog: reflogEntry("batch"))
    didMove(movement)
  }
}

/// What became of an atomic batch.
public enum BatchOutcome: Sendable {
  /// Every line was done.
  case done([BatchResult])
  /// A line was not, and so nothing was.
  case stopped(line: Int, BatchResult)
}

/// Which forks could not be moved to where the lines brought them.
private struct MovedForks {
  var lost: Set<Fork> = []
  var failed: [Fork: StoreError] = [:]

  func hasLost(_ step: Result<BatchStep, StoreError>) -> Bool {
    guard case .success(let step) = step, let fork = step.fork else { return false }
    return lost.contains(fork)
  }

  func result(of step: Result<BatchStep, StoreError>) -> BatchResult {
    switch step {
    case .failure(let error): return .failed(error)
    case .success(let step):
      if let failure = step.fork.flatMap({ failed[$0] }) { return .failed(failure) }
      do { return try step.result(nil) } catch { return .failed(StoreError(translating: error)) }
    }
  }
}
