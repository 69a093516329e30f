import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// Two versions of one path of which only one can be kept.
struct PathConflict {
  let path: TreePath
  let base: TreeEntry?
  let ours: TreeEntry?
  let theirs: TreeEntry?
  let policy: ConflictPolicy?
  let choice: ConflictChoice?
  let recency: (Followed) throws -> Recency?

  init(_ diverged: TreeMerge.Diverged, in merge: EntryMerge) {
    path = diverged.path
    base = diverged.base
    ours = diverged.ours
    theirs = diverged.theirs
    let name = path.description
    let plan = merge.schemas.plan(forDocument: name)
    policy =
      merge.policy.conflicts ?? (plan.defaultMerge == .mostRecent ? .mostRecent : nil)
    choice = merge.policy.choices[name]?[JSONPointer()]
    recency = merge.history(diverged).recency
  }

  func entry(of side: MergeSide) -> TreeEntry? { side == .ours ? ours : theirs }

  /// True if all versions are regular files.
  var areFiles: Bool { [base, ours, theirs].allSatisfy { $0?.mode.isRegularFile ?? true } }

  /// True if the later version may be kept without asking: not if they are of different kinds, as a file and a link,
  /// unless the policy is so.
  var isLaterKept: Bool {
    let modes = [ours, theirs].compactMap { $0?.mode }
    if modes.contains(.tree) { return false }
    return modes.allSatisfy(\.isRegularFile) || ours?.mode == theirs?.mode || policy == .mostRecent
  }

  /// One of both versions, whichever of them is called ours: what both sides added is in a virtual ancestor, so that a
  /// later deletion is none of a new file.
  var anySide: TreeEntry? { TreeEntry.isLess(ours, theirs) ? ours : theirs }

  /// The side that did not delete the file.
  var changingSide: MergeSide { ours == nil ? .theirs : .ours }
}

extension EntryMerge {
  /// Decides between two whole versions: by the user's choice, else as the policy says. Otherwise it is a conflict.
  ///
  /// - Parameters:
  ///   - reason: the reason of the conflict.
  ///   - note: what both sides did.
  ///   - summary: the same for a side that the user prefers; nil: the note.
  ///   - entry: the entry in a virtual ancestor.
  ///   - later: returns what the later change decides; nil if it decides nothing.
  func decide(
    _ pathConflict: PathConflict, _ reason: MergeConflict.Reason = .bothChanged, note: MergeNote,
    preferred summary: MergeNote? = nil, inAncestor entry: TreeEntry?,
    byRecency later: () throws -> MergeResult<MergedEntry>? = { nil }
  ) throws -> MergeResult<MergedEntry> {
    if let chosen = try chosen(pathConflict) { return chosen }
    switch pathConflict.policy {
    case .base: return MergeResult(MergedEntry(entry: entry))
    case .prefer(let side):
      return try keeping(side, in: pathConflict, note: summary ?? note, decidedBy: .preference)
    case .mostRecent, nil: if let kept = try later() { return kept }
    case .manual, .versions: break
    }
    return try conflict(reason, pathConflict, note: note)
  }

  /// Merges a path that one side deleted and the other changed.
  ///
  /// The deletion is kept if the change alters no value of the document. Otherwise the change is kept if the policy or
  /// the schema is `mostRecent`, and it is a conflict if there is no policy.
  func mergeDeletion(_ pathConflict: PathConflict) throws -> MergeResult<MergedEntry> {
    let changing = pathConflict.changingSide
    if pathConflict.choice == nil, let before = try document(pathConflict.base, pathConflict),
      let after = try document(pathConflict.entry(of: changing), pathConflict),
      after.root == before.root
    {
      return MergeResult(MergedEntry(entry: nil))
    }
    return try mergeDeletion(
      pathConflict, "one side deleted what the other changed",
      note: .deleted(by: changing.other))
  }

