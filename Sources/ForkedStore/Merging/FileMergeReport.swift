public import ForkedDocument
import ForkedJSON

/// What became of the three versions of a file.
public struct FileMergeReport: Report {
  /// The file's path.
  public var path: String
  /// The merged file, and what was decided and left open.
  public var result: MergeResult<MergedFile>
  /// True if a version is binary, so that nothing could be merged.
  public var isBinary: Bool

  /// The report of a merge.
  public init(_ merge: FileMerge) throws {
    path = merge.path
    result = try merge.run()
    isBinary = result.unreadable != nil && merge.isBinary
  }

  /// The merged bytes; with conflicts, they hold conflict markers.
  public var bytes: [UInt8] { result.bytes ?? [] }

  /// True if nothing is left to the user.
  public var isClean: Bool { result.isClean && !result.hasMarkedLines }

  /// True if both sides changed one property, however that ended.
  var isContested: Bool {
    !result.contested.isEmpty || !result.decisions.isEmpty || result.avoidedDefect != nil
  }

  /// The report as one JSON value.
  public var reportValue: ReportValue {
    .object([
      "document": .string(path), "clean": .bool(isClean),
      "mergedAsText": result.unreadable.map { .string("\($0.version): \($0.error.reason)") },
      "defect": result.avoidedDefect?.reportValue,
      "resolved": .array(result.decisions.map(\.reportValue)),
      "conflicts": .array(result.conflicts.map(\.reportValue)),
    ])
  }
}

extension AuditDefect {
  fileprivate var reportValue: ReportValue {
    .object(["pointer": .string(pointer.description), "message": .string(message)])
  }
}
