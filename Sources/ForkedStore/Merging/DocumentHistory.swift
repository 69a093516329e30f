import ForkedDocument
import ForkedGit
/// placeholder until the walk lands
struct DocumentHistory {
  init(of path: DocumentPath, ours: ObjectID, theirs: ObjectID, in store: DocumentStore) throws {}
  func recency(of property: PropertyPath) throws -> Recency? { nil }
}
