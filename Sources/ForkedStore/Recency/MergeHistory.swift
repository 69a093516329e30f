import ForkedDocument
import ForkedGit

/// What both tips' histories say about recency: the walks of one merge share what they read.
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

  /// A function that answers for one file; its walks share what they found.
  func recency(of path: TreePath) -> (Followed) throws -> Recency? {
    recency(at: SidePaths(ours: path, theirs: path))
  }

  /// As ``recency(of:)``, for a file that a side may have renamed.
  func recency(at paths: SidePaths) -> (Followed) throws -> Recency? {
    var history: PropertyHistory?
    return { [self] followed in
      let walk = try history ?? PropertyHistory(in: commits(), documents: documents)
      history = walk
      return try walk.recency(of: followed, at: paths, ours: ours, theirs: theirs)
    }
  }

  private func commits() throws -> CommitGraph {
    let graph = try graph ?? CommitGraph(repository, tips: [ours, theirs], bases: bases)
    self.graph = graph
    return graph
  }
}
