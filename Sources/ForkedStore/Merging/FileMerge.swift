import Forked
public import ForkedDocument
public import ForkedGit
import ForkedJSON
public import ForkedSchema

/// The merge of three versions of one file: by property if all are documents, else by git's line merge, or as a whole
/// if one is binary. No repository is needed.
public struct FileMerge {
  /// The file's path, as decisions and conflicts name it.
  let path: String
  /// The merge base; nil or blank if there is none.
  let base: [UInt8]?
  let ours: [UInt8]
  let theirs: [UInt8]
  /// True if the file is merged by property when it can be.
  var isDocument = true
  /// The strategies, by property.
  var plan: FieldPlan
  /// The plans of the schemas under which the sides wrote the file, if these are others.
  var formerPlans: FormerPlans?
  /// The decisions that the plan leaves open.
  var policy: MergePolicy
  /// True if the policy also decides about a file that is not merged by property. Otherwise it is merged as git does:
  /// conflicts are marked in the text, and of a binary file ours is kept.
  var decidesLines = false
  /// The history of the versions, as far as it is known.
  var history = FileHistory()
}

/// The result of merging one file.
public struct MergedFile: Sendable {
  /// The merged bytes, with conflict markers where conflicts remain; nil: the file is deleted.
  public var bytes: [UInt8]?
  /// True if git's line merge left conflicts, which the text marks.
  public var hasMarkedLines = false
  /// The version that is not a document, because of which the file was not merged by property; nil if it was.
  public var unreadable: UnreadableVersion?
  /// The reason for which documents were merged by lines, although all can be read; nil if they were not.
  public var reasonForLines: String?
  /// The defect of the merge by property, because of which the file was merged by lines.
  public var avoidedDefect: AuditDefect?
}

extension FileMerge {
  /// Creates a merge of three versions, which is done as git does it if they are not documents.
  ///
  /// - Parameters:
  ///   - policy: the rule for conflicts that the schema does not decide; nil: as the schema says.
  ///   - lines: the style of conflict markers, and the side that the line merge favors.
  ///   - listing: the rest that the result lists beside decisions and conflicts.
  public init(
    path: String, base: [UInt8]?, ours: [UInt8], theirs: [UInt8],
    schemas: SchemaSet = SchemaSet(), policy: ConflictPolicy? = nil,
    lines: LineMerge = LineMerge(), listing: MergeListing = .nothingElse
  ) {
    self.init(
      path: path, base: base, ours: ours, theirs: theirs, plan: schemas.plan(forDocument: path),
      policy: MergePolicy(conflicts: policy, listing: listing, lines: lines))
  }

  /// Merges the file.
  ///
  /// - Throws: the errors of the history, and `ValidationExcess`.
  public func run() throws -> MergeResult<MergedFile> {
    guard isDocument else { return try mergeFile() }
    do {
      let documents = try documents()
      if let apart = try mergeApart(documents) { return apart }
      let merged = try documents.run(
        markers: ConflictMarkers(policy.lines), showBase: policy.lines.style != .merge
      ) {
        let byLines = try mergeLines()
        return byLines.isClean ? byLines.text : nil
      }.named(path)
      guard let defect = merged.defects.first else {
        return merged.with(MergedFile(bytes: merged.bytes))
      }
      return try mergeLines(insteadOf: defect, in: documents) ?? leaveWhole(documents, defect)
    } catch let reason as UnreadableVersion {
      var merged = try mergeFile()
      merged.unreadable = reason
      return merged
    } catch let conflict as CommentConflict {
      return try mergeFile(around: conflict)
    }
  }

  private func documents() throws(UnreadableVersion) -> DocumentMerge {
    let hasBase = base.map { !$0.allSatisfy(\.isWhiteSpace) } ?? false
    var merge = try DocumentMerge(
      parsing: hasBase ? base : nil, ours: ours, theirs: theirs, plan: plan,
      notation: JSONNotation(path: path), policy: policy.conflicts,
      choices: policy.choices[path] ?? [:])
    merge.recency = { try history.recency(.property($0)) }
    merge.ancestors = history.ancestors
    merge.formerPlans = formerPlans
    merge.listing = policy.listing
    merge.countsAlikeOnce = policy.countsAlikeOnce
    return merge
  }

  /// Merges a document whose comments are in conflict by lines.
  ///
  /// If lines conflict, too, no side is preferred: its lines would drop changes of the other that are in no conflict.
  private func mergeFile(around conflict: CommentConflict) throws -> MergeResult<MergedFile> {
    let reason = "comments at '\(conflict.pointer)' that both sides changed or deleted"
    var file = self
    if policy.conflicts != .base { file.policy.conflicts = .manual }
    var merged = try file.mergeFile(orConflict: reason)
    merged.reasonForLines = reason
    return merged
  }

