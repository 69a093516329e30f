import Forked
import ForkedDocument
import ForkedGit

/// An entity whose occurrences disagree.
struct EntityDisagreement {
  var identifier: EntityIdentifier
  /// The first of two occurrences that differ.
  var one: FoundEntity
  var other: FoundEntity
}

extension DocumentStore {
  /// The entities whose occurrences disagree, ordered by identifier. Commits made with plain git can cause this.
  ///
  /// - Complexity: O(documents that hold entities).
  func entityDisagreements(in snapshot: Snapshot) throws -> [EntityDisagreement] {
    var known: [EntityIdentifier: [FoundEntity]] = [:]
    var found: [EntityIdentifier: EntityDisagreement] = [:]
    try forEachEntityDocument(in: snapshot) { document in
      for occurrence in document.occurrences {
        let identifier = occurrence.identifier
        let others = known[identifier] ?? []
        let this = FoundEntity(path: document.path, occurrence: occurrence)
        if found[identifier] == nil,
          let one = others.first(where: { !$0.occurrence.agrees(with: occurrence) })
        {
          found[identifier] = EntityDisagreement(identifier: identifier, one: one, other: this)
        }
        let isNew = !others.contains { $0.occurrence.plan.entityForm == occurrence.plan.entityForm }
        if isNew { known[identifier, default: []].append(this) }
      }
    }
    return found.values.sorted { $0.identifier < $1.identifier }
  }

  /// Makes the occurrences of entities agree, in one version of a fork. The last change of each property is kept.
  ///
  /// - Returns: the documents that changed.
  func repairEntities(_ identifiers: Set<EntityIdentifier>, on fork: Fork) throws -> [DocumentPath]
  {
    try record(on: fork, command: "verify: models") { snapshot in
      let changes = try repairedDocuments(identifiers, in: snapshot)
      let names = identifiers.sorted().map(\.description).joined(separator: ", ")
      return VersionDraft(
        changes: changes, message: "Repair entities by their most recent changes: \(names)")
    }.draft.changes.keys.sorted()
  }

  private func repairedDocuments(
    _ identifiers: Set<EntityIdentifier>, in snapshot: Snapshot
  ) throws -> [DocumentPath: TreeEntry?] {
    guard let index = try entityIndex(governedBy: snapshot), let tip = snapshot.commit else {
      return [:]
    }
    let reader = EntityReader(self, try schemas(of: snapshot))
    let history = EntityHistory(reader, index, tips: [tip], bases: [])
    let holders = try documents(holding: identifiers, in: snapshot, index)
    var changes = EntityChanges()
    for identifier in identifiers.sorted() {
      let paths = holders[identifier] ?? []
      let occurrences = try paths.flatMap {
        try reader.occurrences(of: identifier, at: $0, in: snapshot)
      }
      try changes.resolve(occurrences) { field, objects in
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
