import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON

/// An entity whose occurrences disagree.
struct ModelDisagreement {
  struct Found {
    var path: DocumentPath
    var place: ModelPlace
  }

  var identifier: ModelIdentifier
  /// The first of two occurrences that differ.
  var one: Found
  var other: Found
}

extension DocumentStore {
  /// The entities whose occurrences disagree, ordered by identifier. Commits made with plain git can cause this.
  ///
  /// - Complexity: O(documents that hold entities).
  func modelDisagreements(in snapshot: Snapshot) throws -> [ModelDisagreement] {
    var known: [ModelIdentifier: [ModelDisagreement.Found]] = [:]
    var found: [ModelIdentifier: ModelDisagreement] = [:]
    try forEachModelDocument(in: snapshot) { document in
      for place in document.places {
        let identifier = place.identifier
        let others = known[identifier] ?? []
        let this = ModelDisagreement.Found(path: document.path, place: place)
        if found[identifier] == nil,
          let one = others.first(where: { !$0.place.agrees(with: place) })
        {
          found[identifier] = ModelDisagreement(identifier: identifier, one: one, other: this)
        }
        let isNew = !others.contains { $0.place.plan.modelForm == place.plan.modelForm }
        if isNew { known[identifier, default: []].append(this) }
      }
    }
    return found.values.sorted { $0.identifier < $1.identifier }
  }

  /// Makes the occurrences of entities agree, in one version of a fork. The last change of each property is kept.
  ///
  /// - Returns: the documents that changed.
  func settleModels(_ identifiers: Set<ModelIdentifier>, on fork: Fork) throws -> [DocumentPath] {
    try record(on: fork, command: "verify: models") { snapshot in
      let changes = try settled(identifiers, in: snapshot)
      let names = identifiers.sorted().map(\.description).joined(separator: ", ")
      let draft = VersionDraft(
        changes: changes, message: "Repair entities by their most recent changes: \(names)")
      return (draft, changes.keys.sorted())
    }.result
  }

  private func settled(
    _ identifiers: Set<ModelIdentifier>, in snapshot: Snapshot
  ) throws -> [DocumentPath: TreeEntry?] {
    guard let index = try modelIndex(governedBy: snapshot), let tip = snapshot.commit else {
      return [:]
    }
    let reader = ModelReader(self, try schemas(of: snapshot))
    let history = ModelHistory(reader, index, tips: [tip], bases: [])
    let holders = try documents(holding: identifiers, in: snapshot, index)
    var changes = ModelChanges()
    for identifier in identifiers.sorted() {
      let paths = holders[identifier] ?? []
      let places = try paths.flatMap { path in
        try reader.read(entry(at: path, in: snapshot), at: path)?.places
          .filter { $0.identifier == identifier } ?? []
      }
      try changes.settle(places) { field, objects in
        let times = try objects.map {
          try history.lastChange(of: field, as: $0, of: identifier, in: paths, from: tip)
        }
        return times.indices.max { times[$0].isEarlier(than: times[$1]) } ?? 0
      }
    }
    var written: [DocumentPath: TreeEntry?] = [:]
    for path in Set(holders.values.joined()).sorted() {
      guard let document = try reader.read(entry(at: path, in: snapshot), at: path),
        let entry = try reader.entry(of: document, after: changes)
      else { continue }
      written[path] = .some(entry)
    }
    return written
  }
}

extension LastChange? {
  fileprivate func isEarlier(than other: LastChange?) -> Bool {
    guard let other else { return false }
    return self.map { $0 < other } ?? true
  }
}
