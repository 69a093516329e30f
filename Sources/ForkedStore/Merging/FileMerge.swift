import Forked
public import ForkedDocument
public import ForkedGit
public import ForkedJSON
public import ForkedSchema

/// The merge of three versions of one file: by property if all are documents, else by git's line merge, or as a whole
/// if one is binary. No repository is needed.
public struct FileMerge {
  /// The merge of a file that is not merged by property.
  public enum Fallback: Sendable {
    /// The merge that git does: conflicts are marked in the text, and of a binary file ours is kept.
    case git
    /// The merge that the policy asks for; what it leaves open is a conflict.
    case policy
  }

  /// The file's path, as decisions and conflicts name it.
  public var path: String
  /// The merge base; nil or blank if there is none.
  public var base: [UInt8]?
  /// Our version.
  public var ours: [UInt8]
  /// Their version.
  public var theirs: [UInt8]
  /// True if the file is merged by property when it can be.
  public var isDocument = true
  /// The strategies, by property.
  public var plan: FieldPlan
  /// The plans of the schemas under which the sides wrote the file, if these are others.
  public var formerPlans: FormerPlans?
  /// The rule for conflicts that the plan does not decide; nil: as the plan's schema says.
  public var policy: ConflictPolicy?
  /// The user's resolutions, by pointer.
  public var choices: [JSONPointer: ConflictChoice] = [:]
  /// True if the user's choice for a file that is merged by lines is about the whole file, not its lines in conflict.
  public var takesFile = false
  /// The merge of a file that is not merged by property.
  public var fallback: Fallback
  /// The rest that the result lists beside decisions and conflicts.
  public var listing = MergeListing.nothingElse
  /// True if an increment that both versions hold counts once.
  public var countsAlikeOnce = false
  /// The style of conflict markers, and the side that the line merge favors.
  public var lines = LineMerge()
  /// The history of the versions, as far as it is known.
  var history = FileHistory()
  /// The reason of a conflict that the line merge leaves.
  private var reasonForLines = "lines that both sides changed"

  /// Creates a merge of three versions, which is done as `fallback` says if they are not documents.
  public init(
    path: String, base: [UInt8]?, ours: [UInt8], theirs: [UInt8],
    schemas: SchemaSet = SchemaSet(), policy: ConflictPolicy? = nil, fallback: Fallback = .git,
    lines: LineMerge = LineMerge()
  ) {
    self.path = path
    self.base = base
    self.ours = ours
    self.theirs = theirs
    plan = schemas.plan(forDocument: path)
    self.policy = policy
    self.fallback = fallback
    self.lines = lines
  }
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
  /// Merges the file.
  ///
  /// - Throws: the errors of the history, and `ValidationExcess`.
  public func run() throws -> MergeResult<MergedFile> {
    guard isDocument else { return try mergedAsFile(nil) }
    do {
      let documents = try documents()
      if let apart = try mergedApart(documents) { return apart }
      let merged = try documents.run(
        markers: ConflictMarkers(lines), showBase: lines.style != .merge
      ) {
        let byLines = try mergedLines()
        return byLines.isClean ? byLines.text : nil
      }.named(path)
      guard let defect = merged.defects.first else {
        return merged.with(MergedFile(bytes: merged.bytes))
      }
      return try mergedByLines(insteadOf: defect, in: documents) ?? leftWhole(defect, documents)
    } catch let reason as UnreadableVersion {
      return try mergedAsFile(reason)
    } catch let conflict as CommentConflict {
      return try merged(around: conflict)
    }
  }

  /// Returns the line merge of a document whose comments are in conflict.
  ///
  /// If lines conflict, too, no side is preferred: its lines would drop changes of the other that are in no conflict.
  private func merged(around conflict: CommentConflict) throws -> MergeResult<MergedFile> {
    var file = self
    if policy != .base { file.policy = .manual }
    file.reasonForLines = "comments at '\(conflict.pointer)' that both sides changed or deleted"
    var merged = try file.mergedAsFile(nil)
    merged.reasonForLines = file.reasonForLines
    return merged
  }

  /// True if git takes the file for binary: it has a NUL among the first 8,000 bytes of any version.
  public var isBinary: Bool {
    [base ?? [], ours, theirs].contains { $0.prefix(8000).contains(0) }
  }

  private func documents() throws(UnreadableVersion) -> DocumentMerge {
    let hasBase = base.map { !$0.allSatisfy(\.isWhiteSpace) } ?? false
    var merge = try DocumentMerge(
      parsing: hasBase ? base : nil, ours: ours, theirs: theirs, plan: plan,
      notation: JSONNotation(path: path), policy: policy, choices: choices)
    merge.recency = { try history.recency(.property($0)) }
    merge.ancestors = history.ancestors
    merge.formerPlans = formerPlans
    merge.listing = listing
    merge.countsAlikeOnce = countsAlikeOnce
    return merge
  }

