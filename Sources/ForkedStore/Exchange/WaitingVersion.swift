import Forked
import ForkedDocument
import ForkedGit

/// A version with what one side did to a document that a merge left out, since the document had conflicts: the merge took
/// the other side's.
///
/// Its only parent is the merge base, and it differs from that in the document alone. So it is merged like any other
/// version, and then each change counts once. It waits in each fork that contains the merge and not this version.
struct WaitingVersion {
  let id: ObjectID
  let time: HybridTime
  /// The merge that left the document out.
  let merge: ObjectID
  /// The commit of the side whose document this is.
  let origin: ObjectID

  /// The prefix of the references that keep the versions.
  static let references = "refs/fork/waiting/"
  /// The trailer that names the merge and the origin.
  fileprivate static let trailer = "Fork-Waiting:"

  /// Creates a version from its commit; nil if it is another commit.
  init?(_ commit: CommitObject) {
    let ids = commit.values(of: Self.trailer).last?.split(separator: " ").map { ObjectID(hex: $0) }
    guard let ids, ids.count == 2, let merge = ids[0], let origin = ids[1] else { return nil }
    id = commit.id
    time = commit.hybridTime
    self.merge = merge
    self.origin = origin
  }
}

// MARK: - Leaving out

extension DocumentStore {
  /// Merges two commits as ``canonicalMerge(_:_:bases:_:names:)`` does, but leaves out the documents with conflicts.
  ///
  /// - Returns: nil if nothing else changed, or if this is not possible: there are several merge bases, schemas differ,
  ///   entities are declared, or a file was renamed or is no document.
  func mergeLeavingOut(
    _ conflicts: [MergeConflict], _ ours: ObjectID, _ theirs: ObjectID, bases: [ObjectID],
    _ policy: MergePolicy
  ) throws -> MergeResult<MergedCommit>? {
    let names = Set(conflicts.map(\.document))
    guard bases.count == 1, let left = try independent(names, bases + [ours, theirs]) else {
      return nil
    }
    var policy = policy
    for document in left { policy.leftOut[document.path] = .some(document.theirs) }
    var merged = try canonicalMerge(ours, theirs, bases: bases, policy)
    guard merged.conflicts.isEmpty, let merge = merged.commit else { return nil }
    let history = MergeHistory(repository, ours: ours, theirs: theirs, bases: bases)
    merged.value.waiting = try left.compactMap { document in
      let last = try history.file(at: document.path).recency(.file)?.ours
      let change = try repository.commit(last.flatMap { ObjectID(hex: $0) } ?? ours)
      return try writeWaiting(document, of: ours, as: change, at: bases[0], besides: merge)
    }
    return merged
  }

  /// Returns the entries of documents in the base, ours and theirs; nil if any is not merged on its own, or
  /// nothing else changed.
  private func independent(
    _ names: Set<String>, _ commits: [ObjectID]
  ) throws -> [TreeMerge.Diverged]? {
    let trees = try commits.map { try repository.tree(ofCommit: $0) }
    let settings = try trees.map { try repository.entry(at: Self.schemaDirectory, in: $0) }
    let schemas = try schemas(of: snapshot(of: commits[1]))
    guard Set(settings).count == 1, !schemas.mayHoldEntities else { return nil }
    let merge = try repository.mergeTrees(base: trees[0], ours: trees[1], theirs: trees[2])
    let found = try merge.diverged.filter { diverged in
      guard let path = diverged.path.string, names.contains(path), schemas.isDocument(path) else {
        return false
      }
      let entries = [diverged.base, diverged.ours, diverged.theirs]
      return try entries.allSatisfy { $0?.mode.isRegularFile != false }
        && entries == trees.map { try repository.entry(at: diverged.path, in: $0) }
        && merge.unlike[diverged.path] == nil
        && !merge.renamed.contains { $0.paths.contains(diverged.path) }
    }
    let changed = merge.diverged.count + merge.taken.count + merge.kept.count + merge.alike.count
    return found.count == names.count && found.count < changed ? found : nil
  }

