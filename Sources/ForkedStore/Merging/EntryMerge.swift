import ForkedDocument
import ForkedGit
import ForkedSchema

/// The contents of a file in the merge base, ours and theirs.
typealias FileContents = (base: [UInt8]?, ours: [UInt8], theirs: [UInt8])

/// A path at which both sides have a regular file.
struct DivergedFile {
  let diverged: TreeMerge.Diverged
  /// The file in the merge base; nil if there is none.
  let base: TreeEntry?
  let ours: TreeEntry
  let theirs: TreeEntry

  /// Creates a path; nil if a side has no regular file there.
  init?(_ diverged: TreeMerge.Diverged) {
    guard let ours = diverged.ours, ours.mode.isRegularFile, let theirs = diverged.theirs,
      theirs.mode.isRegularFile
    else { return nil }
    self.diverged = diverged
    self.ours = ours
    self.theirs = theirs
    base = diverged.base.flatMap { $0.mode.isRegularFile ? $0 : nil }
  }
}

/// Merges the entries at one path: files by content; deletions, links and submodules as a whole.
struct EntryMerge {
  let repository: LocalRepository
  let schemas: SchemaSet
  /// The schemas under which the sides wrote their documents; nil: these are the merged ones.
  var former: FormerSchemas?
  var policy: MergePolicy
  /// The merged entities of the documents; nil: there are none.
  var entities: MergedEntities?
  /// The merge function of the Swift program; nil: it has none of its own.
  var ownMerging: OwnMerging?
  /// Returns the known history of the versions of a file.
  var history: (TreeMerge.Diverged) -> FileHistory

  func merge(_ diverged: TreeMerge.Diverged) throws -> MergeResult<MergedEntry> {
    if let entry = policy.leftOut[diverged.path] { return MergeResult(MergedEntry(entry: entry)) }
    if let merged = try mergeValue(diverged) { return merged }
    if let file = DivergedFile(diverged) { return try mergeFile(file) }
    let pathConflict = PathConflict(diverged, in: self)
    if let former, let side = diverged.onlyAddition {
      return try mergeAddition(pathConflict, by: side, former)
    }
    return diverged.ours == nil || diverged.theirs == nil
      ? try mergeDeletion(pathConflict) : try mergeWhole(pathConflict)
  }

  /// Merges a file that both sides changed alike, if a counter in it makes that two changes; nil otherwise.
  func mergeAlike(_ change: TreeChange) throws -> MergeResult<MergedEntry>? {
    let alike = TreeMerge.Diverged(
      path: change.path, base: change.old, ours: change.new, theirs: change.new)
    if let merged = try mergeValue(alike) { return merged }
    guard let file = DivergedFile(alike), let base = file.base, base.id != file.ours.id,
      let path = change.path.string, schemas.isDocument(path),
      schemas.plan(forDocument: path).mayHoldCounter
    else { return nil }
    return try mergeFile(file)
  }

  /// Merges a document that holds a Swift program's value by the value's own rule; nil for any other document.
  private func mergeValue(_ diverged: TreeMerge.Diverged) throws -> MergeResult<MergedEntry>? {
    guard case .value(diverged.path, let merge)? = ownMerging else { return nil }
    func text(_ entry: TreeEntry?) throws -> [UInt8]? {
      guard let entry else { return nil }
      guard entry.mode.isRegularFile else { throw MergeRefusal(paths: [diverged.path]) }
      return try repository.blob(entry.id)
    }
    let isOursLater =
      try history(diverged).recency(.file).map { $0.later == .ours }
      ?? TreeEntry.isLess(diverged.theirs, diverged.ours)
    let sides = isOursLater ? (diverged.ours, diverged.theirs) : (diverged.theirs, diverged.ours)
    let merged = try merge(
      ValueVersions(
        base: text(diverged.base), dominant: text(sides.0), subordinate: text(sides.1)))
    let mode = diverged.ours?.mode ?? diverged.theirs?.mode ?? .file
    return MergeResult(
      MergedEntry(
        entry: try merged.map { TreeEntry(mode: mode, id: try repository.writeBlob($0)) },
        isMerged: true))
  }

  private func mergeFile(_ file: DivergedFile) throws -> MergeResult<MergedEntry> {
    let diverged = file.diverged
    let stored = try repository.blob(file.ours.id)
    var versions = FileContents(
      base: try file.base.map { try repository.blob($0.id) }, ours: stored,
      theirs: try repository.blob(file.theirs.id))
    if let entities {
      versions = try entities.withMergedEntities(
        base: versions.base, ours: stored, theirs: versions.theirs, at: diverged.path)
    }
    if let replaced = try mergeReplaced(diverged, versions) { return replaced }
    if file.base == nil, isDocument(diverged.path),
      DocumentMerge.areTwo(
        versions.ours, versions.theirs, plan: schemas.plan(forDocument: diverged.path.description))
    {
      return try mergeUnlike(diverged, formerly: (nil, nil))
    }
    var merged = try mergeContents(versions, of: file)
    former?.describe(&merged.conflicts)
    if let entities, merged.conflicts.isEmpty, let bytes = merged.bytes {
      let repaired = try entities.repaired(
        bytes, ours: versions.ours, theirs: versions.theirs, at: diverged.path)
      if let repaired { merged.adopt(repaired) }
    }
    return try entry(of: file, merged, isOurs: merged.bytes == stored)
  }

