import ForkedDocument
import ForkedGit
import ForkedJSON

/// The history of the versions of a file, as far as it is known.
struct FileHistory {
  /// Returns the side that changed the file, or a property in it, later.
  var recency: (Followed) throws -> Recency? = { _ in nil }
  /// Returns the documents that the merge base was merged from; none unless histories crossed.
  var ancestors: () throws -> [JSONDocument] = { [] }
  /// Returns the rename by which git merges two paths as one file; nil if there is none. It has no sides if git does not
  /// tell. Nil where no rename is guessed.
  var rename: (() throws -> FileRename?)?
}

/// The recency of changes in the histories of both tips. The walks of one merge share what they read.
final class MergeHistory {
  private let repository: LocalRepository
  private let ours: ObjectID
  private let theirs: ObjectID
  private let bases: [ObjectID]
  private let documents: DocumentCache
  private var graph: CommitGraph?

  init(_ repository: LocalRepository, ours: ObjectID, theirs: ObjectID, bases: [ObjectID]) {
    self.repository = repository
    self.ours = ours
    self.theirs = theirs
    self.bases = bases
    documents = DocumentCache(repository)
  }

  /// The history of one file.
  func file(at path: TreePath) -> FileHistory { file(at: SidePaths(ours: path, theirs: path)) }

  /// The history of a file that a side may have renamed. Its walks share what they found.
  func file(at paths: SidePaths) -> FileHistory {
    var history: PropertyHistory?
    return FileHistory(
      recency: { [self] followed in
        let walk = try history ?? PropertyHistory(in: commits(), documents: documents)
        history = walk
        return try walk.recency(of: followed, at: paths, ours: ours, theirs: theirs)
      },
      ancestors: { [self] in try ancestors(at: paths) })
  }

  private func ancestors(at paths: SidePaths) throws -> [JSONDocument] {
    guard bases.count > 1 else { return [] }
    return try bases.compactMap { base in
      let tree = try repository.tree(ofCommit: base)
      let entry =
        try repository.entry(at: paths.ours, in: tree)
        ?? repository.entry(at: paths.theirs, in: tree)
      return try documents.document(entry, at: paths.ours)
    }
  }

  private func commits() throws -> CommitGraph {
    let graph = try graph ?? CommitGraph(repository, tips: [ours, theirs], bases: bases)
    self.graph = graph
    return graph
  }
}
