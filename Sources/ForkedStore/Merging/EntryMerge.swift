import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// Merges what stands at one path, whatever that is: files by content, deletions, links and submodules whole.
struct EntryMerge {
  let repository: LocalRepository
  let schemas: SchemaSet
  let policy: MergePolicy
  /// What has become of the models in the documents; nil: nothing.
  var models: MergedModels?
  /// What is known of where the versions of a file come from.
  let history: (TreeMerge.Diverged) -> FileHistory

  init(
    _ repository: LocalRepository, _ schemas: SchemaSet, _ policy: MergePolicy,
    history: @escaping (TreeMerge.Diverged) -> FileHistory
  ) {
    self.repository = repository
    self.schemas = schemas
    self.policy = policy
    self.history = history
  }

  init(
    _ repository: LocalRepository, _ schemas: SchemaSet, _ policy: MergePolicy,
    _ history: MergeHistory
  ) {
    self.init(repository, schemas, policy) { history.file(at: $0.path) }
  }

  func merge(_ diverged: TreeMerge.Diverged) throws -> EntryOutcome {
    guard let ours = diverged.ours, let theirs = diverged.theirs else {
      return try mergeDeletion(Contest(diverged, in: self))
    }
    if ours.mode.isRegularFile, theirs.mode.isRegularFile {
      return try mergeFiles(diverged, ours, theirs)
    }
    return try mergeWhole(Contest(diverged, in: self))
  }

  /// Merges a file that both sides changed alike, where a counter in it makes that two changes; nil elsewhere.
  func mergeAlike(_ change: TreeChange) throws -> EntryOutcome? {
    guard let old = change.old, let new = change.new, old.mode.isRegularFile,
      new.mode.isRegularFile, old.id != new.id, let path = change.path.string,
      schemas.isDocument(path), schemas.plan(forDocument: path).mayHoldCounter
    else { return nil }
    return try mergeFiles(
      TreeMerge.Diverged(path: change.path, base: old, ours: new, theirs: new), new, new)
  }

  private func mergeFiles(
    _ diverged: TreeMerge.Diverged, _ ours: TreeEntry, _ theirs: TreeEntry
  ) throws -> EntryOutcome {
    let base = diverged.base.flatMap { $0.mode.isRegularFile ? $0 : nil }
    let name = diverged.path.description
    let stored = try repository.blob(ours.id)
    let versions = try settled(
      base: base.map { try repository.blob($0.id) }, ours: stored,
      theirs: repository.blob(theirs.id), at: diverged.path)
    if let replaced = try mergeReplaced(diverged, versions) { return replaced }
    let file = ContentMerge(
      path: name, base: versions.base, ours: versions.ours, theirs: versions.theirs,
      isDocument: isDocument(diverged.path), plan: schemas.plan(forDocument: name),
      policy: policy.conflicts, choices: policy.choices[name] ?? [:],
      listsContested: policy.listsContested, countsAlikeOnce: policy.countsAlikeOnce,
      lines: policy.lines,
      history: history(diverged))
    var merged =
      ours.id == theirs.id && base?.id == ours.id
      ? MergedFile(bytes: file.ours) : try file.run()
    if policy.conflicts == .base { merged.settleForBase(file.base) }
    if let models, merged.conflicts.isEmpty, let bytes = merged.bytes {
      let mended = try models.mended(
        bytes, ours: file.ours, theirs: file.theirs, at: diverged.path)
      if let mended { merged.stand(mended) }
    }
    let (mode, modeDecisions) = try mode(
      of: diverged, base: base?.mode, ours: ours.mode, theirs: theirs.mode)
    let isSettled = merged.conflicts.isEmpty
    return EntryOutcome(
      entry: try (isSettled ? merged.bytes : stored).map { bytes in
        TreeEntry(mode: mode, id: bytes == stored ? ours.id : try repository.writeBlob(bytes))
      },
      marked: isSettled || merged.bytes == stored ? nil : merged.bytes,
      isMerged: true, decisions: merged.decisions + modeDecisions, conflicts: merged.conflicts,
      defects: merged.defects, contested: merged.contested)
  }

  /// A document that is one model on our side and another on theirs, and where a merge of its parts would make a third.
  private func mergeReplaced(
    _ diverged: TreeMerge.Diverged, _ versions: Contents
  ) throws -> EntryOutcome? {
    guard let replaced = models?.replaced(versions, at: diverged.path) else { return nil }
    let contest = Contest(diverged, in: self)
    let note = "\(replaced.theirs) against \(replaced.ours): one of them stands whole"
    if let side = replaced.onlyChange, contest.choice == nil, contest.policy != .base {
      return try standing(side, in: contest, note: note)
    }
    return try mergeWhole(contest, note: note)
  }

  /// The versions of a file with the models in them as they have become.
  private func settled(
    base: [UInt8]?, ours: [UInt8], theirs: [UInt8], at path: TreePath
  ) throws -> Contents {
    try models?.settled(base: base, ours: ours, theirs: theirs, at: path) ?? (base, ours, theirs)
  }

  /// The contents of a file in the common ancestor, ours and theirs.
  typealias Contents = (base: [UInt8]?, ours: [UInt8], theirs: [UInt8])

  func isDocument(_ path: TreePath) -> Bool {
    path.string.map { schemas.isDocument($0) } ?? false
  }
}

/// What became of one path.
struct EntryOutcome {
  /// What shall stand there; nil: nothing.
  var entry: TreeEntry?
  /// The contents with conflict markers, for a document in which conflicts remain.
  var marked: [UInt8]?
  /// Whether contents were merged.
  var isMerged = false
  /// Whether the work tree's file holds what a person made of the versions.
  var isSettledByHand = false
  var decisions: [MergeDecision] = []
  var conflicts: [RemainingConflict] = []
  var defects: [AuditDefect] = []
  var contested: [ContestedProperty] = []
}

extension MergedFile {
  /// In a virtual ancestor nothing is left to anyone: what is not settled is as it was.
  fileprivate mutating func settleForBase(_ base: [UInt8]?) {
    if !conflicts.isEmpty || !defects.isEmpty { bytes = base }
    self = MergedFile(bytes: bytes)
  }
}

extension MergedFile {
  /// Lets a model stand as it is elsewhere, and says so in place of what was decided about its parts.
  fileprivate mutating func stand(_ mended: MendedModels) {
    bytes = mended.bytes
    decisions.removeAll { decision in
      mended.places.contains { $0 != decision.pointer && $0.isPrefix(of: decision.pointer) }
    }
    decisions += mended.decisions
  }
}
