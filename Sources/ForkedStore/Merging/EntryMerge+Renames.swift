import Forked
import ForkedDocument
import ForkedGit

extension MergePolicy {
  /// Takes the choices under one name of a file for choices under the name that it gets.
  mutating func useChoices(of path: TreePath, at name: TreePath) {
    let others = choices[path.description] ?? [:]
    choices[name.description, default: [:]].merge(others) { own, _ in own }
  }
}

extension MergeNote {
  /// The names that both sides gave a file; none if the note says something else.
  var names: [String] {
    if case .renamed(let ours, let theirs) = self { [ours, theirs] } else { [] }
  }
}

/// The merge of files that a side renamed.
extension EntryMerge {
  /// Returns false if a side has another document under its path than base, although they have much in common: the
  /// schema knows them as different ones, as a document and one that holds its entities, or they have different ids.
  func isOneDocument(_ file: TreeMerge.RenamedFile) throws -> Bool {
    let names = file.paths.compactMap(\.string)
    guard Set(names.map(schemas.plan(forDocument:)).filter { !$0.isSilent }).count <= 1 else {
      return false
    }
    return try [file.ours, file.theirs].allSatisfy { renamed in
      guard let renamed, renamed.path != file.base.path, renamed.entry.id != file.base.entry.id,
        isDocument(renamed.path)
      else { return true }
      let versions = try [file.base, renamed].map { try repository.blob($0.entry.id) }
      let plan = schemas.plan(forDocument: renamed.path.description)
      return !DocumentMerge.areOtherRecords(versions[0], versions[1], plan: plan)
    }
  }

  /// Merges a file that a side renamed, at the path that it gets.
  func merge(
    _ file: TreeMerge.RenamedFile, at path: TreePath
  ) throws -> MergeResult<MergedEntry> {
    let diverged = TreeMerge.Diverged(
      path: path, base: file.base.entry, ours: file.ours?.entry, theirs: file.theirs?.entry)
    guard file.ours == nil || file.theirs == nil else { return try merge(diverged) }
    let pathConflict = PathConflict(diverged, in: self)
    let side = pathConflict.changingSide
    return try mergeDeletion(
      pathConflict, "one side deleted what the other renamed, \(file.base.path)",
      note: .text(
        "\(side.rawValue) renamed it from \(file.base.path), \(side.other.rawValue) deleted it"))
  }

  /// Returns the path that a file gets: that of the side which alone renamed it. If both did, the later one; if it is not
  /// known, ours, with a conflict.
  func mergeNames(_ file: TreeMerge.RenamedFile) throws -> MergeResult<TreePath> {
    guard let ours = file.ours, let theirs = file.theirs else {
      return MergeResult((file.ours ?? file.theirs ?? file.base).path)
    }
    if ours.path == theirs.path { return MergeResult(ours.path) }
    if theirs.path == file.base.path { return following(ours, file.base, by: .ours) }
    if ours.path == file.base.path { return following(theirs, file.base, by: .theirs) }
    let pathConflict = PathConflict(
      TreeMerge.Diverged(
        path: file.base.path, base: file.base.entry, ours: ours.entry, theirs: theirs.entry),
      in: self)
    let note = MergeNote.renamed(ours: ours.path.description, theirs: theirs.path.description)
    let isPreferred = if case .prefer = pathConflict.policy { true } else { false }
    let decider: MergeDecision.Decider =
      pathConflict.choice != nil ? .user : isPreferred ? .preference : .strategy
    func keeping(_ side: MergeSide, _ recency: Recency?) -> MergeResult<TreePath> {
      let decision = MergeDecision(
        document: pathConflict.path.description, decider: decider, outcome: .kept(side, recency),
        reason: note)
      return MergeResult(side == .ours ? ours.path : theirs.path, decisions: [decision])
    }
    switch (pathConflict.choice, pathConflict.policy) {
    case (.ours?, _), (nil, .prefer(.ours)): return keeping(.ours, nil)
    case (.theirs?, _), (nil, .prefer(.theirs)): return keeping(.theirs, nil)
    case (.base?, _):
      let decision = MergeDecision(
        document: pathConflict.path.description, decider: .user, outcome: .chosenFile(.base),
        reason: note)
      return MergeResult(file.base.path, decisions: [decision])
    case (_, .base): return MergeResult(file.base.path)
    case (_, .mostRecent):
      if let recency = try pathConflict.recency(.name) { return keeping(recency.later, recency) }
    default: break
    }
    return MergeResult(
      ours.path,
      conflicts: [
        MergeConflict(
          document: pathConflict.path.description, reason: .bothChanged, detail: note)
      ])
  }

  /// Returns the path to which one side renamed a file; reported if likeness alone says that it is the same.
  private func following(
    _ renamed: PathEntry, _ base: PathEntry, by side: MergeSide
  ) -> MergeResult<TreePath> {
    guard renamed.entry.id != base.entry.id, policy.conflicts != .base else {
      return MergeResult(renamed.path)
    }
    let note = MergeNote.text("\(side.rawValue) renamed it from \(base.path) and changed it")
    return MergeResult(
      renamed.path,
      decisions: [
        MergeDecision(
          document: renamed.path.description, outcome: .nothingDropped, reason: note)
      ])
  }

  /// Merges a path at which the sides have two files, of which one or both were added or renamed: only the user decides
  /// which one is kept.
  ///
  /// - Parameter former: the paths of both in base; nil for one that was added.
  func mergeUnlike(
    _ diverged: TreeMerge.Diverged, formerly former: (ours: TreePath?, theirs: TreePath?)
  ) throws -> MergeResult<MergedEntry> {
    let pathConflict = PathConflict(diverged, in: self)
    if case .base? = pathConflict.choice {
      throw StoreError(
        .usage, "base does not have these two files there",
        at: .init(document: diverged.path.description), hint: "choose ours, theirs, or delete")
    }
    func change(_ side: MergeSide, _ former: TreePath?) -> String {
      guard former != diverged.path else { return "\(side.rawValue) changed it" }
      return "\(side.rawValue) " + (former.map { "renamed \($0) to it" } ?? "added it")
    }
    let note = MergeNote.text(
      "two files: \(change(.ours, former.ours)), \(change(.theirs, former.theirs))")
    return try decide(pathConflict, note: note, inAncestor: pathConflict.anySide)
  }
}
