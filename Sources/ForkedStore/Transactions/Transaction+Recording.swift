import Forked
public import ForkedGit
import ForkedSchema

/// What a change relies on: it is made only where that still holds.
public enum Expectation: Hashable, Sendable {
  /// The fork stands at this commit.
  case commit(ObjectID)
  /// The document is not there.
  case absent
}

/// What a new version changes.
public struct VersionDraft: Sendable {
  /// The documents and what shall stand there; nil removes.
  public var changes: [DocumentPath: TreeEntry?]
  /// What the commit says.
  public var message: String

  /// - Parameters:
  ///   - changes: the documents and what shall stand there; nil removes.
  ///   - message: what the commit says.
  public init(changes: [DocumentPath: TreeEntry?], message: String) {
    self.changes = changes
    self.message = message
  }
}

extension DocumentStore {
  /// Makes one version of a fork, all or nothing; in an atomic batch, it is a part of the version that the batch makes.
  ///
  /// Changes that change nothing make no version. A version whose schema is wrong is refused.
  ///
  /// - Parameters:
  ///   - fork: the fork.
  ///   - command: what is done, for the logs.
  ///   - expectation: what the change relies on.
  ///   - documents: the documents concerned.
  ///   - kind: for what; a dry run changes nothing.
  ///   - draft: says what changes against the documents as they stand now, and what the command returns; called again after
  ///     a lost race.
  /// - Returns: how the fork was updated, and what `draft` says.
  /// - Throws: kind `tryAgain` where the expectation fails; nothing changed then.
  /// - Complexity: follows the directories on the way to what changed, not the number of documents.
  func record<Result>(
    on fork: Fork, command: String, expecting expectation: Expectation? = nil,
    of documents: [DocumentPath] = [], kind: Transaction.Kind = .command,
    _ draft: (Snapshot) throws -> (VersionDraft, Result)
  ) throws -> (movement: Movement, result: Result) {
    try transaction(command, kind: kind) { transaction in
      try transaction.holdWorkTree(of: fork)
      let snapshot = try snapshot(of: fork)
      try check(expectation, of: documents, in: snapshot)
      let (draft, result) = try draft(snapshot)
      return (try transaction.record(draft, on: fork, since: snapshot, reason: command), result)
    }
  }

  /// As ``record(on:command:expecting:of:kind:_:)``, for a command that returns nothing else.
  func record(
    on fork: Fork, command: String, expecting expectation: Expectation? = nil,
    of documents: [DocumentPath] = [], _ draft: (Snapshot) throws -> VersionDraft
  ) throws -> Movement {
    try record(on: fork, command: command, expecting: expectation, of: documents) {
      (try draft($0), ())
    }.movement
  }
}

extension Transaction {
  /// Makes a version of a fork, or adds to what a batch will make one of.
  ///
  /// - Returns: how the fork was updated; to nowhere yet in a batch, where anything changes.
  fileprivate func record(
    _ version: VersionDraft, on fork: Fork, since snapshot: Snapshot, reason: String
  ) throws -> Movement {
    if kind == .batch { return try add(version, on: fork, since: snapshot) }
    return try update(fork, reason: reason) { tip in
      let tree = try store.tree(version, from: snapshot)
      guard tree != snapshot.tree else { return nil }
      return try store.writeCommit(
        tree: tree, parents: tip.map { [$0] } ?? [], message: version.message)
    }
  }

  private func add(
    _ version: VersionDraft, on fork: Fork, since snapshot: Snapshot
  ) throws -> Movement {
    let tip = snapshot.commit
    let isChange = try version.changes.contains {
      try store.entry(at: $0.key, in: snapshot) != $0.value
    }
    guard isChange else { return Movement(fork: fork, from: tip, to: tip) }
    let draft = drafts[fork] ?? Draft()
    draft.add(version)
    drafts[fork] = draft
    return Movement(fork: fork, from: tip, to: nil)
  }
}

extension DocumentStore {
  /// The tree that a draft makes of a snapshot, its schema checked where it is new.
  func tree(_ draft: VersionDraft, from snapshot: Snapshot) throws -> ObjectID {
    var edit = TreeEdit()
    for (path, entry) in draft.changes {
      if let entry { edit.set(path.treePath, to: entry) } else { edit.remove(path.treePath) }
    }
    let tree = try repository.apply(edit, to: snapshot.tree)
    try requireValid(draft, in: Snapshot(commit: nil, tree: tree))
    return tree
  }

  func check(
    _ expectation: Expectation?, of documents: [DocumentPath], in snapshot: Snapshot
  ) throws {
    switch expectation {
    case nil: return
    case .commit(let expected):
      guard snapshot.commit != expected else { return }
      throw StoreError(
        .tryAgain,
        "the fork stands at \(snapshot.commit?.hex ?? "no commit"), not at \(expected.hex); nothing was changed",
        hint: "read it again, and try with --expect \(snapshot.commit?.hex ?? "absent")")
    case .absent:
      for document in documents where try entry(at: document, in: snapshot) != nil {
        throw StoreError(
          .tryAgain, "the document is there already; nothing was changed",
          at: .init(document: shown(document)),
          hint: "leave --expect out to write it nevertheless")
      }
    }
  }
}
