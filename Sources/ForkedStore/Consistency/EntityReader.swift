import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// Reads documents and finds their entities. A bounded cache keeps what was read.
final class EntityReader {
  let store: DocumentStore
  let schemas: SchemaSet
  private var known = BoundedCache<PathEntry, EntityDocument?>()

  init(_ store: DocumentStore, _ schemas: SchemaSet) {
    self.store = store
    self.schemas = schemas
  }

  /// The path as a document's path; nil if the document cannot hold entities.
  func path(_ path: TreePath) -> DocumentPath? {
    schemas.planOfEntities(at: path).flatMap { _ in path.asDocument }
  }

  /// The document of an entry; nil if it cannot hold entities, or does not parse.
  func read(_ entry: TreeEntry?, at path: DocumentPath) throws -> EntityDocument? {
    guard let entry, entry.mode.isRegularFile,
      let plan = schemas.planOfEntities(at: path.treePath)
    else { return nil }
    let version = PathEntry(path: path.treePath, entry: entry)
    if let known = known[version] { return known }
    let bytes = try store.repository.blob(entry.id)
    let document = JSONDocument.ifReadable(bytes, at: path.string).map {
      EntityDocument(path: path, plan: plan, document: $0, mode: entry.mode)
    }
    known.add(document, for: version, size: bytes.count)
    return document
  }

  /// The occurrences of an entity in a document of a version.
  func occurrences(
    of identifier: EntityIdentifier, at path: DocumentPath, in snapshot: Snapshot
  ) throws -> [EntityOccurrence] {
    try read(store.entry(at: path, in: snapshot), at: path)?.occurrences
      .filter { $0.identifier == identifier } ?? []
  }

  /// The pointers in a document to a property of an entity that another document of the version holds, too: a decision
  /// about it there holds for both.
  func counterparts(
    of property: JSONPointer, in other: TreePath, at path: TreePath, in snapshot: Snapshot
  ) throws -> [JSONPointer] {
    func occurrences(_ path: TreePath) throws -> [EntityOccurrence] {
      guard let path = self.path(path) else { return [] }
      return try read(store.entry(at: path, in: snapshot), at: path)?.occurrences ?? []
    }
    let own = try occurrences(path)
    guard !own.isEmpty,
      let holder = try occurrences(other).last(where: { $0.pointer.isPrefix(of: property) })
    else { return [] }
    let inner = property.tokens.dropFirst(holder.pointer.tokens.count)
    guard !inner.isEmpty else { return [] }
    return own.filter { $0.identifier == holder.identifier }
      .map { JSONPointer($0.pointer.tokens + inner) }
  }

  /// The document in these bytes; nil if they do not parse.
  func read(_ bytes: [UInt8], at path: DocumentPath) -> EntityDocument? {
    JSONDocument.ifReadable(bytes, at: path.string).map {
      EntityDocument(
        path: path, plan: schemas.plan(forDocument: path.string), document: $0, mode: .file)
    }
  }

  /// The entity that a whole document is; nil if it is none.
  func entity(_ bytes: [UInt8], at path: DocumentPath) -> EntityIdentifier? {
    JSONDocument.ifReadable(bytes, at: path.string).flatMap {
      EntityIdentifier(of: $0, plan: schemas.plan(forDocument: path.string))
    }
  }

  /// The states of entities in a tree, for those that it holds.
  func states(
    of identifiers: Set<EntityIdentifier>, in tree: ObjectID?, _ index: EntityIndex
  ) throws -> [EntityIdentifier: EntityState] {
    var states: [EntityIdentifier: EntityState] = [:]
    let snapshot = Snapshot(commit: nil, tree: tree)
    for (identifier, paths) in try index.documents(holding: identifiers, in: tree) {
      for path in paths {
        for occurrence in try occurrences(of: identifier, at: path, in: snapshot) {
          states[identifier, default: EntityState()].learn(occurrence)
        }
      }
    }
    return states
  }
}

extension SchemaSet {
  /// The plan of a document; nil if it cannot hold entities.
  func planOfEntities(at path: TreePath) -> FieldPlan? {
    guard let document = path.string, isDocument(document) else { return nil }
    let plan = plan(forDocument: document)
    return plan.mayHoldEntities ? plan : nil
  }
}

extension EntityReader {
  /// Returns a document's bytes with changes of entities written to them; nil if the bytes hold them already.
  func bytes(of document: EntityDocument, after changes: EntityChanges) throws -> [UInt8]? {
    do {
      return try changes.applied(to: document.document, plan: document.plan)
    } catch let defect as AuditDefect {
      throw StoreError(defect.named(document.path.string))
    }
  }

  /// Stores the bytes of ``bytes(of:after:)`` and returns their entry.
  func entry(of document: EntityDocument, after changes: EntityChanges) throws -> TreeEntry? {
    try bytes(of: document, after: changes).map {
      TreeEntry(mode: document.mode, id: try store.repository.writeBlob($0))
    }
  }
}

extension DocumentStore {
  /// The index of entities under the schemas of a snapshot; nil if these declare no entities.
  func entityIndex(governedBy snapshot: Snapshot) throws -> EntityIndex? {
    let schemas = try schemas(of: snapshot)
    guard schemas.mayHoldEntities, let tree = snapshot.tree,
      let directory = try repository.entry(at: Self.schemaDirectory, in: tree)
    else { return nil }
    if let known = caches.entityIndexes[directory.id] { return known }
    let index = try EntityIndex(self, schemas, key: directory.id)
    caches.entityIndexes[directory.id] = index
    return index
  }
}

/// A parsed document and the entities in it.
struct EntityDocument {
  let path: DocumentPath
  let plan: FieldPlan
  let document: JSONDocument
  let mode: FileMode
  let occurrences: [EntityOccurrence]

  init(path: DocumentPath, plan: FieldPlan, document: JSONDocument, mode: FileMode) {
    self.path = path
    self.plan = plan
    self.document = document
    self.mode = mode
    occurrences = DocumentEntities(in: document, plan: plan).occurrences
  }
}

/// An occurrence of an entity, and the document that holds it.
struct FoundEntity {
  var path: DocumentPath
  var occurrence: EntityOccurrence
}

extension EntityOccurrence {
  /// The location of the entity for messages.
  func location(in document: String) -> StoreError.Location {
    StoreError.Location(
      document: document, pointer: pointer, position: object.document.position(of: object))
  }
}
