import Forked
import ForkedDocument
import ForkedGit
import ForkedSchema

/// The schemas under which the sides of a merge wrote their documents, where the merged schema is another one.
///
/// Each version is judged under its own schema: a document that was valid there, and is not any more, is a conflict,
/// also if that side alone changed it.
struct FormerSchemas {
  /// One side's schemas.
  struct Side {
    var schemas: SchemaSet
    /// The side's commit, if its schemas are not the merged ones.
    var commit: ObjectID?
  }

  let ours: Side
  let theirs: Side

  /// Finds the schemas of two versions; nil if both have the merged ones.
  /// - Parameter isMerged: returns true for the directory of the merged schemas.
  init?(
    of store: DocumentStore, _ ours: Snapshot, _ theirs: Snapshot,
    isMerged: (TreeEntry?) throws -> Bool
  ) throws {
    func side(_ snapshot: Snapshot) throws -> Side {
      let isMerged = try isMerged(store.schemaDirectory(in: snapshot.tree))
      return Side(
        schemas: try store.schemas(of: snapshot), commit: isMerged ? nil : snapshot.commit)
    }
    self.ours = try side(ours)
    self.theirs = try side(theirs)
    if self.ours.commit == nil, self.theirs.commit == nil { return nil }
  }

  subscript(side: MergeSide) -> Side { side == .ours ? ours : theirs }

  func plans(forDocument path: String) -> FormerPlans {
    FormerPlans(
      ours: ours.schemas.plan(forDocument: path), theirs: theirs.schemas.plan(forDocument: path))
  }

  /// The explanation of a document that is not valid any more.
  var note: MergeNote {
    .formerSchemas(
      ours: ours.commit.map { "\($0)" }, theirs: theirs.commit.map { "\($0)" })
  }

  /// Adds the explanation to the conflicts about what is not valid.
  func describe(_ conflicts: inout [MergeConflict]) {
    for index in conflicts.indices where conflicts[index].reason == .invalid {
      conflicts[index].detail = note
    }
  }

  /// Returns the files that a side with a former schema alone added or changed.
  /// - Complexity: O(files that these sides alone changed).
  func changes(
    in merge: TreeMerge, of repository: LocalRepository
  ) throws -> [TreeMerge.Diverged] {
    var changes: [TreeMerge.Diverged] = []
    func add(_ change: TreeChange, by side: MergeSide) throws {
      guard change.new != nil else { return }
      guard change.old?.mode == .tree || change.new?.mode == .tree else {
        return changes.append(
          TreeMerge.Diverged(
            path: change.path, base: change.old, ours: side == .ours ? change.new : change.old,
            theirs: side == .ours ? change.old : change.new))
      }
      func tree(_ entry: TreeEntry?) -> ObjectID? { entry?.mode == .tree ? entry?.id : nil }
      for inner in try repository.changes(from: tree(change.old), to: tree(change.new)) {
        let path = TreePath(bytes: change.path.bytes + [0x2F] + inner.path.bytes)
        try add(TreeChange(path: path, old: inner.old, new: inner.new), by: side)
      }
    }
    for change in merge.kept where ours.commit != nil { try add(change, by: .ours) }
    for change in merge.taken where theirs.commit != nil { try add(change, by: .theirs) }
    return changes
  }
}

extension DocumentStore {
  /// Returns the directory of the schema files; nil if there is none.
  func schemaDirectory(in tree: ObjectID?) throws -> TreeEntry? {
    try tree.flatMap { try repository.entry(at: Self.schemaDirectory, in: $0) }
  }

  /// Returns the schemas under which both sides of git's merge were written; nil if both are the merged ones, or if git
  /// does not tell which commits it merges.
  func formerSchemas(in merge: OngoingMerge) throws -> FormerSchemas? {
    let head = try repository.head().commit
    let (base, brought) = try trees(broughtBy: merge, into: head)
    guard let theirs = brought, theirs.commit != nil else { return nil }
    let ours = try snapshot(of: head)
    let directories = try [base, ours.tree, theirs.tree].map(schemaDirectory)
    return try FormerSchemas(of: self, ours, theirs) { directory in
      directories.filter { $0 != directories[0] }.allSatisfy { $0 == directory }
    }
  }
}

extension SchemaSet {
  /// Returns true if the schema may refuse a document at the path.
  func isBinding(_ path: TreePath) -> Bool {
    path.string.map { isDocument($0) && plan(forDocument: $0).isBinding } ?? false
  }
}

extension TreeMerge.Diverged {
  /// The side that alone added the path; nil if base or the other side has it.
  var onlyAddition: MergeSide? {
    guard base == nil, ours == nil || theirs == nil else { return nil }
    return ours == nil ? .theirs : .ours
  }
}