  /// Creates the version of a document that a merge left out. Every clone makes the same one of the same merge.
  private func writeWaiting(
    _ document: TreeMerge.Diverged, of origin: ObjectID, as change: CommitObject,
    at base: ObjectID, besides merge: ObjectID
  ) throws -> WaitingVersion? {
    var edit = TreeEdit()
    edit.set(document.path, to: document.ours)
    let name = document.path.description.filter { !$0.isNewline }
    let id = try repository.writeCommit(
      CommitDraft(
        tree: repository.apply(edit, to: repository.tree(ofCommit: base)), parents: [base],
        author: change.author, committer: change.committer,
        message: "\(name): left out of the merge \(merge.hex.prefix(10))\n\n"
          + "\(WaitingVersion.trailer) \(merge.hex) \(origin.hex)",
        hybridTime: change.hybridTime))
    return WaitingVersion(try repository.commit(id))
  }
}

// MARK: - Waiting

extension DocumentStore {
  /// Merges into a merge with this tip what waits there, where it has no conflicts, or the user decided them.
  ///
  /// Of several versions of a document the user decides about the latest: its conflicts are added, and what was decided
  /// stays where an earlier one conflicts with it. An earlier one is not decided before it.
  func mergeWaiting(
    into merged: inout MergeResult<MergedCommit>, at tip: ObjectID, _ policy: MergePolicy,
    names: SideNames
  ) throws {
    let new = Set(merged.waiting.map(\.id))
    let known = try waitingVersions(in: tip).filter { !new.contains($0.id) }
    var policy = policy
    policy.keepPresent(merged.decisions)
    for version in merged.waiting + known {
      policy.origins[version.id] = version.origin
      let next = try canonicalMerge(version.id, merged.commit ?? tip, policy, names: names)
      let open = Set(merged.conflicts.map(\.document))
      if !next.conflicts.isEmpty {
        merged.conflicts += next.conflicts.filter { !open.contains($0.document) }
        merged.value.areConflictsLeftOut = true
      } else if !next.decisions.contains(where: { $0.isByUser && open.contains($0.document) }) {
        merged.append(next)
        policy.keepPresent(next.decisions)
      }
    }
  }

  /// The versions that wait in a fork with this tip, the latest first.
  func waitingVersions(in tip: ObjectID) throws -> [WaitingVersion] {
    try allWaitingVersions().filter { try waits($0, in: tip) }
      .sorted { ($0.time, $0.id) > ($1.time, $1.id) }
  }

  /// Updates the references: keeps new versions, and drops those that a remote's fork contains and that wait in no fork
  /// here or of another remote. If the decision is undone here, the next exchange brings it back.
  func keepWaiting(_ new: [WaitingVersion], since there: ObjectID) throws {
    for version in new { try set(version, to: version.id) }
    for version in try allWaitingVersions()
    where try repository.isAncestor(version.id, of: there) {
      let tips = try ["refs/heads/", "refs/remotes/"]
        .flatMap { try repository.references(withPrefix: $0) }.map(\.target)
      if try !tips.contains(where: { try waits(version, in: $0) }) { try set(version, to: nil) }
    }
  }

  private func set(_ version: WaitingVersion, to target: ObjectID?) throws {
    let name = try ReferenceName(WaitingVersion.references + version.id.hex)
    try repository.compareAndSwap(
      name, from: repository.target(of: name), to: target, reflog: nil)
  }

  private func allWaitingVersions() throws -> [WaitingVersion] {
    try repository.forks(below: WaitingVersion.references).values
      .compactMap { WaitingVersion(try repository.commit($0)) }
  }

  /// True if a version waits in a fork with this tip.
  func waits(_ version: WaitingVersion, in tip: ObjectID) throws -> Bool {
    try repository.isAncestor(version.merge, of: tip)
      && !repository.isAncestor(version.id, of: tip)
  }
}

extension MergePolicy {
  /// Keeps what the user decided where something else conflicts with it.
  fileprivate mutating func keepPresent(_ decisions: [MergeDecision]) {
    for decision in decisions where decision.isByUser {
      choices[decision.document, default: [:]][decision.pointer] = .theirs
    }
  }
}

extension MergeDecision {
  fileprivate var isByUser: Bool { [.user, .preference].contains(decider) }
}
