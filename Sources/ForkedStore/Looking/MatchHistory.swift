import ForkedGit

/// A document that began or ceased to match conditions in a version.
public struct MatchChange: Sendable, Hashable {
  /// The document.
  public var document: String
  /// True if it began to match, false if it ceased.
  public var began: Bool
}

/// A walk through versions that finds those in which documents began or ceased to match conditions.
final class MatchHistory {
  private let store: DocumentStore
  private let selection: DocumentSelection?
  private var check: ConditionCheck
  private var known: [ObjectID: Bool] = [:]

  init(_ conditions: [Condition], _ selection: DocumentSelection?, _ store: DocumentStore) {
    check = ConditionCheck(conditions)
    self.selection = selection
    self.store = store
  }

  /// The pointers that no document had in any version.
  var missing: [PointerSearch] { check.missing }

  /// Returns the documents that match in a version and in none of its parents, or in each of them and not here. A
  /// document that was renamed is the same.
  /// - Complexity: depends on what differs between the versions; each content is read once.
  func changes(in commit: CommitObject, since parents: [ObjectID]) throws -> [MatchChange] {
    let trees: [ObjectID?] = try parents.map { try store.repository.links($0).tree }
    let found = try (trees.isEmpty ? [nil] : trees).map { tree in
      try Set(changes(from: tree, to: commit.tree))
    }
    let shared = found.dropFirst().reduce(found[0]) { $0.intersection($1) }
    return shared.sorted { ($0.document, $0.began ? 1 : 0) < ($1.document, $1.began ? 1 : 0) }
  }

  private func changes(from old: ObjectID?, to new: ObjectID) throws -> [MatchChange] {
    let changes = try store.repository.changes(from: old, to: new)
    let schemas = try store.schemas(of: Snapshot(commit: nil, tree: new))
    let renames = try store.repository.renames(among: changes)
    let former = Set(renames.values.map(\.path))
    return try changes.compactMap { change in
      guard !former.contains(change.path), change.path.string.map(schemas.isDocument) == true,
        selection?.includes(change.path) ?? true
      else { return nil }
      let before = try matches(change.old ?? renames[change.path]?.entry, at: change.path)
      let after = try matches(change.new, at: change.path)
      return before == after
        ? nil : MatchChange(document: store.shown(change.path), began: after)
    }
  }

  /// True if a file matches; what cannot be read or compared does not.
  private func matches(_ entry: TreeEntry?, at path: TreePath) throws -> Bool {
    guard let entry else { return false }
    if let answer = known[entry.id] { return answer }
    let root = try store.repository.document(entry, at: path)?.root
    let answer = root.map { check.holds(for: $0, named: path.description) } ?? false
    known[entry.id] = answer
    return answer
  }
}