  /// Decides between a deletion and a change.
  ///
  /// - Parameters:
  ///   - summary: what both sides did, for a decision.
  ///   - note: the same for a conflict.
  func mergeDeletion(
    _ pathConflict: PathConflict, _ summary: String, note: MergeNote
  ) throws -> MergeResult<MergedEntry> {
    let changing = pathConflict.changingSide
    return try decide(
      pathConflict, .deletedAndChanged, note: note, preferred: .text(summary),
      inAncestor: pathConflict.entry(of: changing)
    ) {
      guard pathConflict.policy == .mostRecent else { return nil }
      return try keeping(changing, in: pathConflict, note: .text("\(summary); the change is kept"))
    }
  }

  /// Merges links, submodules, files, or two of these, of which only one can be kept: the later one of one kind.
  func mergeWhole(
    _ pathConflict: PathConflict, note: MergeNote? = nil
  ) throws -> MergeResult<MergedEntry> {
    func kind(_ entry: TreeEntry?) -> String { entry?.mode.name ?? "nothing" }
    let note = note ?? .kinds(ours: kind(pathConflict.ours), theirs: kind(pathConflict.theirs))
    return try decide(
      pathConflict, note: note, inAncestor: pathConflict.base ?? pathConflict.anySide
    ) {
      guard pathConflict.isLaterKept, let recency = try pathConflict.recency(.file) else {
        return nil
      }
      return try keeping(recency.later, in: pathConflict, note: note)
    }
  }

  /// Merges a document that one side alone added: a conflict if it was valid, and is not under the merged schema.
  func mergeAddition(
    _ pathConflict: PathConflict, by side: MergeSide, _ former: FormerSchemas
  ) throws -> MergeResult<MergedEntry> {
    let (name, entry) = (pathConflict.path.description, pathConflict.entry(of: side))
    var failures: [ValidationFailure] = []
    if pathConflict.choice == nil {
      let document = try document(entry, pathConflict)
      if let document, try former[side].schemas.plan(forDocument: name).accepts(document.root) {
        failures = try schemas.plan(forDocument: name).failures(of: document.root)
      }
      if failures.isEmpty { return MergeResult(MergedEntry(entry: entry)) }
    }
    var decided = try decide(pathConflict, .invalid, note: former.note, inAncestor: entry)
    for index in decided.conflicts.indices { decided.conflicts[index].failures = failures }
    return decided
  }

  func chosen(_ pathConflict: PathConflict) throws -> MergeResult<MergedEntry>? {
    guard let choice = pathConflict.choice else { return nil }
    let entry = try entry(chosenBy: choice, pathConflict)
    let decision = MergeDecision(
      document: pathConflict.path.description, decider: .user,
      outcome: .chosen(
        choice, ours: try value(of: .ours, in: pathConflict),
        theirs: try value(of: .theirs, in: pathConflict)))
    return MergeResult(
      MergedEntry(entry: entry),
      decisions: [decision] + (try dropped(besides: entry, pathConflict, .user)))
  }

  /// Names the files in a directory of a side of which something else is kept.
  private func dropped(
    besides kept: TreeEntry?, _ pathConflict: PathConflict, _ decider: MergeDecision.Decider
  ) throws -> [MergeDecision] {
    try MergeSide.both.flatMap { side -> [MergeDecision] in
      guard let entry = pathConflict.entry(of: side), entry.mode == .tree, entry != kept else {
        return []
      }
      return try repository.changes(from: entry.id, to: nil).map { change in
        MergeDecision(
          document: pathConflict.path.appending(change.path.bytes).description, decider: decider,
          outcome: .kept(side.other, nil), reason: .text("in a directory that is not kept"))
      }
    }
  }

