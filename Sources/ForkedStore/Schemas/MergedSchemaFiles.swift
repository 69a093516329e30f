import ForkedGit
import ForkedSchema

/// The schema files as a merge of git's makes them. Each is merged when it is requested.
///
/// The merged schemas govern the merge that brings them, whichever side they came from.
struct MergedSchemaFiles {
  private let store: DocumentStore
  private let workTree: (String) throws -> [UInt8]?
  private let ours: ObjectID?
  private let theirs: Snapshot?
  private let base: ObjectID?

  private var repository: LocalRepository { store.repository }

  /// - Parameters:
  ///   - merge: the merge that git has begun.
  ///   - store: the store of the repository.
  ///   - workTree: reads our side's schema files.
  init(
    of merge: OngoingMerge, in store: DocumentStore, workTree: @escaping (String) throws -> [UInt8]?
  ) throws {
    self.store = store
    self.workTree = workTree
    let head = try store.repository.head().commit
    ours = try store.snapshot(of: head).tree
    (base, theirs) = try store.trees(broughtBy: merge, into: head)
  }

  /// Returns a schema file by its path from the root; nil if the merge leaves none.
  ///
  /// - Throws: kind `conflicts` if both sides changed it, and the user must resolve it.
  func bytes(at path: String) throws -> [UInt8]? {
    guard let tree = theirs?.tree else { return try workTree(path) }
    let base = try entry(path, in: base)
    let ours = try entry(path, in: ours)
    let theirs = try repository.entryWithoutLinks(at: TreePath(path), in: tree)
    if theirs == base || theirs == ours { return try workTree(path) }
    if ours == base { return try repository.file(theirs) }
    guard let ours = try repository.file(ours), let theirs = try repository.file(theirs),
      let merged = try merged(path, repository.file(base), ours, theirs)
    else {
      throw StoreError(
        .conflicts, "the schema has conflicts, so the documents cannot be merged",
        at: .init(document: path),
        hint: "resolve the schema first, then the documents with '\(programName) resolve'")
    }
    return merged
  }

  private func merged(
    _ path: String, _ base: [UInt8]?, _ ours: [UInt8], _ theirs: [UInt8]
  ) throws -> [UInt8]? {
    let governing = try self.theirs?.commit.flatMap { theirs in
      try repository.head().commit.map {
        try store.schemas(governingSchemasOf: $0, and: theirs)
      }
    }
    let merged = try FileMergeReport(
      FileMerge(
        path: path, base: base, ours: ours, theirs: theirs, schemas: governing ?? SchemaSet()))
    return merged.isClean ? merged.bytes : nil
  }

  private func entry(_ path: String, in tree: ObjectID?) throws -> TreeEntry? {
    try tree.flatMap { try repository.entry(at: TreePath(path), in: $0) }
  }
}

extension DocumentStore {
  /// The trees to compare with HEAD: that of the merge base, and their version; nil for a patch, which has none.
  func trees(
    broughtBy merge: OngoingMerge, into head: ObjectID?
  ) throws -> (base: ObjectID?, theirs: Snapshot?) {
    func parent(of commit: ObjectID) throws -> Snapshot {
      try snapshot(of: repository.commit(commit).parents.first)
    }
    switch merge.change {
    case .history(let theirs):
      let bases = try head.map { try repository.mergeBases(of: $0, and: theirs) } ?? []
      return (try treeWithSchemas(of: bases), try snapshot(of: theirs))
    case .commit(let commit): return (try parent(of: commit).tree, try snapshot(of: commit))
    case .undoing(let commit): return (try snapshot(of: commit).tree, try parent(of: commit))
    case .patch: return (nil, nil)
    }
  }

  /// A tree with the schemas of the merge bases. They are merged only if they differ.
  private func treeWithSchemas(of bases: [ObjectID]) throws -> ObjectID? {
    let trees = try bases.map { try repository.tree(ofCommit: $0) }
    let schemas = Set(try trees.map { try repository.entry(at: Self.schemaDirectory, in: $0) })
    return schemas.count > 1 ? try VirtualAncestors(of: self).tree(of: bases) : trees.first
  }
}