  private func mergedAsFile(_ reason: UnreadableVersion?) throws -> MergeResult<MergedFile> {
    var merged: MergeResult<MergedFile>
    switch (fallback, isBinary) {
    case (.git, true): merged = keepingSide()
    case (.git, false): merged = try markedLines()
    case (.policy, true): merged = try mergedWhole()
    case (.policy, false): merged = try mergedByLines()
    }
    merged.unreadable = reason
    return merged
  }

  private func mergedLines(
    favoring favor: LineMerge.Favor = .neither
  ) throws -> (text: [UInt8], isClean: Bool) {
    try LineMerge(favor: favor).merge(base: base ?? [], ours: ours, theirs: theirs)
  }

  /// Returns the document as git's line merge makes it, after the audit found that something is missing; nil if the audit
  /// finds a defect in that, too.
  ///
  /// With the fallback `git`, lines may have conflicts.
  private func mergedByLines(
    insteadOf defect: AuditDefect, in documents: DocumentMerge
  ) throws -> MergeResult<MergedFile>? {
    if fallback == .git {
      var merged = try markedLines()
      guard try merged.hasMarkedLines || documents.accepts(lines: merged.bytes ?? []) else {
        return nil
      }
      merged.avoidedDefect = defect
      return merged
    }
    let byLines = try mergedLines()
    guard byLines.isClean, try documents.accepts(lines: byLines.text) else { return nil }
    let error = StoreError(avoidedByLines: defect)
    let note = [error.message, error.hint].compactMap { $0 }.joined(separator: "; ")
    return MergeResult(
      MergedFile(bytes: byLines.text, avoidedDefect: defect),
      decisions: [
        MergeDecision(
          document: path, pointer: defect.pointer, decider: .lines, outcome: .nothingDropped,
          reason: .text(note))
      ])
  }
}

// MARK: - As git does

extension FileMerge {
  private func markedLines() throws -> MergeResult<MergedFile> {
    let merged = try lines.merge(base: base ?? [], ours: ours, theirs: theirs)
    return MergeResult(MergedFile(bytes: merged.text, hasMarkedLines: !merged.isClean))
  }

  /// Keeps our version of a binary file, which is a conflict unless one side alone changed it or a side is preferred.
  private func keepingSide() -> MergeResult<MergedFile> {
    let old = base ?? []
    let isOursAlone = theirs == old || theirs == ours
    let takesTheirs = ours == old || (lines.favor == .theirs && !isOursAlone)
    let isClean = takesTheirs || isOursAlone || lines.favor == .ours
    return MergeResult(
      MergedFile(bytes: takesTheirs ? theirs : ours, hasMarkedLines: !isClean))
  }
}

// MARK: - As the policy says

extension FileMerge {
  private func mergedByLines() throws -> MergeResult<MergedFile> {
    let merged = try mergedLines()
    if merged.isClean { return decided(merged.text, .lines, note: .lines(favoring: nil)) }
    if let chosen = try chosenLines() { return chosen }
    return try decided(
      by: policy ?? (plan.defaultMerge == .mostRecent ? .mostRecent : .manual),
      orConflict: .text(reasonForLines)
    ) { side, recency in
      let lines = try mergedLines(favoring: LineMerge.Favor(side)).text
      return decided(
        lines, .lines, outcome: .kept(side, recency), note: .lines(favoring: side))
    }
  }

  private func mergedWhole() throws -> MergeResult<MergedFile> {
    try decided(
      by: policy ?? .mostRecent, orConflict: .text("a binary file that both sides changed")
    ) { side, recency in
      kept(side, by: .strategy, recency, note: .text("a binary file"))
    }
  }

  /// Decides a file that is not merged by property by the user's choice of a version, else by a policy.
  ///
  /// - Parameters:
  ///   - conflict: the reason of the conflict that the policy leaves to the user.
  ///   - keep: keeps a side, of which the changes may be the later ones.
  private func decided(
    by policy: ConflictPolicy, orConflict conflict: MergeNote,
    keeping keep: (MergeSide, Recency?) throws -> MergeResult<MergedFile>
  ) throws -> MergeResult<MergedFile> {
    if let chosen = try chosenWhole() { return chosen }
    switch policy {
    case .manual, .versions: return self.conflict(conflict)
    case .base: return MergeResult(MergedFile(bytes: base))
    case .prefer(let side): return try keep(side, nil)
    case .mostRecent:
      guard let recency = try history.recency(.file) else {
        return self.conflict(.text("it is not known which change is later"))
      }
      return try keep(recency.later, recency)
    }
  }

