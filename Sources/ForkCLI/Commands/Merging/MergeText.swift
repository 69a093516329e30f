import ForkedDocument
import ForkedJSON
import ForkedMerge
import ForkedStore

/// How decisions and conflicts of a merge read, one line each.
extension StyledText {
  /// A decision between both sides' changes.
  static func line(
    for resolution: Resolution, in document: String, policy: ConflictPolicy?
  ) -> StyledText {
    let place = "\(document)#\(resolution.pointer)"
    var line: StyledText =
      "\("resolved", .green) \(place) (\(trusted: resolution.strategyName(under: policy))):"
    let (kept, dropped) = (resolution.outcome.kept, resolution.outcome.dropped)
    if let kept { line += " \(kept.described) stays," }
    if let dropped { line += " \(dropped.described) gave way" }
    if let note = resolution.outcome.note {
      line += dropped == nil ? " \(note)" : "; \(note)"
    }
    return line
  }

  /// A conflict that is left to a person.
  static func line(for conflict: PropertyConflict, in document: String) -> StyledText {
    let place = "\(document)#\(conflict.pointer)"
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
    if let defect = report.defect {
      explain(StoreError(avoidedByLines: defect, in: report.path))
    }
    guard !manners.isQuiet else { return }
    if let reason = report.mergedAsText {
      let place = "\(reason.error.position.line):\(reason.error.position.column)"
      notify(
        "\(report.path): \(reason.version) is not a JSON document (\(place): \(reason.error.reason)); "
          + (report.isBinary ? "binary files are not merged, one side's stands" : "merged by lines")
      )
    }
    for resolution in report.resolutions {
      say(.line(for: resolution, in: report.path, policy: report.policy))
    }
    for conflict in report.conflicts { say(.line(for: conflict, in: report.path)) }
  }
}
