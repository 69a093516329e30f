import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// An index of the documents that hold each entity, for any tree under one state of the schemas.
///
/// The index is derived from the documents and stored in the git directory for one tree. Other trees are indexed by
/// their differences from it. If the stored index is missing or damaged, or its tree no longer exists, all documents
/// are read.
final class ModelIndex {
  private struct Version: Hashable {
    var path: TreePath
    var blob: ObjectID
  }

  private unowned let store: DocumentStore
  private let schemas: SchemaSet
  private let name: String
  private var file: ModelIndexFile
  /// The tree that the index describes now. `changes` holds its differences from the tree of the file.
  private var tree: ObjectID?
  private var changes = ModelHolders()
  private var known: [Version: [ModelNumber]] = [:]
  private var unstored = 0

  /// The number of documents that each process may read again before the index is stored.
  private static let mostUnstored = 64
  private static let mostFiles = 8

  /// - Parameter key: the id of the state of the schemas; it is part of the name of the stored index.
  init(_ store: DocumentStore, _ schemas: SchemaSet, key: ObjectID) {
    self.store = store
    self.schemas = schemas
    name = "models/\(key.hex)"
    file = store.repository.cached(name).flatMap(ModelIndexFile.init) ?? ModelIndexFile()
    tree = file.tree
  }

  /// The documents of a tree that hold entities, ordered, by entity.
  ///
  /// - Complexity: proportional to the differences between this tree and the one asked for before; at first, the one
  ///   that was stored.
  func documents(
    holding identifiers: Set<ModelIdentifier>, in tree: ObjectID?
  ) throws -> [ModelIdentifier: [DocumentPath]] {
    try go(to: tree)
    var found: [ModelIdentifier: [DocumentPath]] = [:]
    for identifier in identifiers {
      let number = ModelNumber(identifier)
      let unchanged = file.paths(holding: number).filter { !changes.knows($0) }
      found[identifier] = (unchanged + changes.paths(holding: number)).compactMap(\.asDocument)
        .sorted()
    }
    return found
  }

  /// All documents of a tree that hold any entity, ordered.
  func documents(in tree: ObjectID?) throws -> [DocumentPath] {
    try go(to: tree)
    return models.compactMap { $0.numbers.isEmpty ? nil : $0.path.asDocument }.sorted()
  }

  /// The entities of a document that is not in a tree yet.
  func models(at path: TreePath, _ entry: TreeEntry?) throws -> [ModelNumber] {
    guard let entry, let plan = plan(of: entry, at: path) else { return [] }
    let version = Version(path: path, blob: entry.id)
    if let known = known[version] { return known }
    let numbers = try numbers(in: entry.id, plan)
    known[version] = numbers
    return numbers
  }

  /// The plan of an entry's document; nil if it cannot hold entities.
  private func plan(of entry: TreeEntry, at path: TreePath) -> FieldPlan? {
    guard entry.mode.isRegularFile, let text = path.string, schemas.isDocument(text) else {
      return nil
    }
    let plan = schemas.plan(forDocument: text)
    return plan.mayHoldModels ? plan : nil
  }

  private func numbers(in blob: ObjectID, _ plan: FieldPlan) throws -> [ModelNumber] {
    let document = JSONDocument(ifParsing: try store.repository.blob(blob))
    let places = document.map { DocumentModels(in: $0, plan: plan).places } ?? []
    unstored += 1
    store.environment.report(Progress("finding entities", unstored))
    return Set(places.map { ModelNumber($0.identifier) }).sorted()
  }

  // MARK: - From tree to tree

  private func go(to tree: ObjectID?) throws {
    do {
      try follow(to: tree)
    } catch let error as GitError where error.kind == .notFound && file.tree != nil {
      // The stored tree no longer exists.
      (file, self.tree, changes) = (ModelIndexFile(), nil, ModelHolders())
      try follow(to: tree)
    }
    if unstored > Self.mostUnstored { keep() }
  }

  private func follow(to tree: ObjectID?) throws {
    if self.tree == nil, let tree { return try begin(at: tree) }
    do {
      try store.repository.forEachChange(from: self.tree, to: tree) { change in
        try store.environment.checkInterruption()
        changes.set(change.path, to: try models(at: change.path, change.new))
        return true
      }
      self.tree = tree
    } catch {
      (self.tree, changes) = (file.tree, ModelHolders())
      throw error
    }
  }

  /// Reads all documents of a tree.
  private func begin(at tree: ObjectID) throws {
    var models: [(path: TreePath, numbers: [ModelNumber])] = []
    try store.repository.forEachChange(from: nil, to: tree) { change in
      try store.environment.checkInterruption()
      if let entry = change.new, let plan = plan(of: entry, at: change.path) {
        let numbers = try numbers(in: entry.id, plan)
        if !numbers.isEmpty { models.append((change.path, numbers)) }
      }
      return true
    }
    (file, changes) = (ModelIndexFile(of: tree, models), ModelHolders())
    self.tree = tree
  }

  private var models: [(path: TreePath, numbers: [ModelNumber])] {
    file.models.filter { !changes.knows($0.path) }
      + changes.models.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func keep() {
    guard let tree, !store.repository.isPending(tree) else { return }
    unstored = 0
    if tree != file.tree {
      file = ModelIndexFile(of: tree, models.filter { !$0.numbers.isEmpty })
      changes = ModelHolders()
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
struct ModelNumber: Hashable, Comparable {
  var value: UInt64

  init(value: UInt64) { self.value = value }

  /// Hashes an identifier with FNV-1a, so that the number is the same in every process.
  init(_ identifier: ModelIdentifier) {
    value = identifier.text.utf8.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }

  static func < (left: ModelNumber, right: ModelNumber) -> Bool { left.value < right.value }
}

/// The entities that each document holds, and the documents that hold each entity.
struct ModelHolders {
  private(set) var models: [TreePath: [ModelNumber]] = [:]
  private var paths: [ModelNumber: Set<TreePath>] = [:]

  /// Records the entities that a document holds now; none if it is gone.
  mutating func set(_ path: TreePath, to numbers: [ModelNumber]) {
    for old in models[path] ?? [] { paths[old]?.remove(path) }
    models[path] = numbers
    for new in numbers { paths[new, default: []].insert(path) }
  }

  /// True if the entities of a document were recorded.
  func knows(_ path: TreePath) -> Bool { models[path] != nil }

  func paths(holding number: ModelNumber) -> Set<TreePath> { paths[number] ?? [] }
}
