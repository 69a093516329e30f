import ForkedDocument
import ForkedGit
import ForkedJSON
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

/// The rules by which the contents of files merge. They need no repository.
struct ContentsMerge {
  private let schemas: SchemaSet
  private let former: FormerSchemas?
  private let policy: ConflictPolicy?
  private let choices: [String: [JSONPointer: ConflictChoice]]
  private let wholeFiles: Set<String>
  private let listing: MergeListing
  private let countsAlikeOnce: Bool
  private let lines: LineMerge

  init(_ schemas: SchemaSet, former: FormerSchemas?, _ policy: MergePolicy) {
    self.schemas = schemas
    self.former = former
    self.policy = policy.conflicts
    choices = policy.choices
    wholeFiles = policy.wholeFiles
    lines = policy.lines
    listing = policy.listing
    countsAlikeOnce = policy.countsAlikeOnce
  }

  func isDocument(_ path: TreePath) -> Bool {
    path.string.map { schemas.isDocument($0) } ?? false
  }

  /// Merges the contents of a file.
  ///
  /// - Throws: the errors of the history, and `ValidationExcess`.
  func merged(
    _ versions: FileContents, of file: DivergedFile, _ history: FileHistory
  ) throws -> MergeResult<MergedFile> {
    let isUnchanged = file.ours.id == file.theirs.id && file.base?.id == file.ours.id
    let merged =
      isUnchanged
      ? MergeResult(MergedFile(bytes: versions.ours))
      : try fileMerge(versions, at: file.diverged.path, history).run()
    // For a virtual ancestor, no conflict is left to the user, and a file with conflicts is as in the base.
    guard policy == .base else { return merged }
    return MergeResult(MergedFile(bytes: merged.isClean ? merged.bytes : versions.base))
  }

  private func fileMerge(
    _ versions: FileContents, at path: TreePath, _ history: FileHistory
  ) -> FileMerge {
    let name = path.description
    var merge = FileMerge(
      path: name, base: versions.base, ours: versions.ours, theirs: versions.theirs,
      schemas: schemas, policy: policy, fallback: .policy, lines: lines)
    merge.isDocument = isDocument(path)
    merge.formerPlans = former?.plans(forDocument: name)
    merge.choices = choices[name] ?? [:]
    merge.takesFile = wholeFiles.contains(name)
    merge.listing = listing
    merge.countsAlikeOnce = countsAlikeOnce
    merge.history = history
    return merge
  }
}
