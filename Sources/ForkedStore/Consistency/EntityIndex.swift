import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// An index of the documents that hold each entity, for any tree under one state of the schemas.
///
/// The index is derived from the documents and stored in the git directory for one tree. Other trees are indexed by
/// their differences from it. If the stored index is missing or damaged, or its tree no longer exists, all documents
/// are read.
final class EntityIndex {
  private struct Version: Hashable {
    var path: TreePath
    var blob: ObjectID
  }

  private unowned let store: DocumentStore
  private let schemas: SchemaSet
  private let name: String
  private var file: EntityIndexFile
  /// The tree that the index describes now. `changes` holds its differences from the tree of the file.
  private var tree: ObjectID?
  private var changes = EntityHolders()
  private var known: [Version: [EntityNumber]] = [:]
  private var unstored = 0

  /// The number of documents that each process may read again before the index is stored.
  private static let mostUnstored = 64
  private static let mostFiles = 8

  /// - Parameter key: the id of the state of the schemas; it is part of the name of the stored index.
  init(_ store: DocumentStore, _ schemas: SchemaSet, key: ObjectID) {
    self.store = store
    self.schemas = schemas
    name = "models/\(key.hex)"
    file = store.repository.cached(name).flatMap(EntityIndexFile.init) ?? EntityIndexFile()
    tree = file.tree
  }

  /// The documents of a tree that hold entities, ordered, by entity.
  ///
  /// - Complexity: proportional to the differences between this tree and the one asked for before; at first, the one
  ///   that was stored.
  func documents(
    holding identifiers: Set<EntityIdentifier>, in tree: ObjectID?
  ) throws -> [EntityIdentifier: [DocumentPath]] {
    try go(to: tree)
    var found: [EntityIdentifier: [DocumentPath]] = [:]
    for identifier in identifiers {
      let number = EntityNumber(identifier)
      let unchanged = file.paths(holding: number).filter { !changes.knows($0) }
      found[identifier] = (unchanged + changes.paths(holding: number)).compactMap(\.asDocument)
        .sorted()
    }
    return found
  }

  /// All documents of a tree that hold any entity, ordered.
  func documents(in tree: ObjectID?) throws -> [DocumentPath] {
    try go(to: tree)
    return entities.compactMap { $0.numbers.isEmpty ? nil : $0.path.asDocument }.sorted()
  }

  /// The entities of a document that is not in a tree yet.
  func entities(at path: TreePath, _ entry: TreeEntry?) throws -> [EntityNumber] {
    guard let entry, let plan = plan(of: entry, at: path) else { return [] }
    let version = Version(path: path, blob: entry.id)
    if let known = known[version] { return known }
    let numbers = try numbers(in: entry.id, at: path, plan)
    known[version] = numbers
    return numbers
  }

  /// The plan of an entry's document; nil if it cannot hold entities.
  private func plan(of entry: TreeEntry, at path: TreePath) -> FieldPlan? {
    entry.mode.isRegularFile ? schemas.planOfEntities(at: path) : nil
  }

  private func numbers(
    in blob: ObjectID, at path: TreePath, _ plan: FieldPlan
  ) throws -> [EntityNumber] {
    let document = JSONDocument.ifReadable(
      try store.repository.blob(blob), at: path.description)
    let occurrences = document.map { DocumentEntities(in: $0, plan: plan).occurrences } ?? []
    unstored += 1
    store.environment.report(Progress("finding entities", unstored))
    return Set(occurrences.map { EntityNumber($0.identifier) }).sorted()
  }

  // MARK: - From tree to tree

  private func go(to tree: ObjectID?) throws {
    do {
      try follow(to: tree)
    } catch let error as GitError where error.kind == .notFound && file.tree != nil {
      // The stored tree no longer exists.
      (file, self.tree, changes) = (EntityIndexFile(), nil, EntityHolders())
      try follow(to: tree)
    }
    if unstored > Self.mostUnstored { keep() }
  }

  private func follow(to tree: ObjectID?) throws {
    if self.tree == nil, let tree { return try begin(at: tree) }
    do {
      try store.repository.forEachChange(from: self.tree, to: tree) { change in
        try store.environment.checkInterruption()
        changes.set(change.path, to: try entities(at: change.path, change.new))
        return true
      }
      self.tree = tree
    } catch {
      (self.tree, changes) = (file.tree, EntityHolders())
      throw error
    }
  }

  /// Reads all documents of a tree.
  private func begin(at tree: ObjectID) throws {
    var entities: [(path: TreePath, numbers: [EntityNumber])] = []
    try store.repository.forEachChange(from: nil, to: tree) { change in
      try store.environment.checkInterruption()
      if let entry = change.new, let plan = plan(of: entry, at: change.path) {
        let numbers = try numbers(in: entry.id, at: change.path, plan)
        if !numbers.isEmpty { entities.append((change.path, numbers)) }
      }
      return true
    }
    (file, changes) = (EntityIndexFile(of: tree, entities), EntityHolders())
    self.tree = tree
  }

  private var entities: [(path: TreePath, numbers: [EntityNumber])] {
    file.entities.filter { !changes.knows($0.path) }
      + changes.entities.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func keep() {
    guard let tree, !store.repository.isPending(tree) else { return }
    unstored = 0
    if tree != file.tree {
      file = EntityIndexFile(of: tree, entities.filter { !$0.numbers.isEmpty })
      changes = EntityHolders()
    }
    store.repository.cache(file.contents, as: name, besides: Self.mostFiles)
  }
}

extension TreePath {
  /// The path as a document's path; nil if no document may have it.
  var asDocument: DocumentPath? {
    do { return try DocumentPath(self) } catch { return nil }
  }
}

/// An entity's identifier as the index stores it.
///
/// Two identifiers may have the same number. Then more documents than needed are read.
struct EntityNumber: Hashable, Comparable {
  var value: UInt64

  init(value: UInt64) { self.value = value }

  /// Hashes an identifier with FNV-1a, so that the number is the same in every process.
  init(_ identifier: EntityIdentifier) {
    value = identifier.text.utf8.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }

  static func < (left: EntityNumber, right: EntityNumber) -> Bool { left.value < right.value }
}

/// The entities that each document holds, and the documents that hold each entity.
struct EntityHolders {
  private(set) var entities: [TreePath: [EntityNumber]] = [:]
  private var paths: [EntityNumber: Set<TreePath>] = [:]

  /// Records the entities that a document holds now; none if it is gone.
  mutating func set(_ path: TreePath, to numbers: [EntityNumber]) {
    for old in entities[path] ?? [] { paths[old]?.remove(path) }
    entities[path] = numbers
    for new in numbers { paths[new, default: []].insert(path) }
  }

  /// True if the entities of a document were recorded.
  func knows(_ path: TreePath) -> Bool { entities[path] != nil }

  func paths(holding number: EntityNumber) -> Set<TreePath> { paths[number] ?? [] }
}
