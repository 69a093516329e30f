import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// Which documents hold which models, for any tree under one state of the schemas.
///
/// Derived from the documents, and kept in the git directory for the tree that it was last stored for; other trees
/// are reached by what differs. Where it is missing, damaged, or of a tree that is gone, all documents are read.
final class ModelIndex {
  private struct Version: Hashable {
    var path: TreePath
    var blob: ObjectID
  }

  private unowned let store: DocumentStore
  private let schemas: SchemaSet
  private let name: String
  private var file: ModelIndexFile
  /// The tree that is described now, and how it differs from the file's.
  private var tree: ObjectID?
  private var changes = ModelHolders()
  private var known: [Version: [ModelNumber]] = [:]
  private var unstored = 0

  /// So many documents may be read again by each process before the index is stored.
  private static let mostUnstored = 64
  private static let mostFiles = 8

  /// - Parameter key: names the state of the schemas.
  init(_ store: DocumentStore, _ schemas: SchemaSet, key: ObjectID) {
    self.store = store
    self.schemas = schemas
    name = "models/\(key.hex)"
    file = store.repository.cached(name).flatMap(ModelIndexFile.init) ?? ModelIndexFile()
    tree = file.tree
  }

  /// The documents of a tree that hold models, ordered.
  ///
  /// - Complexity: follows what differs between this tree and the one asked for before, at first the one that was
  ///   stored.
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

  /// All documents of a tree that hold any model, ordered.
  func documents(in tree: ObjectID?) throws -> [DocumentPath] {
    try go(to: tree)
    return models.compactMap { $0.numbers.isEmpty ? nil : $0.path.asDocument }.sorted()
  }

  /// The models of a document that stands in no tree yet.
  func models(at path: TreePath, _ entry: TreeEntry?) throws -> [ModelNumber] {
    guard let entry, let plan = plan(of: entry, at: path) else { return [] }
    let version = Version(path: path, blob: entry.id)
    if let known = known[version] { return known }
    let numbers = try numbers(in: entry.id, plan)
    known[version] = numbers
    return numbers
  }

  /// Nil where no models can stand.
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
    store.environment.report(Progress("finding models", unstored))
    return Set(places.map { ModelNumber($0.identifier) }).sorted()
  }

  // MARK: - From tree to tree

  private func go(to tree: ObjectID?) throws {
    do {
      try follow(to: tree)
    } catch let error as GitError where error.kind == .notFound && file.tree != nil {
      // The tree that was stored is gone.
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
  /// The path as a document's; nil where no document may have it.
  var asDocument: DocumentPath? {
    do { return try DocumentPath(self) } catch { return nil }
  }
}

/// A model's identifier as an index keeps it. Two identifiers may have one number: then more documents are opened.
struct ModelNumber: Hashable, Comparable {
  var value: UInt64

  init(value: UInt64) { self.value = value }

  /// The same in every process. (FNV-1a.)
  init(_ identifier: ModelIdentifier) {
    value = identifier.text.utf8.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }

  static func < (left: ModelNumber, right: ModelNumber) -> Bool { left.value < right.value }
}

/// Which documents hold which models, both ways.
struct ModelHolders {
  private(set) var models: [TreePath: [ModelNumber]] = [:]
  private var paths: [ModelNumber: Set<TreePath>] = [:]

  /// Notes what a document holds now; nothing where it is gone.
  mutating func set(_ path: TreePath, to numbers: [ModelNumber]) {
    for old in models[path] ?? [] { paths[old]?.remove(path) }
    models[path] = numbers
    for new in numbers { paths[new, default: []].insert(path) }
  }

  /// True if anything was noted about a document.
  func knows(_ path: TreePath) -> Bool { models[path] != nil }

  func paths(holding number: ModelNumber) -> Set<TreePath> { paths[number] ?? [] }
}
