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
    var history: PropertyHistory?
    return { [self] followed in
      let walk = try history ?? PropertyHistory(in: commits(), documents: documents)
      history = walk
      return try walk.recency(of: followed, at: path, ours: ours, theirs: theirs)
    }
  }

  private func commits() throws -> CommitGraph {
    let graph = try graph ?? CommitGraph(repository, tips: [ours, theirs], bases: bases)
    self.graph = graph
    return graph
  }
}

/// The history of one document between two commits.
struct DocumentHistory {
  private let answer: (Followed) throws -> Recency?

  /// - Throws: where the commits are not there. Nothing is walked yet.
  init(of path: DocumentPath, ours: ObjectID, theirs: ObjectID, in store: DocumentStore) throws {
    let bases = try store.repository.mergeBases(of: ours, and: theirs)
    answer = MergeHistory(store.repository, ours: ours, theirs: theirs, bases: bases)
      .recency(of: path.treePath)
  }

  /// Which change of a property is later; nil where no commit above the merge bases changed it.
  func recency(of property: PropertyPath) throws -> Recency? { try answer(.property(property)) }
}
