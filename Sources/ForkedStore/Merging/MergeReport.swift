public import Forked
public import ForkedDocument
public import ForkedGit
import ForkedJSON

/// What became of a merge.
public struct MergeReport: Report {
  /// What was needed.
  public var action: MergeAction
  /// The fork that moved.
  public var into: Fork
  /// What was merged into it.
  public var from: [String]
  /// Where the fork stands now, or would stand after a dry run; nil: nowhere.
  public var commit: ObjectID?
  /// How many files differ from what the fork had before.
  public var changed: Int
  /// How many files both sides had changed.
  public var merged: Int
  /// What the merge decided by itself.
  public var resolved: [MergeDecision]
  /// What is left to a person. Where there is any, nothing moved.
  public var conflicts: [MergeConflict]
  /// Whether this only says what would happen: nothing moved.
  public var isDryRun = false

  /// Names in a line that a person reads: of many, the first ones and the number of the others.
  public static func list(_ names: [String]) -> String {
    guard names.count > mostNames else { return names.joined(separator: ", ") }
    let first = names.prefix(mostNames - 1).joined(separator: ", ")
    return "\(first) and \(names.count - mostNames + 1) more"
  }

  private static let mostNames = 10

  /// As the manual has it: `{"action":..,"into":..,"from":[..],"commit":..,"documents":{..},"resolved":[..],
  /// "conflicts":[..]}`.
  public var reportValue: ReportValue {
    .object([
      "action": .string(action.rawValue), "into": .string(into.name), "from": .strings(from),
      "commit": .string(commit?.hex),
      "documents": .object(["changed": .number(changed), "merged": .number(merged)]),
      "resolved": .array(resolved.map(\.reportValue)),
      "conflicts": .array(conflicts.map(\.reportValue)),
    ])
  }
}