  private func entry(chosenBy choice: ConflictChoice, _ pathConflict: PathConflict) throws
    -> TreeEntry?
  {
    switch choice {
    case .ours: return pathConflict.ours
    case .theirs: return pathConflict.theirs
    case .base: return pathConflict.base
    case .delete: return nil
    case .value(let node):
      let bytes = isDocument(pathConflict.path) ? Array(node.bytes) + [0x0A] : node.string?.utf8
      guard let bytes else {
        throw StoreError(
          .usage, "this is not a JSON document, so it can be set only to a string",
          at: .init(document: pathConflict.path.description))
      }
      return .file(try repository.writeCleanedBlob(bytes, at: pathConflict.path))
    }
  }

  func keeping(
    _ side: MergeSide, in pathConflict: PathConflict, note: MergeNote,
    decidedBy decider: MergeDecision.Decider = .strategy
  ) throws -> MergeResult<MergedEntry> {
    let decision = MergeDecision(
      document: pathConflict.path.description, decider: decider,
      outcome: .keptOneSide(
        kept: try value(of: side, in: pathConflict),
        dropped: try value(of: side.other, in: pathConflict)), reason: note)
    let entry = pathConflict.entry(of: side)
    return MergeResult(
      MergedEntry(entry: entry),
      decisions: [decision] + (try dropped(besides: entry, pathConflict, decider)))
  }

  private func value(of side: MergeSide, in pathConflict: PathConflict) throws -> SideValue {
    var value = SideValue(side: side, try pathConflict.recency(.file))
    value.value = try document(pathConflict.entry(of: side), pathConflict)?.root
    return value
  }

  func conflict(
    _ reason: MergeConflict.Reason, _ pathConflict: PathConflict, note: MergeNote
  ) throws -> MergeResult<MergedEntry> {
    let conflict = MergeConflict(
      document: pathConflict.path.description, reason: reason,
      base: try document(pathConflict.base, pathConflict)?.root,
      ours: try document(pathConflict.ours, pathConflict)?.root,
      theirs: try document(pathConflict.theirs, pathConflict)?.root, detail: note)
    return MergeResult(MergedEntry(entry: pathConflict.ours), conflicts: [conflict])
  }

  /// A version as a document; nil if it is none, or if another version is no file, which has no value.
  private func document(_ entry: TreeEntry?, _ pathConflict: PathConflict) throws -> JSONDocument? {
    guard isDocument(pathConflict.path), pathConflict.areFiles else { return nil }
    return try repository.document(entry, at: pathConflict.path, duplicateKeys: .kept)
  }
}

extension EntryMerge {
  /// Returns the merged mode: the one that a single side changed.
  ///
  /// If both sides added the file with different modes, the user's resolution or the preferred side decides, else the
  /// later side, or the executable mode if no history is known. That is reported as a decision, and is never a
  /// conflict.
  func mode(of file: DivergedFile) throws -> (FileMode, [MergeDecision]) {
    let (base, ours, theirs) = (file.base?.mode, file.ours.mode, file.theirs.mode)
    if ours == theirs || theirs == base { return (ours, []) }
    if ours == base { return (theirs, []) }
    let pathConflict = PathConflict(file.diverged, in: self)
    let (side, recency) = try sideOfMode(pathConflict, hasOursExecutable: ours == .executable)
    let decision = MergeDecision(
      document: pathConflict.path.description, outcome: .kept(side, recency),
      reason: .executable(side))
    return (side == .ours ? ours : theirs, [decision])
  }

  private func sideOfMode(
    _ pathConflict: PathConflict, hasOursExecutable: Bool
  ) throws -> (MergeSide, Recency?) {
    let runnable: MergeSide = hasOursExecutable ? .ours : .theirs
    switch (pathConflict.choice, pathConflict.policy) {
    case (.ours, _), (nil, .prefer(.ours)): return (.ours, nil)
    case (.theirs, _), (nil, .prefer(.theirs)): return (.theirs, nil)
    case (_, .base): return (runnable, nil)
    default:
      let recency = try pathConflict.recency(.file)
      return (recency?.later ?? runnable, recency)
    }
  }
}
