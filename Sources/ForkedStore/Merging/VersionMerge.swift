import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// The decisions of a merge that the schema leaves open.
struct MergePolicy {
  /// The policy for conflicts; nil: as the schema says.
  var conflicts: ConflictPolicy?
  /// The policy under which conflicts are open to the user's decisions, if there are any.
  var whileDeciding: ConflictPolicy?
  /// The user's resolutions, by document and pointer.
  var choices: [String: [JSONPointer: ConflictChoice]] = [:]
  /// The user's decisions about conflicts with given values; nil: none.
  var decisions: OpenDecisions?
  /// True if ours of these decisions is theirs of the merge.
  var areDecisionsSwapped = false
  /// The files of which the chosen version is taken whole, even if they are merged by lines.
  var wholeFiles: Set<String> = []
  /// The entries of documents that are left out of the merge.
  var leftOut: [TreePath: TreeEntry?] = [:]
  /// The commits whose histories tell when the changes in other commits were made.
  var origins: [ObjectID: ObjectID] = [:]
  /// The rest that is listed beside decisions and conflicts.
  var listing = MergeListing.nothingElse
  /// True if an increment that both versions hold counts once.
  var countsAlikeOnce = false
  /// The style of the conflict markers in a document.
  var lines = LineMerge()
}

/// The merge of two commits into one tree.
///
/// The ids of the trees decide all paths except those that both sides changed; only these are read. No ref is updated.
/// The cost depends on what changed, not on the size of the trees.
struct VersionMerge {
  let store: DocumentStore
  let ours: ObjectID
  let theirs: ObjectID
  /// The merge bases, if these are known already.
  var bases: [ObjectID]?
  var policy = MergePolicy()
  /// The names of the sides, for conflicts.
  var names = SideNames()
  let ancestors: VirtualAncestors

  init(
    _ store: DocumentStore, ours: ObjectID, theirs: ObjectID, bases: [ObjectID]? = nil,
    policy: MergePolicy, ancestors: VirtualAncestors? = nil
  ) {
    self.store = store
    self.ours = ours
    self.theirs = theirs
    self.bases = bases
    self.policy = policy
    self.ancestors = ancestors ?? VirtualAncestors(of: store)
  }

  /// Merges the commits, and again as long as the user's decisions cover conflicts that are left.
  func run() throws -> MergeResult<MergedTree> {
    var merge = self
    merge.bases = try bases ?? repository.mergeBases(of: ours, and: theirs)
    if merge.policy.hasDecisions, merge.policy.whileDeciding != merge.policy.conflicts {
      var open = merge
      open.policy.conflicts = open.policy.whileDeciding
      while try open.policy.decide(open.mergeTrees().conflicts) {}
      merge.policy.choices = open.policy.choices
    }
    var merged = try merge.mergeTrees()
    while try merge.policy.decide(merged.conflicts) || merge.policy.decide(merged.decisions) {
      merged = try merge.mergeTrees()
    }
    if !merged.conflicts.isEmpty, let bases = merge.bases {
      try describe(&merged.conflicts, bases)
    }
    return merged
  }

  /// Adds the last changes of both sides to conflicts.
  private func describe(_ conflicts: inout [MergeConflict], _ bases: [ObjectID]) throws {
    let history = history(since: bases)
    let origins = ConflictOrigins(repository: repository, names: names)
    var files: [String: FileHistory] = [:]
    for index in conflicts.indices {
      try store.environment.checkInterruption()
      let document = conflicts[index].document
      let file = files[document] ?? history.file(at: TreePath(document))
      files[document] = file
      conflicts[index] = try origins.described(conflicts[index], by: file.recency)
    }
  }

  private func history(since bases: [ObjectID]) -> MergeHistory {
    MergeHistory(
      repository, ours: policy.origins[ours] ?? ours, theirs: policy.origins[theirs] ?? theirs,
      bases: bases)
  }

