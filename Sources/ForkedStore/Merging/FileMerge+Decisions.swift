import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON

/// Decisions about whole files, and about lines: by the user's choice, else by the policy.
extension FileMerge {
  func decideLines(orConflict reason: String) throws -> MergeResult<MergedFile> {
    let merged = try mergeLines()
    if merged.isClean { return decided(merged.text, .lines, note: .lines(favoring: nil)) }
    if let chosen = try chosenLines() { return chosen }
    return try decide(
      by: policy.conflicts ?? (plan.defaultMerge == .mostRecent ? .mostRecent : .manual),
      orConflict: reason
    ) { side, recency in
      decided(
        try mergeLines(favoring: side), .lines, outcome: .kept(side, recency),
        note: .lines(favoring: side))
    }
  }

  /// Decides a file that is not merged by property by the user's choice of a version, else by a policy.
  ///
  /// - Parameters:
  ///   - reason: the reason of the conflict that the policy leaves to the user.
  ///   - keep: keeps a side, of which the changes may be the later ones.
  func decide(
    by policy: ConflictPolicy, orConflict reason: String,
    keeping keep: (MergeSide, Recency?) throws -> MergeResult<MergedFile>
  ) throws -> MergeResult<MergedFile> {
    if let chosen = try chosenWhole() { return chosen }
    switch policy {
    case .manual, .versions: return conflict(reason)
    case .base: return MergeResult(MergedFile(bytes: base))
    case .prefer(let side): return try keep(side, nil)
    case .mostRecent:
      guard let recency = try history.recency(.file) else {
        return conflict("it is not known which change is later")
      }
      return try keep(recency.later, recency)
    }
  }

  /// The user's choice for the whole file; nil: none.
  private var choice: ConflictChoice? { policy.choices[path]?[JSONPointer()] }

  /// Returns the line merge with the version that the user chose in place of each conflict; nil if they chose none, or
  /// the whole file.
  private func chosenLines() throws -> MergeResult<MergedFile>? {
    if policy.wholeFiles.contains(path) { return nil }
    let text: [UInt8]
    guard let choice else { return nil }
    switch choice {
    case .ours: text = try mergeLines(favoring: .ours)
    case .theirs: text = try mergeLines(favoring: .theirs)
    case .base: text = try linesOfBase()
    case .delete, .value: return nil
    }
    return decided(text, .user, outcome: .chosenFile(choice), note: .text("lines in conflict"))
  }

  /// Returns the line merge with the base's lines in place of each conflict.
  private func linesOfBase() throws -> [UInt8] {
    let longest =
      [base ?? [], ours, theirs].flatMap { $0.split(separator: UInt8(ascii: "\n")) }
      .map { line in line.prefix { $0 == line.first }.count }.max() ?? 0
    // Longer than any line that only looks like a marker.
    let lines = LineMerge(style: .diff3, markerSize: max(7, min(longest + 1, 65_535)))
    let marked = try lines.merge(base: base ?? [], ours: ours, theirs: theirs)
    return MarkedText(marked.text, markerSize: lines.markerSize).base
  }

  /// Returns the version that the user chose; nil if they chose none.
  ///
  /// - Parameter isDocument: true if a value is that of the document; otherwise it is a string with the file's text.
  func chosenWhole(asDocument isDocument: Bool = false) throws -> MergeResult<MergedFile>? {
    guard let choice else { return nil }
    let bytes: [UInt8]?
    switch choice {
    case .ours: bytes = ours
    case .theirs: bytes = theirs
    case .base: bytes = base
    case .delete: bytes = nil
    case .value(let node) where isDocument: bytes = Array(node.bytes) + [UInt8(ascii: "\n")]
    case .value(let node):
      guard let text = node.string else {
        throw StoreError(
          .usage, "this is not a JSON document, so it can be set only to a string",
          at: .init(document: path), hint: "write \("\(path)#=ours".quotedForShell), or theirs")
      }
      bytes = text.utf8
    }
    return decided(bytes, .user, outcome: .chosenFile(choice))
  }

  /// Returns the whole version of a side.
  func kept(
    _ side: MergeSide, by decider: MergeDecision.Decider, _ recency: Recency? = nil,
    note: MergeNote
  ) -> MergeResult<MergedFile> {
    decided(
      side == .ours ? ours : theirs, decider, outcome: .kept(side, recency), note: note)
  }

  func decided(
    _ bytes: [UInt8]?, _ decider: MergeDecision.Decider,
    outcome: MergeDecision.Outcome = .nothingDropped, note: MergeNote? = nil
  ) -> MergeResult<MergedFile> {
    let decision = MergeDecision(document: path, decider: decider, outcome: outcome, reason: note)
    return MergeResult(MergedFile(bytes: bytes), decisions: [decision])
  }

  private func conflict(_ reason: String) -> MergeResult<MergedFile> {
    MergeResult(
      MergedFile(bytes: ours),
      conflicts: [MergeConflict(document: path, reason: .bothChanged, detail: .text(reason))])
  }
}
