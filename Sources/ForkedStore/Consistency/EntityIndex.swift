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
  private unowned let store: DocumentStore
  private let schemas: SchemaSet
  private let name: String
  /// The entities in the documents of a tree; nil: of the empty one.
  private var (tree, holders): (ObjectID?, EntityHolders)
  private var known: [PathEntry: [EntityNumber]] = [:]
  private var unstored = 0

  /// The number of documents that each process may read again before the index is stored.
  private static let mostUnstored = 64
  private static let mostFiles = 8

  /// - Parameter key: the id of the state of the schemas; it is part of the name of the stored index.
  init(_ store: DocumentStore, _ schemas: SchemaSet, key: ObjectID) throws {
    self.store = store
    self.schemas = schemas
    name = "models/\(key.hex)"
    (tree, holders) =
      try store.repository.cached(name).flatMap(EntityHolders.stored) ?? (nil, EntityHolders())
  }

  /// The documents of a tree that hold entities, ordered, by entity.
  ///
  /// - Complexity: proportional to the differences between this tree and the one asked for before; at first, to the
  ///   documents with entities, and the differences from the tree that was stored.
  func documents(
    holding identifiers: Set<EntityIdentifier>, in tree: ObjectID?
  ) throws -> [EntityIdentifier: [DocumentPath]] {
    try go(to: tree)
    var found: [EntityIdentifier: [DocumentPath]] = [:]
    for identifier in identifiers {
      found[identifier] = holders.paths(holding: EntityNumber(identifier))
        .compactMap(\.asDocument).sorted()
    }
    return found
  }

  /// All documents of a tree that hold any entity, ordered.
  func documents(in tree: ObjectID?) throws -> [DocumentPath] {
    try go(to: tree)
    return holders.entities.keys.compactMap(\.asDocument).sorted()
  }

  /// The entities of a document that is not in a tree yet.
  func entities(at path: TreePath, _ entry: TreeEntry?) throws -> [EntityNumber] {
    guard let entry, entry.mode.isRegularFile, let plan = schemas.planOfEntities(at: path) else {
      return []
    }
    let version = PathEntry(path: path, entry: entry)
    if let known = known[version] { return known }
    let document = JSONDocument.ifReadable(
      try store.repository.blob(entry.id), at: path.description)
    let occurrences = document.map { DocumentEntities(in: $0, plan: plan).occurrences } ?? []
    unstored += 1
    store.environment.report(Progress("finding entities", unstored))
    let numbers = Set(occurrences.map { EntityNumber($0.identifier) }).sorted()
    known[version] = numbers
    return numbers
  }

  private func go(to tree: ObjectID?) throws {
    do {
      try follow(to: tree)
    } catch let error as GitError where error.kind == .notFound && self.tree != nil {
      // The tree of the index no longer exists.
      (self.tree, holders) = (nil, EntityHolders())
      try follow(to: tree)
    }
    guard unstored > Self.mostUnstored, let tree, !store.repository.isPending(tree) else { return }
    unstored = 0
    store.repository.cache(try holders.contents(of: tree), as: name, besides: Self.mostFiles)
  }

  private func follow(to tree: ObjectID?) throws {
    var changes: [(path: TreePath, numbers: [EntityNumber])] = []
    try store.repository.forEachChange(from: self.tree, to: tree) { change in
      try store.environment.checkInterruption()
      changes.append((change.path, try entities(at: change.path, change.new)))
      return true
    }
    for change in changes { holders.set(change.path, to: change.numbers) }
    self.tree = tree
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
  /// The entities of each document that holds any.
  private(set) var entities: [TreePath: [EntityNumber]] = [:]
  private var paths: [EntityNumber: Set<TreePath>] = [:]

  /// Records the entities that a document holds now; none if it is gone.
  mutating func set(_ path: TreePath, to numbers: [EntityNumber]) {
    for old in entities[path] ?? [] { paths[old]?.remove(path) }
    entities[path] = numbers.isEmpty ? nil : numbers
    for new in numbers { paths[new, default: []].insert(path) }
  }

  func paths(holding number: EntityNumber) -> Set<TreePath> { paths[number] ?? [] }
}

/// The stored index of one tree: a hash of what follows, the tree, and the paths of documents, each with its entities. A
/// zero byte ends each of them.
extension EntityHolders {
  private static let format = "entities 2"

  /// The bytes to store.
  func contents(of tree: ObjectID) throws(GitError) -> [UInt8] {
    var bytes = Array("\(Self.format)\0\(tree.hex)\0".utf8)
    for (path, numbers) in entities {
      bytes += path.bytes + [0]
      bytes += numbers.map { String($0.value, radix: 16) }.joined(separator: " ").utf8 + [0]
    }
    return try Self.hash(bytes) + bytes
  }

  /// Reads a stored index; nil if it is damaged or has another format.
  static func stored(
    _ bytes: [UInt8]
  ) throws(GitError) -> (tree: ObjectID?, holders: EntityHolders)? {
    let contents = Array(bytes.dropFirst(2 * ObjectID.byteCount))
    let fields = contents.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    guard try bytes.starts(with: hash(contents)), fields.first?.elementsEqual(format.utf8) == true,
      fields.count.isMultiple(of: 2)
    else { return nil }
    var holders = EntityHolders()
    for place in stride(from: 2, to: fields.count, by: 2) {
      let numbers = fields[place + 1].split(separator: UInt8(ascii: " "))
        .compactMap { UInt64(String(decoding: $0, as: UTF8.self), radix: 16) }
      holders.set(
        TreePath(bytes: Array(fields[place])), to: numbers.map(EntityNumber.init(value:)))
    }
    return (ObjectID(hex: String(decoding: fields[1], as: UTF8.self)), holders)
  }

  private static func hash(_ bytes: [UInt8]) throws(GitError) -> [UInt8] {
    Array(try LocalRepository.blobID(of: bytes).hex.utf8)
  }
}