  /// Merges the contents of a file. They need no repository.
  private func mergeContents(
    _ versions: FileContents, of file: DivergedFile
  ) throws -> MergeResult<MergedFile> {
    let name = file.diverged.path.description
    var merged = MergeResult(MergedFile(bytes: versions.ours))
    if file.ours.id != file.theirs.id || file.base?.id != file.ours.id {
      merged = try FileMerge(
        path: name, base: versions.base, ours: versions.ours, theirs: versions.theirs,
        isDocument: isDocument(file.diverged.path), plan: schemas.plan(forDocument: name),
        formerPlans: former?.plans(forDocument: name), policy: policy, decidesLines: true,
        history: history(file.diverged)
      ).run()
    }
    // For a virtual ancestor, no conflict is left to the user, and a file with conflicts is as in the base.
    guard policy.conflicts == .base else { return merged }
    let known = merged.isClean ? merged.bytes : versions.base
    let anySide = file.ours.id < file.theirs.id ? versions.ours : versions.theirs
    return MergeResult(MergedFile(bytes: known ?? anySide))
  }

  /// Returns the entry of a merged file: ours as long as conflicts remain.
  ///
  /// - Parameter isOurs: true if the merged bytes are those of ours.
  private func entry(
    of file: DivergedFile, _ merged: MergeResult<MergedFile>, isOurs: Bool
  ) throws -> MergeResult<MergedEntry> {
    let (mode, modeDecisions) = try mode(of: file)
    let isResolved = merged.conflicts.isEmpty
    let id =
      isOurs || !isResolved
      ? file.ours.id : try merged.bytes.map { try write($0, at: file.diverged.path) }
    var result = merged.with(
      MergedEntry(
        entry: id.map { TreeEntry(mode: mode, id: $0) },
        marked: isResolved || isOurs ? nil : merged.bytes, isMerged: true))
    result.decisions += modeDecisions
    return result
  }

  /// Creates the blob of a merged file. A value that the user gave passes the filters that a file would pass.
  private func write(_ bytes: [UInt8], at path: TreePath) throws -> ObjectID {
    let choices = policy.choices[path.description] ?? [:]
    let isGiven = choices.values.contains { if case .value = $0 { true } else { false } }
    return isGiven
      ? try repository.writeCleanedBlob(bytes, at: path) : try repository.writeBlob(bytes)
  }

  /// Merges a document that one side or both gave another entity, so that a merge by property would mix two entities;
  /// nil for other documents.
  private func mergeReplaced(
    _ diverged: TreeMerge.Diverged, _ versions: FileContents
  ) throws -> MergeResult<MergedEntry>? {
    guard let replaced = entities?.replaced(versions, at: diverged.path) else { return nil }
    let pathConflict = PathConflict(diverged, in: self)
    let note = MergeNote.replaced(ours: "\(replaced.ours)", theirs: "\(replaced.theirs)")
    if let side = replaced.onlyChange, pathConflict.choice == nil, pathConflict.policy != .base {
      return try keeping(side, in: pathConflict, note: note)
    }
    return try mergeWhole(pathConflict, note: note)
  }

  /// True if the user decides about a document that one side deleted and the other changed.
  func isDeletionOpen(_ diverged: TreeMerge.Diverged) -> Bool {
    schemas.plan(forDocument: diverged.path.description).defaultMerge != .mostRecent
  }

  func isDocument(_ path: TreePath) -> Bool {
    path.string.map { schemas.isDocument($0) } ?? false
  }
}

/// The result of merging the entries at one path.
struct MergedEntry {
  /// The merged entry; nil: the path is deleted.
  var entry: TreeEntry?
  /// The contents with conflict markers, for a document in which conflicts remain.
  var marked: [UInt8]?
  /// True if contents were merged.
  var isMerged = false
  /// True if the work tree's file holds the user's own resolution of the conflicts.
  var isResolvedByHand = false
  /// True if no conflict marker is left in that file.
  var isWithoutMarkers = false
}

extension MergeResult<MergedFile> {
  /// Replaces an entity by its version in the other documents, and the decisions about its properties by a decision
  /// about that.
  fileprivate mutating func adopt(_ repaired: RepairedEntities) {
    value.bytes = repaired.bytes
    decisions.removeAll { decision in
      repaired.occurrences.contains { $0 != decision.pointer && $0.isPrefix(of: decision.pointer) }
    }
    decisions += repaired.decisions
  }
}

extension TreeEntry {
  /// Returns true if one version comes first in an order that does not depend on which side is ours. It is used if no
  /// history is known.
  static func isLess(_ one: TreeEntry?, _ other: TreeEntry?) -> Bool {
    guard let one, let other else { return one == nil && other != nil }
    return one.id < other.id
  }
}
