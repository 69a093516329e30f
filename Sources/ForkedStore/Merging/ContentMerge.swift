import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// Three versions of one file, and how they become one: by property where all are documents, else by git's line
/// merge, and whole where one is binary.
struct ContentMerge {
  var path: String
  /// nil where there is no common ancestor.
  var base: [UInt8]?
  var ours: [UInt8]
  var theirs: [UInt8]
  /// Whether the path is a document's.
  var isDocument: Bool
  var plan: FieldPlan
  var policy: ConflictPolicy?
  var choices: [JSONPointer: ConflictChoice] = [:]
  /// Whether every property that both sides changed is listed.
  var listsContested = false
  /// Whether an increment that both versions hold is one.
  var countsAlikeOnce = false
  /// How conflicts in a document are marked.
  var lines = LineMerge()
  /// What is known of where the versions come from.
  var history = FileHistory()

  func run() throws -> MergedFile {
    if let documents = asDocuments() { return try merged(documents) }
    return try isBinary ? mergedWhole() : mergedByLines()
  }

  /// What decides a true conflict here.
  var effectivePolicy: ConflictPolicy {
    policy ?? (plan.defaultMerge == .mostRecent ? .mostRecent : .manual)
  }
}

/// What became of three versions of a file.
struct MergedFile {
  /// nil: nothing remains.
  var bytes: [UInt8]?
  var decisions: [MergeDecision] = []
  var conflicts: [RemainingConflict] = []
  var defects: [AuditDefect] = []
  var contested: [ContestedProperty] = []
}

extension ContentMerge {
  private func asDocuments() -> DocumentMerge? {
    guard isDocument,
      var merge = DocumentMerge(ifParsing: base, ours: ours, theirs: theirs, plan: plan)
    else { return nil }
    (merge.policy, merge.choices) = (policy, choices)
    merge.recency = { try history.recency(.property($0)) }
    merge.ancestors = history.ancestors
    merge.listsContested = listsContested
    merge.countsAlikeOnce = countsAlikeOnce
    return merge
  }

  private func merged(_ documents: DocumentMerge) throws -> MergedFile {
    let merged = try documents.run(
      markers: ConflictMarkers(lines), showBase: lines.style != .merge
    ) {
      let lines = try mergedLines()
      return lines.isClean ? lines.text : nil
    }
    if let defect = merged.defects.first, let byLines = try mergedByLines(insteadOf: defect) {
      return byLines
    }
    return MergedFile(
      bytes: merged.bytes,
      decisions: merged.resolutions.map {
        MergeDecision($0, in: path, choice: choices[$0.pointer], policy: policy)
      },
      conflicts: merged.conflicts.map { RemainingConflict($0, in: path) },
      defects: merged.defects, contested: merged.contested)
  }

  private var isBinary: Bool { FileMergeRequest.isBinary(base ?? [], ours, theirs) }

  private func mergedLines(
    favoring favor: LineMerge.Favor = .neither
  ) throws -> (text: [UInt8], isClean: Bool) {
    try LineMerge(favor: favor).merge(base: base ?? [], ours: ours, theirs: theirs)
  }

  private func mergedByLines() throws -> MergedFile {
    let lines = try mergedLines()
    if lines.isClean {
      return MergedFile(
        bytes: lines.text, decisions: [decision("lineMerge", "no document: merged by lines")])
    }
    if let chosen = try chosenWhole() { return chosen }
    switch effectivePolicy {
    case .manual: return conflict("lines that both sides changed")
    case .base: return MergedFile(bytes: base)
    case .prefer(let side): return try mergedByLines(favoring: side, nil)
    case .mostRecent:
      guard let recency = try history.recency(.file) else {
        return conflict("no side is known as later")
      }
      return try mergedByLines(favoring: recency.later, recency)
    }
  }

  /// The document as git would make it, where the audit found something missing; nil where that is a conflict, or no
  /// document that the schema allows.
  private func mergedByLines(insteadOf defect: AuditDefect) throws -> MergedFile? {
    let lines = try mergedLines()
    guard lines.isClean, let document = JSONDocument(ifParsing: lines.text),
      try !plan.isBinding || plan.accepts(document.root)
    else { return nil }
    let error = StoreError(avoidedByLines: defect, in: path)
    let note = [error.message, error.hint].compactMap { $0 }.joined(separator: "; ")
    return MergedFile(
      bytes: lines.text,
      decisions: [
        MergeDecision(document: path, pointer: defect.pointer, strategy: "lineMerge", note: note)
      ])
  }

  private func mergedByLines(favoring side: MergeSide, _ recency: Recency?) throws -> MergedFile {
    let lines = try mergedLines(favoring: side == .ours ? .ours : .theirs)
    let note = "no document: merged by lines, and \(side.rawValue) stands where both changed one"
    return MergedFile(
      bytes: lines.text, decisions: [decision("lineMerge", note, keeping: side, recency)])
  }

  private func mergedWhole() throws -> MergedFile {
    if let chosen = try chosenWhole() { return chosen }
    let side: MergeSide
    var known: Recency?
    switch policy {
    case .manual: return conflict("a binary file that both sides changed")
    case .base: return MergedFile(bytes: base)
    case .prefer(let preferred): side = preferred
    case .mostRecent, nil:
      guard let recency = try history.recency(.file) else {
        return conflict("no side is known as later")
      }
      (side, known) = (recency.later, recency)
    }
    return MergedFile(
      bytes: side == .ours ? ours : theirs,
      decisions: [decision("mostRecent", "a binary file", keeping: side, known)])
  }

  /// What a person decided about a file that is no document.
  private func chosenWhole() throws -> MergedFile? {
    guard let choice = choices[JSONPointer()] else { return nil }
    return MergedFile(
      bytes: try bytes(chosenBy: choice), decisions: [MergeDecision(settlingByHand: path)])
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
          .usage, "this is no JSON document, so it can be set only to a string",
          at: .init(document: path), hint: "write \("\(path)#=ours".quotedForShell), or theirs")
      }
      return text.utf8
    }
  }

  private func decision(
    _ strategy: String, _ note: String, keeping side: MergeSide? = nil, _ recency: Recency? = nil
  ) -> MergeDecision {
    var decision = MergeDecision(
      document: path, pointer: JSONPointer(), strategy: strategy, note: note)
    guard let side else { return decision }
    decision.kept = SideValue(side: side, recency)
    decision.dropped = SideValue(side: side.other, recency)
    return decision
  }

  private func conflict(_ note: String) -> MergedFile {
    MergedFile(
      bytes: ours,
      conflicts: [
        RemainingConflict(
          document: path, pointer: JSONPointer(),
          reason: PropertyConflict.Reason.bothChanged.rawValue, note: note)
      ])
  }
}

extension DocumentMerge {
  /// The merge of three texts; nil where it is one of lines.
  fileprivate init?(ifParsing base: [UInt8]?, ours: [UInt8], theirs: [UInt8], plan: FieldPlan) {
    do {
      try self.init(parsing: base, ours: ours, theirs: theirs, plan: plan)
    } catch {
      return nil
    }
  }
}

extension SideValue {
  /// A side whose value is no JSON, or is not worth repeating.
  init(side: MergeSide, _ recency: Recency?) {
    self.init(
      side: side, value: nil, commit: side == .ours ? recency?.ours : recency?.theirs)
  }
}
