import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

extension DocumentStore {
  /// The index of models under the schemas of a snapshot; nil where these know no models.
  func modelIndex(governedBy snapshot: Snapshot) throws -> ModelIndex? {
    let schemas = try schemas(of: snapshot)
    guard schemas.mayHoldModels, let tree = snapshot.tree,
      let directory = try repository.entry(at: Self.schemaDirectory, in: tree)
    else { return nil }
    if let known = caches.modelIndexes[directory.id] { return known }
    let index = ModelIndex(self, schemas, key: directory.id)
    caches.modelIndexes[directory.id] = index
    return index
  }
}

/// A document that holds models, read.
struct ModelDocument {
  let path: DocumentPath
  let plan: FieldPlan
  let document: JSONDocument
  let mode: FileMode
  let places: [ModelPlace]

  init(path: DocumentPath, plan: FieldPlan, document: JSONDocument, mode: FileMode) {
    (self.path, self.plan, self.document, self.mode) = (path, plan, document, mode)
    places = DocumentModels(in: document, plan: plan).places
  }
}

extension ModelPlace {
  /// Where the place is, for people.
  func place(in document: String) -> StoreError.Place {
    StoreError.Place(
      document: document, pointer: pointer, position: object.document.position(of: object))
  }
}
