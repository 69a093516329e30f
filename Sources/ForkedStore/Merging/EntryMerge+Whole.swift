import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// Two versions of one path of which only one can be kept.
struct Contest {
  let path: TreePath
  let base: TreeEntry?
  let ours: TreeEntry?
  let theirs: TreeEntry?
  let policy: ConflictPolicy?
  let choice: ConflictChoice?
  let recency: (Followed) throws -> Recency?

  init(_ diverged: TreeMerge.Diverged, in merge: EntryMerge) {
    path = diverged.path
    (base, ours, theirs) = (diverged.base, diverged.ours, diverged.theirs)
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
}

extension EntryMerge {
  /// Merges a path that one side deleted and the other changed.
  ///
  /// The deletion is kept if the change alters no value of the document. Otherwise the change is kept if the policy or
  /// the schema is `mostRecent`, and it is a conflict if there is no policy.
  func mergeDeletion(_ contest: Contest) throws -> MergeResult<MergedEntry> {
    if let chosen = try chosen(contest) { return chosen }
    let changing: MergeSide = contest.ours == nil ? .theirs : .ours
    let (before, after) = (
      try document(contest.base, contest), try document(contest.entry(of: changing), contest)
    )
    if let before, let after, !DocumentMerge.isChanged(after, since: before) {
      return MergeResult(MergedEntry(entry: nil))
    }
    switch contest.policy {
    case .base: return MergeResult(MergedEntry(entry: contest.base))
    case .prefer(let side):
      return try standing(
        side, in: contest, note: .text("one side changed what the other deleted"))
    case .mostRecent:
      return try standing(
        changing, in: contest,
        note: .text("one side deleted what the other changed; the change is kept"))
    case .manual, .versions, nil:
      return try conflict(
        .deletedAndChanged, contest, note: .deleted(by: changing.other))
    }
  }

  /// Merges links, submodules, or a file and one of these: the later version is kept.
  func mergeWhole(_ contest: Contest) throws -> MergeResult<MergedEntry> {
    try mergeWhole(
      contest, note: .kinds(ours: contest.ours.kindName, theirs: contest.theirs.kindName))
  }

  /// Merges files of which only one can be kept: the later one.
  func mergeWhole(_ contest: Contest, note: MergeNote) throws -> MergeResult<MergedEntry> {
    if let chosen = try chosen(contest) { return chosen }
    switch contest.policy {
    case .base: return MergeResult(MergedEntry(entry: contest.base))
    case .prefer(let side):
      return try standing(side, in: contest, note: note)
    case .manual, .versions: return try conflict(.bothChanged, contest, note: note)
    case .mostRecent, nil:
      guard !contest.involvesDirectory, let recency = try contest.recency(.file) else {
        return try conflict(.bothChanged, contest, note: note)
      }
      return try standing(recency.later, in: contest, note: note)
    }
  }

  private func chosen(_ contest: Contest) throws -> MergeResult<MergedEntry>? {
    guard let choice = contest.choice else { return nil }
    return MergeResult(
      MergedEntry(entry: try entry(chosenBy: choice, contest)),
      decisions: [
        MergeDecision(
          document: contest.path.description, decider: .user, outcome: .chosenFile)
      ])
  }

  private func entry(chosenBy choice: ConflictChoice, _ contest: Contest) throws -> TreeEntry? {
    switch choice {
    case .ours: return contest.ours
    case .theirs: return contest.theirs
    case .base: return contest.base
    case .delete: return nil
    case .value(let node):
      let bytes = isDocument(contest.path) ? Array(node.bytes) + [0x0A] : node.string?.utf8
      guard let bytes else {
        throw StoreError(
          .usage, "this is not a JSON document, so it can be set only to a string",
          at: .init(document: contest.path.description))
      }
      return .file(try repository.writeBlob(bytes))
    }
  }

  func standing(
    _ side: MergeSide, in contest: Contest, note: MergeNote
  ) throws -> MergeResult<MergedEntry> {
    let recency = try contest.recency(.file)
    func value(_ side: MergeSide) throws -> SideValue {
      var value = SideValue(side: side, recency)
      value.value = try document(contest.entry(of: side), contest)?.root
      return value
    }
    let decision = MergeDecision(
      document: contest.path.description,
      outcome: .gaveWay(kept: try value(side), dropped: try value(side.other)), reason: note)
    return MergeResult(MergedEntry(entry: contest.entry(of: side)), decisions: [decision])
  }

  private func conflict(
    _ reason: MergeConflict.Reason, _ contest: Contest, note: MergeNote
  ) throws -> MergeResult<MergedEntry> {
    let conflict = MergeConflict(
      document: contest.path.description, reason: reason,
      base: try document(contest.base, contest)?.root,
      ours: try document(contest.ours, contest)?.root,
      theirs: try document(contest.theirs, contest)?.root, detail: note)
    return MergeResult(MergedEntry(entry: contest.ours), conflicts: [conflict])
  }

  private func document(_ entry: TreeEntry?, _ contest: Contest) throws -> JSONDocument? {
    guard let entry, entry.mode.isRegularFile, isDocument(contest.path) else { return nil }
    return JSONDocument(ifParsing: try repository.blob(entry.id), duplicateKeys: .kept)
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
  func mode(
    of diverged: TreeMerge.Diverged, base: FileMode?, ours: FileMode, theirs: FileMode
  ) throws -> (FileMode, [MergeDecision]) {
    if ours == theirs || theirs == base { return (ours, []) }
    if ours == base { return (theirs, []) }
    let contest = Contest(diverged, in: self)
    let (side, recency) = try sideOfMode(contest, hasOursExecutable: ours == .executable)
    let decision = MergeDecision(
      document: contest.path.description,
      outcome: .gaveWay(
        kept: SideValue(side: side, recency), dropped: SideValue(side: side.other, recency)),
      reason: .executable(side))
    return (side == .ours ? ours : theirs, [decision])
  }

  private func sideOfMode(
    _ contest: Contest, hasOursExecutable: Bool
  ) throws -> (MergeSide, Recency?) {
    let runnable: MergeSide = hasOursExecutable ? .ours : .theirs
    switch (contest.choice, contest.policy) {
    case (.ours, _), (nil, .prefer(.ours)): return (.ours, nil)
    case (.theirs, _), (nil, .prefer(.theirs)): return (.theirs, nil)
    case (_, .base): return (runnable, nil)
    default:
      let recency = try contest.recency(.file)
      return (recency?.later ?? runnable, recency)
    }
  }
}