  /// Merges the commits once. The schema comes first, since the merged schema governs the other files.
  private func mergeTrees() throws -> MergeResult<MergedTree> {
    let bases = try bases ?? repository.mergeBases(of: ours, and: theirs)
    let ourTree = try repository.tree(ofCommit: ours)
    let theirTree = try repository.tree(ofCommit: theirs)
    let baseTree = try ancestors.tree(of: bases, for: [ourTree, theirTree])
    let treeMerge = try repository.mergeTrees(
      base: baseTree, ours: ourTree, theirs: theirTree,
      opensAlike: store.ownMerging != nil
        || repository.entry(at: DocumentStore.schemaPath, in: ourTree) != nil)

    let history = history(since: bases)
    var merged = MergeResult(MergedTree(edit: treeMerge.edit))
    let isSchema = { (path: TreePath) in path.isWithin(DocumentStore.schemaDirectory) }
    let schemaFiles = treeMerge.diverged.filter { isSchema($0.path) }
    if !schemaFiles.isEmpty {
      let schemas = try store.schemas(governingSchemasOf: ours, and: theirs)
      let files = EntryMerge(repository: repository, schemas: schemas, policy: policy) {
        history.file(at: $0.path)
      }
      for diverged in schemaFiles { merged.add(try files.merge(diverged), at: diverged.path) }
      guard merged.conflicts.isEmpty else { return merged }
    }

    let governing = try snapshot(governing: merged.edit, of: ourTree)
    let entities = try MergedEntities(
      self, governedBy: governing, trees: (baseTree, ourTree, theirTree), bases: bases)
    if let entities { merged.add(entities) }
    let schemas = try store.schemas(of: governing)
    let former = policy.conflicts == .base ? nil : try formerSchemas(replacedBy: governing.tree)
    let files = EntryMerge(
      repository: repository, schemas: schemas, former: former, policy: policy,
      entities: entities, ownMerging: store.ownMerging
    ) { history.file(at: $0.path) }
    let renamed = try treeMerge.renamed.filter(files.isOneDocument)
    let followed = Set(renamed.flatMap(\.paths))
    let diverged = treeMerge.diverged.filter { !isSchema($0.path) && !followed.contains($0.path) }
    for (count, diverged) in diverged.enumerated() {
      try store.environment.step(
        Progress("merging files", schemaFiles.count + count, of: treeMerge.diverged.count))
      let former = treeMerge.unlike[diverged.path]
      merged.add(
        try former.map { try files.mergeUnlike(diverged, formerly: ($0.ours, $0.theirs)) }
          ?? files.merge(diverged),
        at: diverged.path)
    }
    for file in renamed { try merge(file, by: files, history, into: &merged) }
    if policy.conflicts == .base {
      merged.value.disputed =
        renamed.compactMap(DisputedFile.init)
        + diverged.filter(files.isDeletionOpen).compactMap(DisputedFile.init)
    }
    for change in try former?.changes(in: treeMerge, of: repository) ?? []
    where schemas.isBinding(change.path) {
      let entry = try files.merge(change)
      if !entry.decisions.isEmpty || !entry.conflicts.isEmpty { merged.add(entry, at: change.path) }
    }
    for alike in treeMerge.alike {
      if let entry = try files.mergeAlike(alike) { merged.add(entry, at: alike.path) }
    }
    try entities?.follow(into: &merged, carried: renamed.flatMap(\.paths))
    try entities?.report(into: &merged)
    if merged.conflicts.isEmpty {
      merged.tree = try repository.apply(merged.edit, to: ourTree)
    }
    return merged
  }

  /// Merges a file that a side renamed, at one of its paths.
  private func merge(
    _ file: TreeMerge.RenamedFile, by files: EntryMerge, _ history: MergeHistory,
    into merged: inout MergeResult<MergedTree>
  ) throws {
    var files = files
    let paths = SidePaths(
      ours: file.ours?.path ?? file.base.path, theirs: file.theirs?.path ?? file.base.path)
    files.history = { _ in history.file(at: paths) }
    let name = try files.mergeNames(file)
    merged.add(name)
    for side in [file.ours, file.theirs] {
      guard let path = side?.path else { continue }
      merged.value.edit.remove(path)
      if path != name.value { files.policy.useChoices(of: path, at: name.value) }
    }
    merged.add(try files.merge(file, at: name.value), at: name.value)
  }

  private var repository: LocalRepository { store.repository }

  /// Returns the schemas of both sides; nil if each has the merged ones.
  private func formerSchemas(replacedBy merged: ObjectID?) throws -> FormerSchemas? {
    let directory = try store.schemaDirectory(in: merged)
    return try FormerSchemas(
      of: store, store.snapshot(of: ours), store.snapshot(of: theirs)
    ) { $0 == directory }
  }

  /// Returns the tree with the merged schemas.
  private func snapshot(governing edit: TreeEdit, of tree: ObjectID) throws -> Snapshot {
    var schemaEdit = TreeEdit()
    for (path, entry) in edit.changes where path.isWithin(DocumentStore.schemaDirectory) {
      schemaEdit.set(path, to: entry)
    }
    let governed = schemaEdit.isEmpty ? tree : try repository.apply(schemaEdit, to: tree)
    return Snapshot(commit: nil, tree: governed)
  }
}

extension DocumentStore {
  /// Returns the schemas that govern the merge of schema files. They only set the policy for conflicts there, and only
  /// if both sides have the same one.
  func schemas(
    governingSchemasOf ours: ObjectID, and theirs: ObjectID
  ) throws -> SchemaSet {
    let our = try schemas(of: snapshot(of: ours))
    let their = try schemas(of: snapshot(of: theirs))
    return our.defaultMerge == their.defaultMerge ? our : SchemaSet()
  }
}

/// The result of merging two versions.
struct MergedTree {
  /// The changes against ours.
  var edit: TreeEdit
  /// The merged tree; nil if conflicts remain. After a conflict in the schema, the other files are not merged.
  var tree: ObjectID?
  /// The number of files that were merged by content.
  var mergedFiles = 0
  /// The files about which the sides disagree, if this is a virtual ancestor.
  var disputed: [DisputedFile] = []
}

extension MergeResult<MergedTree> {
  fileprivate mutating func add(_ entry: MergeResult<MergedEntry>, at path: TreePath) {
    add(entry)
    value.edit.set(path, to: entry.value.entry)
    if entry.isMerged { value.mergedFiles += 1 }
  }

  fileprivate mutating func add(_ entities: MergedEntities) {
    conflicts += entities.reports.conflicts
    defects += entities.reports.defects
  }
}

extension MergeResult {
  /// Throws if the audit found that something is missing from the result and its report.
  func checkAudit() throws {
    if let defect = defects.first { throw StoreError(defect) }
  }
}
