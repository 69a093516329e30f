import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON

/// Who changed a property of a model last, wherever it stood: a model that only came to another document has not
/// changed by that.
final class ModelHistory {
  private struct Listing: Hashable {
    var directory: ObjectID
    var name: ArraySlice<UInt8>
  }

  private let reader: ModelReader
  private let index: ModelIndex
  private let tips: [ObjectID]
  private let bases: [ObjectID]
  /// Down to the first versions: what the ancestor of crossed histories dropped can be as old as its own ancestors.
  private lazy var whole = ModelHistory(reader, index, tips: tips, bases: [])
  private var graph: CommitGraph?
  private var listings: [Listing: TreeEntry?] = [:]

  /// - Parameters:
  ///   - tips: where walks begin.
  ///   - bases: where they end; none: at the first versions.
  init(_ reader: ModelReader, _ index: ModelIndex, tips: [ObjectID], bases: [ObjectID]) {
    (self.reader, self.index, self.tips, self.bases) = (reader, index, tips, bases)
  }

  /// A function that answers for one model which tip's change of a property is later.
  ///
  /// - Parameter documents: those that hold the model at each tip.
  func recency(
    of identifier: ModelIdentifier, in documents: [[DocumentPath]]
  ) -> (PropertyPath) throws -> Recency? {
    return { [self] path in
      let changes = try tips.indices.map { side -> LastChange? in
        guard
          let object = try objects(
            of: identifier, knowing: path, in: documents[side], at: tips[side]
          ).first
        else { return nil }
        func change(in history: ModelHistory) throws -> LastChange? {
          try history.lastChange(
            of: path, as: object, of: identifier, in: documents[side], from: tips[side])
        }
        return try change(in: self) ?? (bases.isEmpty ? nil : change(in: whole))
      }
      return Recency(ours: changes[0], theirs: changes[1], tips: (tips[0], tips[1]))
    }
  }

  /// The commit that made a property of a model what it is in an object, seen from a tip. As
  /// ``PropertyHistory/lastChange(of:at:from:)``, but a parent holds the same where any place of the model does.
  ///
  /// - Parameter documents: those in which the model is looked for. Where it came to them from others, in these as well.
  /// - Complexity: O(commits above the bases x documents), and a parse of each version of these; one look into the index
  ///   for each commit that may have made the change.
  func lastChange(
    of path: PropertyPath, as object: JSONNode, of identifier: ModelIdentifier,
    in documents: [DocumentPath], from tip: ObjectID
  ) throws -> LastChange? {
    let graph = try commits()
    var documents = documents
    var latest: LastChange?
    var waiting = [(commit: tip, behindMerge: false)]
    var seen: Set<ObjectID> = []
    while let (commit, behindMerge) = waiting.popLast() {
      guard seen.insert(commit).inserted else { continue }
      let parents = try graph.links(commit).parents
      func holders(in documents: [DocumentPath]) throws -> [ObjectID] {
        try parents.filter { parent in
          try objects(of: identifier, knowing: path, in: documents, at: parent).contains {
            path.isSame(in: object, and: $0)
          }
        }
      }
      var handed = try holders(in: documents)
      if handed.isEmpty, case let others = try others(holding: identifier, at: parents, documents) {
        handed = try holders(in: others)
        if !handed.isEmpty { documents += others }
      }
      if handed.isEmpty {
        if try graph.combines(commit) {
          handed = parents
        } else {
          let change = try graph.change(by: commit)
          latest = max(latest ?? change, change)
        }
      }
      let isMerge = behindMerge || parents.count > 1
      waiting += try handed.filter { try graph.isAboveFloor($0, behindMerge: isMerge) }
        .map { ($0, isMerge) }
    }
    return latest
  }

  /// The documents besides these that held a model: it may have come from one of them.
  private func others(
    holding identifier: ModelIdentifier, at commits: [ObjectID], _ documents: [DocumentPath]
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

  /// A model's objects in a commit: those that know a property, else all.
  private func objects(
    of identifier: ModelIdentifier, knowing property: PropertyPath, in documents: [DocumentPath],
    at commit: ObjectID
  ) throws -> [JSONNode] {
    let tree = try commits().links(commit).tree
    let places = try documents.flatMap { path in
      try reader.read(entry(at: path, in: tree), at: path)?.places
        .filter { $0.identifier == identifier } ?? []
    }
    let knowing = places.filter { $0.knows(property) }
    return (knowing.isEmpty ? places : knowing).map(\.object)
  }

  /// Directories stay the same through most commits.
  private func entry(at path: DocumentPath, in tree: ObjectID) throws -> TreeEntry? {
    let (repository, treePath) = (reader.store.repository, path.treePath)
    guard let directory = try repository.entry(at: treePath.parent, in: tree),
      directory.mode == .tree
    else { return nil }
    let listing = Listing(directory: directory.id, name: treePath.name)
    if let known = listings[listing] { return known }
    let entry = try repository.entry(at: TreePath(bytes: Array(treePath.name)), in: directory.id)
    listings[listing] = .some(entry)
    return entry
  }
}
