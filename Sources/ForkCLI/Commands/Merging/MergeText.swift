import ForkedDocument
import ForkedJSON
import ForkedMerge
import ForkedStore

/// How decisions and conflicts of a merge read, one line each.
extension StyledText {
  /// A decision between both sides' changes.
  static func line(for decision: MergeDecision) -> StyledText {
    let place = "\(decision.document)#\(decision.pointer)"
    var line: StyledText =
      "\("resolved", .green) \(place) (\(trusted: decision.deciderName)):"
    let (kept, dropped) = (decision.kept, decision.dropped)
    if let kept { line += " \(kept.described) stays," }
    if let dropped { line += " \(dropped.described) gave way" }
    if let note = decision.note {
      line += dropped == nil ? " \(note)" : "; \(note)"
    }
    return line
  }

  /// A conflict that is left to a person.
  static func line(for conflict: MergeConflict) -> StyledText {
    let place = "\(conflict.document)#\(conflict.pointer)"
    let values =
      "base \(conflict.base.described), ours \(conflict.ours.described), "
      + "theirs \(conflict.theirs.described)"
    let line: StyledText =
      "\("conflict", .red) \(place) (\(trusted: conflict.reason.description)): \(values)"
    return conflict.failures.reduce(line) { $0 + "\n  \($1.description)" }
  }
}

extension SideValue {
  /// The value, its side and its commit.
  fileprivate var described: String {
    let origin = commit.map { ", \($0.prefix(10))" } ?? ""
    return "\(value.described) (\(side.rawValue)\(origin))"
  }
}

extension JSONNode? {
  /// The value in one line, shortened where it is long.
  var described: String {
    self?.shortened ?? "nothing"
  }
}

extension Console {
  /// Says on standard error what a merge of one file decided and what it leaves to a person.
  func explain(merge report: FileMergeReport) {
    if let defect = report.result.avoidedDefect { explain(StoreError(avoidedByLines: defect)) }
    guard !manners.isQuiet else { return }
    if let reason = report.result.unreadable {
      let place = "\(reason.error.position.line):\(reason.error.position.column)"
      notify(
        "\(report.path): \(reason.version) is not a JSON document (\(place): \(reason.error.reason)); "
          + (report.isBinary ? "binary files are not merged, one side's stands" : "merged by lines")
      )
    }
    for decision in report.result.decisions { say(.line(for: decision)) }
    for conflict in report.result.conflicts { say(.line(for: conflict)) }
  }
}
