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
    do {
      return try step(line).result(nil)
    } catch let error as StoreError where error.kind != .interrupted {
      return .failed(error)
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
  /// - Returns: a result for each line.
  /// - Throws: ``BatchStop`` if a line fails or leaves conflicts; an error if the forks cannot be updated. Nothing is
  ///   changed then.
  public func runAtomically(
    subject: String? = nil, _ next: () throws -> [UInt8]?
  ) throws -> [BatchResult] {
    try requireText(in: subject)
    return try transaction("batch: atomic", kind: .batch) { transaction in
      transaction.subject = subject
      let store = joining(transaction)
      var steps: [BatchStep] = []
      while let line = try next() {
        steps.append(try store.requiredStep(line, number: steps.count + 1))
        environment.report(Progress("applying changes", steps.count))
      }
      try transaction.seal()
      return try steps.map { step in
        try step.result(step.fork.flatMap { try repository.tip(of: $0) })
      }
    }
  }

  private func requiredStep(_ line: [UInt8], number: Int) throws -> BatchStep {
    do {
      let step = try step(line)
      if step.fork == nil, case let result = try step.result(nil), !result.isDone {
        throw BatchStop(line: number, result: result)
      }
      return step
    } catch let error as StoreError where error.kind != .interrupted {
      throw BatchStop(line: number, result: .failed(error))
    }
  }

  /// Carries out one line in memory.
  ///
  /// - Throws: ``StoreError``; a lost race, after which all lines are carried out again.
  private func step(_ line: [UInt8]) throws -> BatchStep {
    let made = repository.pendingObjects
    do {
      try environment.checkInterruption()
      return try step(BatchLine(parsing: line))
    } catch let error as GitError where error.kind == .raceLost {
      throw error
    } catch {
      repository.discardObjects(after: made)
      throw StoreError(translating: error)
    }
  }
}

/// The error that ends an atomic batch at a line that failed or left conflicts.
public struct BatchStop: Error {
  /// The number of the line, from 1.
  public var line: Int
  /// The result of the line.
  public var result: BatchResult
}
