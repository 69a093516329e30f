import Forked
import ForkedGit

/// What became of one line of a batch.
public enum BatchResult: Sendable {
  /// It was done; the command's report.
  case done(ReportValue)
  /// It left conflicts, and nothing of it was done; the merge's report.
  case conflicts(ReportValue)
  /// It failed, and nothing of it was done.
  case failed(StoreError)

  /// Whether it was done.
  public var isDone: Bool {
    if case .done = self { true } else { false }
  }
}

/// A line that was carried out in memory.
struct BatchStep {
  /// The fork that it moves; nil: none.
  var fork: Fork?
  /// The result, once it is known where the fork stands in the end.
  var result: (_ commit: ObjectID?) throws -> BatchResult
}

extension DocumentStore {
  /// Carries out one line.
  func step(_ request: BatchRequest) throws -> BatchStep {
    let expectation = try expectation(request.expectation)
    switch request.action {
    case .update(var update):
      update.expectation = expectation
      var report = try updateDocument(update)
      return BatchStep(fork: report.fork) { commit in
        report.commit = commit ?? report.commit
        return .done(report.reportValue)
      }
    case .remove(var remove):
      remove.expectation = expectation
      var report = try removeDocuments(remove)
      return BatchStep(fork: report.fork) { commit in
        report.commit = commit ?? report.commit
        return .done(report.reportValue)
      }
    case .removeModel(var remove):
      remove.expectation = expectation
      var report = try removeModel(remove)
      return BatchStep(fork: report.fork) { commit in
        report.commit = commit ?? report.commit
        return .done(report.reportValue)
      }
    case .get(let get):
      let report = try getDocument(get)
      return BatchStep(fork: nil) { _ in .done(try report.reportValue()) }
    case .create(let create):
      let report = try createFork(create)
      return BatchStep(fork: report.fork) { _ in .done(report.reportValue) }
    case .merge(let merge):
      try check(expectation, of: [], in: snapshot(of: fork(named: merge.into)))
      let report = try self.merge(merge)
      let value = report.reportValue
      let isClean = report.conflicts.isEmpty
      return BatchStep(fork: isClean ? report.into : nil) { _ in
        isClean ? .done(value) : .conflicts(value)
      }
    }
  }

  private func expectation(_ text: String?) throws -> Expectation? {
    guard let text else { return nil }
    return text == "absent" ? .absent : .commit(try commit(at: text))
  }
}
