import ForkedDocument
import ForkedGit
import ForkedJSON

/// The commits that last changed the properties of entities, whichever documents held them.
///
/// An entity that only came to another document was not changed by that.
final class EntityHistory {
  private struct Location: HistoryLocation {
    var commit: ObjectID
    var behindMerge = false

    static func == (left: Location, right: Location) -> Bool { left.commit == right.commit }

    func hash(into hasher: inout Hasher) { hasher.combine(commit) }
  }

  private let reader: EntityReader
  private let index: EntityIndex
  private let tips: [ObjectID]
  private let bases: [ObjectID]
  /// The same history down to the first versions. A value that the merge base of crossed histories dropped can be as
  /// old as the ancestors of that merge base.
  private lazy var whole = EntityHistory(reader, index, tips: tips, bases: [])
  private var graph: CommitGraph?

  /// - Parameters:
  ///   - tips: the commits at which walks begin.
  ///   - bases: the commits at which walks end; if empty, walks end at the first versions.
  init(_ reader: EntityReader, _ index: EntityIndex, tips: [ObjectID], bases: [ObjectID]) {
    self.reader = reader
    self.index = index
    self.tips = tips
    self.bases = bases
  }

  /// Returns a function that tells which tip's change of a property of an entity is later.
  ///
  /// - Parameter documents: the documents that hold the entity, for each tip.
  func recency(
    of identifier: EntityIdentifier, in documents: [[DocumentPath]]
  ) -> (PropertyPath) throws -> Recency? {
    return { [self] path in
      let changes = try tips.indices.map { side -> LastChange? in
        guard
          let object = try objects(
            of: identifier, knowing: path, in: documents[side], at: tips[side]
          ).first
        else { return nil }
        func change(in history: EntityHistory) throws -> LastChange? {
          try history.lastChange(
            of: path, as: object, of: identifier, in: documents[side], from: tips[side])
        }
        return try change(in: self) ?? (bases.isEmpty ? nil : change(in: whole))
      }
      return Recency(ours: changes[0], theirs: changes[1], tips: (tips[0], tips[1]))
    }
  }

  /// The commit that gave a property of an entity the value that it has in an object, seen from a tip.
  ///
  /// The rules are those of ``PropertyHistory/lastChange(of:at:from:)``, but a parent holds the same value if any
  /// occurrence of the entity does.
  ///
  /// - Parameter documents: the documents to search for the entity. Documents that it came from are searched as well.
  /// - Complexity: O(commits above the bases x documents), and a parse of each version of these; one look-up in the
  ///   index for each commit that may have made the change.
  func lastChange(
    of path: PropertyPath, as object: JSONNode, of identifier: EntityIdentifier,
    in documents: [DocumentPath], from tip: ObjectID
  ) throws -> LastChange? {
    let graph = try commits()
    var documents = documents
    func holding(_ places: [Location], in documents: [DocumentPath]) throws -> [Location] {
      try places.filter { place in
        try objects(of: identifier, knowing: path, in: documents, at: place.commit).contains {
          path.isSame(in: object, and: $0)
        }
      }
    }
    return try graph.lastChange(from: Location(commit: tip), parents: parents) { _, parents in
      let holders = try holding(parents, in: documents)
      if !holders.isEmpty { return holders }
      let others = try others(holding: identifier, at: parents.map(\.commit), documents)
      let found = try holding(parents, in: others)
      if !found.isEmpty { documents += others }
      return found
    }
  }

  private func parents(of place: Location) throws -> [Location] {
    let parents = try commits().links(place.commit).parents
    return parents.map {
      Location(commit: $0, behindMerge: place.behindMerge || parents.count > 1)
    }
  }

  /// The other documents that held an entity, which may have come from one of them.
  private func others(
    holding identifier: EntityIdentifier, at commits: [ObjectID], _ documents: [DocumentPath]
  ) throws -> [DocumentPath] {
    let trees = try commits.map { try self.commits().links($0).tree }
    let held = try trees.flatMap {
      try index.documents(holding: [identifier], in: $0)[identifier] ?? []
    }
    return Set(held).subtracting(documents).sorted()
  }

  private func commits() throws -> CommitGraph {
    let graph = try graph ?? CommitGraph(reader.store.repository, tips: tips, bases: bases)
    self.graph = graph
    return graph
  }

  /// The objects of an entity in a commit: those that know a property, or all if none does.
  private func objects(
    of identifier: EntityIdentifier, knowing property: PropertyPath, in documents: [DocumentPath],
    at commit: ObjectID
  ) throws -> [JSONNode] {
    let (repository, tree) = (reader.store.repository, try commits().links(commit).tree)
    let places = try documents.flatMap { path in
      try reader.read(repository.entry(at: path.treePath, in: tree), at: path)?.occurrences
        .filter { $0.identifier == identifier } ?? []
    }
    let knowing = places.filter { $0.knows(property) }
    return (knowing.isEmpty ? places : knowing).map(\.object)
  }
}