  /// Merges a file that is not merged by property.
  ///
  /// - Parameter reason: the reason of a conflict that the line merge leaves.
  private func mergeFile(
    orConflict reason: String = "lines that both sides changed"
  ) throws -> MergeResult<MergedFile> {
    switch (decidesLines, isBinary) {
    case (false, true): return keepSide()
    case (false, false):
      let merged = try mergeLines(policy.lines)
      return MergeResult(MergedFile(bytes: merged.text, hasMarkedLines: !merged.isClean))
    case (true, true):
      return try decide(
        by: policy.conflicts ?? .mostRecent, orConflict: "a binary file that both sides changed"
      ) { side, recency in
        kept(side, by: .strategy, recency, note: .text("a binary file"))
      }
    case (true, false): return try decideLines(orConflict: reason)
    }
  }

  /// True if git takes the file for binary: it has a NUL among the first 8,000 bytes of any version.
  var isBinary: Bool {
    [base ?? [], ours, theirs].contains { $0.prefix(8000).contains(0) }
  }

  /// Keeps our version of a binary file, which is a conflict unless one side alone changed it or a side is preferred.
  private func keepSide() -> MergeResult<MergedFile> {
    let old = base ?? []
    let favor = policy.lines.favor
    let isOursAlone = theirs == old || theirs == ours
    let takesTheirs = ours == old || (favor == .theirs && !isOursAlone)
    let isClean = takesTheirs || isOursAlone || favor == .ours
    return MergeResult(MergedFile(bytes: takesTheirs ? theirs : ours, hasMarkedLines: !isClean))
  }

  func mergeLines(
    _ lines: LineMerge = LineMerge()
  ) throws -> (text: [UInt8], isClean: Bool) {
    try lines.merge(base: base ?? [], ours: ours, theirs: theirs)
  }

  func mergeLines(favoring side: MergeSide) throws -> [UInt8] {
    try mergeLines(LineMerge(favor: side == .ours ? .ours : .theirs)).text
  }

  /// Returns the document as git's line merge makes it, after the audit found that something is missing; nil if the audit
  /// finds a defect in that, too, or if lines conflict and the policy decides.
  private func mergeLines(
    insteadOf defect: AuditDefect, in documents: DocumentMerge
  ) throws -> MergeResult<MergedFile>? {
    let byLines = try mergeLines(decidesLines ? LineMerge() : policy.lines)
    let isAccepted =
      try byLines.isClean ? documents.accepts(lines: byLines.text) : !decidesLines
    guard isAccepted else { return nil }
    var merged = MergeResult(
      MergedFile(bytes: byLines.text, hasMarkedLines: !byLines.isClean, avoidedDefect: defect))
    guard decidesLines else { return merged }
    let error = StoreError(avoidedByLines: defect)
    let note = [error.message, error.hint].compactMap { $0 }.joined(separator: "; ")
    merged.decisions = [
      MergeDecision(
        document: path, pointer: defect.pointer, decider: .lines, outcome: .nothingDropped,
        reason: .text(note))
    ]
    return merged
  }

  /// Leaves a document to the user, of which the audit refused every merge: the version that they choose is kept whole.
  ///
  /// Of a side that they prefer, only the lines that are in conflict are kept, if the result is JSON and nothing is said to
  /// stand at another thing.
  private func leaveWhole(
    _ documents: DocumentMerge, _ defect: AuditDefect
  ) throws -> MergeResult<MergedFile> {
    if let chosen = try chosenWhole(asDocument: true) { return chosen }
    let isOpen = defect.isAboutIdentity
    let reason =
      (isOpen ? "nothing tells which thing is which" : "the audit of the merge failed")
      + ": \(defect.message)"
    guard case .prefer(let side)? = policy.conflicts else {
      return wholeConflict(in: documents, .bothChanged, note: .text(reason))
    }
    let byLines = try mergeLines(favoring: side)
    guard !isOpen, JSONDocument.ifReadable(byLines, as: documents.ours.notation) != nil else {
      return kept(side, by: .preference, note: .text(reason))
    }
    let rule = "merged by lines, where both sides changed one, that of \(side.rawValue)"
    return decided(
      byLines, .lines, outcome: .kept(side, nil), note: .text("\(reason); \(rule)"))
  }

  /// Returns a conflict about a whole document, with both versions between markers.
  func wholeConflict(
    in documents: DocumentMerge, _ reason: MergeConflict.Reason, note: MergeNote
  ) -> MergeResult<MergedFile> {
    let conflict = documents.wholeConflict(
      reason, note: note, markers: ConflictMarkers(policy.lines),
      showBase: policy.lines.style != .merge)
    return conflict.named(path).with(MergedFile(bytes: conflict.bytes))
  }
}

extension ConflictMarkers {
  /// Creates the markers that git's line merge writes.
  fileprivate init(_ lines: LineMerge) {
    self.init(
      size: lines.markerSize, ours: lines.labels.ours, base: lines.labels.base,
      theirs: lines.labels.theirs)
  }
}

extension UInt8 {
  fileprivate var isWhiteSpace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
  }
}
