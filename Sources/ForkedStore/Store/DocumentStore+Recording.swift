public import Forked
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
  /// Makes one version of a fork, all or nothing; see ``advance(_:reason:to:)`` for work trees and races.
  ///
  /// Changes that change nothing make no version. A version whose schema is wrong is refused.
  ///
  /// - Parameters:
  ///   - fork: the fork.
  ///   - expectation: what the change relies on, with the document concerned.
  ///   - draft: says what changes against the documents as they stand now, and may be called several times.
  /// - Throws: kind `tryAgain` where the expectation fails; nothing changed then.
  /// - Complexity: follows the directories on the way to what changed, not the number of documents.
  public func record(
    on fork: Fork, command: String, expecting expectation: Expectation? = nil,
    of documents: [DocumentPath] = [], _ draft: (Snapshot) throws -> VersionDraft
  ) throws -> Movement {
    if openDrafts != nil {
      return try self.draft(on: fork, expecting: expectation, of: documents, draft)
    }
    return try advance(fork, reason: command) { tip in
      let snapshot = try snapshot(of: tip)
      try check(expectation, of: documents, in: snapshot)
      let draft = try draft(snapshot)
      let tree = try tree(draft, from: snapshot)
      guard tree != snapshot.tree else { return nil }
      return try writeCommit(tree: tree, parents: tip.map { [$0] } ?? [], message: draft.message)
    }
  }

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
