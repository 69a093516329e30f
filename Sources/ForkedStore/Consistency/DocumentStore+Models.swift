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
    if let known = modelIndexes[directory.id] { return known }
    let index = ModelIndex(self, schemas, key: directory.id)
    modelIndexes[directory.id] = index
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

/// Reads documents for their models, each once, as many as fit into a bound.
final class ModelReader {
  let store: DocumentStore
  let schemas: SchemaSet
  private let documents: DocumentCache

  init(_ store: DocumentStore, _ schemas: SchemaSet) {
    (self.store, self.schemas) = (store, schemas)
    documents = DocumentCache(store.repository)
  }

  /// The document of an entry; nil where it can hold no models, or does not parse.
  func read(_ entry: TreeEntry?, at path: DocumentPath) throws -> ModelDocument? {
    guard let entry, entry.mode.isRegularFile, schemas.isDocument(path.string) else { return nil }
    let plan = schemas.plan(forDocument: path.string)
    guard plan.mayHoldModels, let document = try documents.document(entry.id) else { return nil }
    return ModelDocument(path: path, plan: plan, document: document, mode: entry.mode)
  }

  /// The entry of a document with changes of models written to it; nil where it holds them already.
  func write(_ changes: ModelChanges, to document: ModelDocument) throws -> TreeEntry? {
    do {
      guard let bytes = try changes.applied(to: document.document, plan: document.plan) else {
        return nil
      }
      return TreeEntry(mode: document.mode, id: try store.repository.writeBlob(bytes))
    } catch let defect as AuditDefect {
      throw StoreError(defect, in: document.path.string)
    }
  }
}

extension ModelPlace {
  /// Where the place is, for people.
  func place(in document: String) -> StoreError.Place {
    StoreError.Place(
      document: document, pointer: pointer, position: object.document.position(of: object))
  }
}
