import Forked
import ForkedGit

extension DocumentStore {
  /// Carries out lines one after another, each a version of its own; the objects are stored together, and each fork is
  /// updated once. What is returned as done is stored; where that fails, none of the lines is done.
  ///
  /// All lines are carried out again where a race was lost, from where the forks stand then.
  ///
  /// - Parameter done: how many lines were carried out before, for those who watch the progress.
  /// - Returns: a result for each line, in their order.
  /// - Throws: kind `interrupted`; nothing was done then.
  public func run(_ lines: [[UInt8]], after done: Int = 0) throws -> [BatchResult] {
    do {
      return try transaction("batch: \(lines.count) lines") { transaction in
        let store = joining(transaction)
        return try lines.enumerated().map { index, line in
          environment.report(Progress("carrying out lines", done + index))
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

  /// Carries out lines one after another, all or none: at the end one version for each fork that they edit, but for a
  /// merge, which is a version of its own.
  ///
  /// - Parameter next: gives the next line; nil at the end.
  /// - Returns: a result for each line; where one of them failed, that one's, and nothing was done.
  /// - Throws: where forks could not be updated; nothing was done then.
  public func runAtomically(_ next: () throws -> [UInt8]?) throws -> BatchOutcome {
    do {
      return try transaction("batch: atomic", kind: .batch) { transaction in
        let store = joining(transaction)
        var steps: [BatchStep] = []
        while let line = try next() {
          steps.append(try store.requiredStep(line, number: steps.count + 1))
          environment.report(Progress("carrying out lines", steps.count))
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
      return .success(try step(BatchRequest(parsing: line)))
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

/// Ends an atomic batch at a line that was not done.
private struct BatchStop: Error {
  var line: Int
  var result: BatchResult
}

/// What became of an atomic batch.
public enum BatchOutcome: Sendable {
  /// Every line was done.
  case done([BatchResult])
  /// A line was not, and so nothing was.
  case stopped(line: Int, BatchResult)
}
