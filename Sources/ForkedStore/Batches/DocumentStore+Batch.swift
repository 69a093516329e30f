import ForkedGit

extension DocumentStore {
  /// Carries out lines one after another, each as a version of its own.
  ///
  /// The objects are stored together, and each fork is updated once. A line whose result is `done` is stored. If
  /// storing fails, every line fails. If another process updates a fork meanwhile, all lines are carried out again on
  /// its new tip.
  ///
  /// - Parameter done: the number of lines that were carried out before, for the progress report.
  /// - Returns: a result for each line, in the order of the lines.
  /// - Throws: kind `interrupted`; nothing is changed then.
  public func run(_ lines: [[UInt8]], after done: Int = 0) throws -> [BatchResult] {
    do {
      let count = lines.count == 1 ? "1 line" : "\(lines.count) lines"
      return try transaction("batch: \(count)") { transaction in
        let store = joining(transaction)
        return try lines.enumerated().map { index, line in
          environment.report(Progress("applying changes", done + index))
          return try store.result(of: line)
        }
      }
    } catch {
      let failure = StoreError(translating: error)
      guard failure.kind != .interrupted else { throw error }
      return lines.map { _ in .failed(failure) }
    }
  }

  private func result(of line: [UInt8]) throws -> BatchResult {
    switch try attempt(line) {
    case .success(let step): try step.result(nil)
    case .failure(let error): .failed(error)
    }
  }

  /// Carries out lines one after another, all of them or none.
  ///
  /// Each fork that the lines edit gets one version. Its message has the messages of the lines. A merge is a version of
  /// its own.
  ///
  /// - Parameters:
  ///   - subject: the first line of the message; nil: a generated one.
  ///   - next: returns the next line; nil at the end.
  /// - Returns: a result for each line. If a line fails, the result of that line alone, and nothing is changed.
  /// - Throws: an error if the forks cannot be updated; nothing is changed then.
  public func runAtomically(
    subject: String? = nil, _ next: () throws -> [UInt8]?
  ) throws -> BatchOutcome {
    try requireText(in: subject)
    do {
      return try transaction("batch: atomic", kind: .batch) { transaction in
        transaction.subject = subject
        let store = joining(transaction)
        var steps: [BatchStep] = []
        while let line = try next() {
          steps.append(try store.requiredStep(line, number: steps.count + 1))
          environment.report(Progress("applying changes", steps.count))
        }
        try transaction.seal()
        return .done(
          try steps.map { step in try step.result(step.fork.flatMap { try repository.tip(of: $0) })
          })
      }
    } catch let stop as BatchStop {
      return .stopped(line: stop.line, stop.result)
    }
  }

  private func requiredStep(_ line: [UInt8], number: Int) throws -> BatchStep {
    switch try attempt(line) {
    case .failure(let error): throw BatchStop(line: number, result: .failed(error))
    case .success(let step):
      if step.fork == nil, case let result = try step.result(nil), !result.isDone {
        throw BatchStop(line: number, result: result)
      }
      return step
    }
  }

  private func attempt(_ line: [UInt8]) throws -> Result<BatchStep, StoreError> {
    let made = repository.pendingObjects
    do {
      try environment.checkInterruption()
      return .success(try step(BatchLine(parsing: line)))
    } catch let error as GitError where error.kind == .raceLost {
      throw error
    } catch {
      repository.discardObjects(after: made)
      let failure = StoreError(translating: error)
      guard failure.kind != .interrupted else { throw error }
      return .failure(failure)
    }
  }
}

/// The error that ends an atomic batch at a line that was not carried out.
private struct BatchStop: Error {
  var line: Int
  var result: BatchResult
}

/// The result of an atomic batch.
public enum BatchOutcome: Sendable {
  /// All lines were carried out.
  case done([BatchResult])
  /// A line failed or left conflicts, so nothing was changed.
  case stopped(line: Int, BatchResult)
}
