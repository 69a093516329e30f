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

  /// True if one side is a directory: then more than one path would be dropped.
  var involvesDirectory: Bool { ours?.mode == .tree || theirs?.mode == .tree }

  /// One of both versions, whichever of them is called ours: what both sides added is in a virtual ancestor, so that a
  /// later deletion is none of a new file.
  var anySide: TreeEntry? { TreeEntry.isLess(ours, theirs) ? ours : theirs }

  /// The side that did not delete the file.
  var changingSide: MergeSide { ours == nil ? .theirs : .ours }
}

extension EntryMerge {
  /// Merges a path that one side deleted and the other changed.
  ///
  /// The deletion is kept if the change alters no value of the document. Otherwise the change is kept if the policy or
  /// the schema is `mostRecent`, and it is a conflict if there is no policy.
  func mergeDeletion(_ pathConflict: PathConflict) throws -> MergeResult<MergedEntry> {
    if let chosen = try chosen(pathConflict) { return chosen }
    let changing = pathConflict.changingSide
    let (before, after) = (
      try document(pathConflict.base, pathConflict),
      try document(pathConflict.entry(of: changing), pathConflict)
    )
    if let before, let after, !DocumentMerge.isChanged(after, since: before) {
      return MergeResult(MergedEntry(entry: nil))
    }
    return try mergeDeletion(
      pathConflict, "one side deleted what the other changed",
      note: .deleted(by: changing.other))
  }

  /// Decides between a deletion and a change as the policy says.
  ///
  /// - Parameters:
  ///   - summary: what both sides did, for a decision.
  ///   - note: the same for a conflict.
  func mergeDeletion(
    _ pathConflict: PathConflict, _ summary: String, note: MergeNote
  ) throws -> MergeResult<MergedEntry> {
    switch pathConflict.policy {
    case .base:
      return MergeResult(MergedEntry(entry: pathConflict.entry(of: pathConflict.changingSide)))
    case .prefer(let side):
      return try keeping(side, in: pathConflict, note: .text(summary), decidedBy: .preference)
    case .mostRecent:
      return try keeping(
        pathConflict.changingSide, in: pathConflict,
        note: .text("\(summary); the change is kept"))
    case .manual, .versions, nil:
      return try conflict(.deletedAndChanged, pathConflict, note: note)
    }
  }

  /// Merges links, submodules, files, or two of these, of which only one can be kept: the later one.
  func mergeWhole(
    _ pathConflict: PathConflict, note: MergeNote? = nil
  ) throws -> MergeResult<MergedEntry> {
    let note =
      note ?? .kinds(ours: pathConflict.ours.kindName, theirs: pathConflict.theirs.kindName)
    if let chosen = try chosen(pathConflict) { return chosen }
    switch pathConflict.policy {
    case .base:
      return MergeResult(MergedEntry(entry: pathConflict.base ?? pathConflict.anySide))
    case .prefer(let side):
      return try keeping(side, in: pathConflict, note: note, decidedBy: .preference)
    case .manual, .versions: return try conflict(.bothChanged, pathConflict, note: note)
    case .mostRecent, nil:
      guard !pathConflict.involvesDirectory, let recency = try pathConflict.recency(.file) else {
        return try conflict(.bothChanged, pathConflict, note: note)
      }
      return try keeping(recency.later, in: pathConflict, note: note)
    }
  }

  /// Merges a document that one side alone added: a conflict if it was valid, and is not under the merged schema.
  func mergeAddition(
    _ pathConflict: PathConflict, by side: MergeSide, _ former: FormerSchemas
  ) throws -> MergeResult<MergedEntry> {
    if let chosen = try chosen(pathConflict) { return chosen }
    let (name, entry) = (pathConflict.path.description, pathConflict.entry(of: side))
    let failures = try document(entry, pathConflict).map { document in
      try former[side].schemas.plan(forDocument: name).accepts(document.root)
        ? schemas.plan(forDocument: name).failures(of: document.root) : []
    }
    guard let failures, !failures.isEmpty else { return MergeResult(MergedEntry(entry: entry)) }
    if case .prefer(let side) = pathConflict.policy {
      return try keeping(side, in: pathConflict, note: former.note, decidedBy: .preference)
    }
    var left = try conflict(.invalid, pathConflict, note: former.note)
    left.conflicts[0].failures = failures
    return left
  }

  func chosen(_ pathConflict: PathConflict) throws -> MergeResult<MergedEntry>? {
    guard let choice = pathConflict.choice else { return nil }
    let entry = try entry(chosenBy: choice, pathConflict)
    let decision = MergeDecision(
      document: pathConflict.path.description, decider: .user, outcome: .chosenFile)
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
    let recency = try pathConflict.recency(.file)
    func value(_ side: MergeSide) throws -> SideValue {
      var value = SideValue(side: side, recency)
      value.value = try document(pathConflict.entry(of: side), pathConflict)?.root
      return value
    }
    let decision = MergeDecision(
      document: pathConflict.path.description, decider: decider,
      outcome: .keptOneSide(kept: try value(side), dropped: try value(side.other)), reason: note)
    let entry = pathConflict.entry(of: side)
    return MergeResult(
      MergedEntry(entry: entry),
      decisions: [decision] + (try dropped(besides: entry, pathConflict, decider)))
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

  private func document(_ entry: TreeEntry?, _ pathConflict: PathConflict) throws -> JSONDocument? {
    guard let entry, entry.mode.isRegularFile, isDocument(pathConflict.path) else { return nil }
    return JSONDocument.ifReadable(
      try repository.blob(entry.id), at: pathConflict.path.description, duplicateKeys: .kept)
  }
}

extension Optional<TreeEntry> {
  fileprivate var kindName: String {
    switch self?.mode {
    case nil: "nothing"
    case .tree: "a directory"
    case .file, .executable: "a file"
    case .symlink: "a symbolic link"
    case .submodule: "a submodule"
    }
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