  /// Leaves a document to the user, of which the audit refused every merge: the version that they choose is kept whole.
  ///
  /// Of a side that they prefer, only the lines that are in conflict are kept, if the result is JSON and nothing is said to
  /// stand at another thing.
  private func leftWhole(
    _ defect: AuditDefect, _ documents: DocumentMerge
  ) throws -> MergeResult<MergedFile> {
    if let chosen = try chosenWhole() { return chosen }
    let isOpen = defect.isAboutIdentity
    let reason = isOpen ? "nothing tells which thing is which" : "the audit of the merge failed"
    let note = MergeNote.text("\(reason): \(defect.message)")
    if case .prefer(let side)? = policy {
      let byLines = try mergedLines(favoring: LineMerge.Favor(side)).text
      let document = try? JSONDocument.reading(byLines, as: documents.ours.notation)
      guard document != nil, !isOpen else { return kept(side, by: .preference, note: note) }
      let rule = MergeNote.text(
        "\(reason): \(defect.message); merged by lines, where both sides changed one, that of "
          + side.rawValue)
      return decided(byLines, .lines, outcome: .kept(side, nil), note: rule)
    }
    let conflict = documents.wholeConflict(
      .bothChanged, note: note, markers: ConflictMarkers(lines), showBase: lines.style != .merge)
    return conflict.named(path).with(MergedFile(bytes: conflict.bytes))
  }

  /// Returns the whole version of a side.
  func kept(
    _ side: MergeSide, by decider: MergeDecision.Decider, _ recency: Recency? = nil,
    note: MergeNote
  ) -> MergeResult<MergedFile> {
    decided(
      side == .ours ? ours : theirs, decider, outcome: .kept(side, recency), note: note)
  }

  /// Returns the line merge with the version that the user chose in place of each conflict; nil if they chose none, or
  /// the whole file.
  private func chosenLines() throws -> MergeResult<MergedFile>? {
    if takesFile { return nil }
    let text: [UInt8]
    switch choices[JSONPointer()] {
    case .ours?: text = try mergedLines(favoring: .ours).text
    case .theirs?: text = try mergedLines(favoring: .theirs).text
    case .base?: text = try linesOfBase()
    case .delete?, .value?, nil: return nil
    }
    return decided(text, .user, outcome: .chosenFile, note: .text("lines in conflict"))
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

  /// Returns the version that the user chose of a file that is not a document; nil if they chose none.
  func chosenWhole() throws -> MergeResult<MergedFile>? {
    guard let choice = choices[JSONPointer()] else { return nil }
    return decided(try bytes(chosenBy: choice), .user, outcome: .chosenFile)
  }

  private func bytes(chosenBy choice: ConflictChoice) throws -> [UInt8]? {
    switch choice {
    case .ours: return ours
    case .theirs: return theirs
    case .base: return base
    case .delete: return nil
    case .value(let node):
      guard let text = node.string else {
        throw StoreError(
          .usage, "this is not a JSON document, so it can be set only to a string",
          at: .init(document: path), hint: "write \("\(path)#=ours".quotedForShell), or theirs")
      }
      return text.utf8
    }
  }

  func decided(
    _ bytes: [UInt8]?, _ decider: MergeDecision.Decider,
    outcome: MergeDecision.Outcome = .nothingDropped, note: MergeNote? = nil
  ) -> MergeResult<MergedFile> {
    let decision = MergeDecision(document: path, decider: decider, outcome: outcome, reason: note)
    return MergeResult(MergedFile(bytes: bytes), decisions: [decision])
  }

  private func conflict(_ detail: MergeNote) -> MergeResult<MergedFile> {
    MergeResult(
      MergedFile(bytes: ours),
      conflicts: [MergeConflict(document: path, reason: .bothChanged, detail: detail)])
  }
}

extension MergeDecision.Outcome {
  /// A side was kept; the values are not JSON, or not worth repeating.
  static func kept(_ side: MergeSide, _ recency: Recency?) -> Self {
    .keptOneSide(
      kept: SideValue(side: side, recency), dropped: SideValue(side: side.other, recency))
  }
}

extension SideValue {
  /// Creates a side without its value, which is not JSON, or not worth repeating.
  init(side: MergeSide, _ recency: Recency?) {
    self.init(
      side: side, value: nil, commit: side == .ours ? recency?.ours : recency?.theirs)
  }
}

extension LineMerge.Favor {
  fileprivate init(_ side: MergeSide) { self = side == .ours ? .ours : .theirs }
}

extension ConflictMarkers {
  /// Creates the markers that git's line merge writes.
  init(_ lines: LineMerge) {
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

extension StoreError {
  /// Creates the error for an audit that found a defect, so that nothing was written.
  init(_ defect: AuditDefect) {
    self.init(
      .defect, "the audit of the merge failed, so nothing was written: \(defect.message)",
      at: Location(document: defect.document, pointer: defect.pointer),
      hint: "this is a defect of fork: please report it, and merge this document by hand")
  }

  /// Creates the error for an audit that found a defect, so that the document was merged by lines.
  public init(avoidedByLines defect: AuditDefect) {
    if defect.isAboutIdentity {
      self.init(
        .defect,
        "nothing tells which thing is which (\(defect.message)); merged by lines, as git does",
        at: Location(document: defect.document, pointer: defect.pointer),
        hint: "ids that stay, or an id that the schema declares, would tell it")
      return
    }
    self.init(
      .defect,
      "the audit of the merge by property failed (\(defect.message)); merged by lines, as git does",
      at: Location(document: defect.document, pointer: defect.pointer),
      hint: "this is a defect of fork: please report it")
  }
}
