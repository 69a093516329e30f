import Forked
import ForkedDocument
public import ForkedGit
public import ForkedJSON

/// A condition that must hold when a change is made.
public enum Expectation: Hashable, Sendable {
  /// The tip of the fork is this commit.
  case commit(ObjectID)
  /// The document does not exist.
  case absent
  /// A document, or a property of it, has the value that it has in this commit.
  case same(DocumentPath, JSONPointer?, as: ObjectID)
}

/// The changes of documents that become one version, and what was found while they were made.
struct VersionDraft {
  /// The changed documents with their new entries; nil removes a document.
  var changes: [DocumentPath: TreeEntry?] = [:]
  var message = ""
  /// True if no value changes, but bytes do.
  var isReformatting = false
  /// The ordered lists whose positions were repaired.
  var repaired: [RepairedList] = []
  /// The ordered lists in which written elements have no id of their own.
  var problems: [DocumentProblem] = []
  /// The other documents that change, because they hold the same entities.
  var followed: [DocumentPath] = []
  /// The contents of the work tree that the version has, or that may be overwritten.
  var held: [TreePath: TreeEntry?] = [:]

  /// The message of the commit, with its trailer.
  var commitMessage: String {
    isReformatting ? message + "\n\nFork-Reformatted: true" : message
  }

  /// Adds a document that was written.
  mutating func add(_ document: RepairedDocument, at path: DocumentPath, as entry: TreeEntry) {
    changes[path] = .some(entry)
    repaired += document.lists
    problems += document.problems
  }
}

extension DocumentStore {
  /// Makes one version of a fork, atomically. In an atomic batch, the changes become part of the batch's version.
  ///
  /// A draft that changes nothing makes no version. A version whose schema is invalid is refused.
  ///
  /// - Parameters:
  ///   - fork: the fork.
  ///   - command: the command, for the logs.
  ///   - expectation: the condition that must hold; nil: none.
  ///   - documents: the documents to which the expectation applies.
  ///   - kind: the kind of the transaction; a dry run changes nothing.
  ///   - draft: returns the changes to the current documents. It is called again after a lost race.
  /// - Returns: the update of the fork, and the draft.
  /// - Throws: kind `tryAgain` if the expectation fails; nothing is changed then.
  /// - Complexity: proportional to the directories above the changed documents, not to the number of documents.
  func record(
    on fork: Fork, command: String, expecting expectation: Expectation? = nil,
    of documents: [DocumentPath] = [], kind: Transaction.Kind = .command,
    _ draft: (Snapshot) throws -> VersionDraft
  ) throws -> (forkUpdate: ForkUpdate, draft: VersionDraft) {
    let recorded = try transaction(command, kind: kind) { transaction in
      try transaction.references.holdWorkTree(of: fork)
      let snapshot = try snapshot(of: fork)
      try check(expectation, of: documents, in: snapshot)
      let draft = try draft(snapshot)
      return (
        forkUpdate: try transaction.record(draft, on: fork, since: snapshot, reason: command),
        draft: draft
      )
    }
    if recorded.forkUpdate.isChange, kind == .command { runAfterwards(.postCommit, on: fork) }
    return recorded
  }
}

extension Transaction {
  /// Makes a version of a fork, or adds the changes to those of a batch.
  ///
  /// - Returns: the update of the fork. In a batch that changes something, the new tip is still nil.
  func record(
    _ draft: VersionDraft, on fork: Fork, since snapshot: Snapshot, reason: String
  ) throws -> ForkUpdate {
    if kind == .batch { return try add(draft, on: fork, since: snapshot) }
    return try update(fork, reason: reason, holding: draft.held) { tip in
      let tree = try store.tree(draft, from: snapshot)
      guard tree != snapshot.tree else { return nil }
      return try store.writeCommit(
        tree: tree, parents: tip.map { [$0] } ?? [], message: draft.commitMessage)
    }
  }

  private func add(
    _ version: VersionDraft, on fork: Fork, since snapshot: Snapshot
  ) throws -> ForkUpdate {
    let tip = snapshot.commit
    let isChange = try version.changes.contains {
      try store.entry(at: $0.key, in: snapshot) != $0.value
    }
    guard isChange else { return ForkUpdate(fork: fork, from: tip, to: tip) }
    let draft = drafts[fork] ?? Draft()
    draft.add(version, message: lineMessage)
    drafts[fork] = draft
    return ForkUpdate(fork: fork, from: tip, to: nil)
  }
}

extension DocumentStore {
  /// The tree of a snapshot after the changes of a draft. A new schema is checked.
  func tree(_ draft: VersionDraft, from snapshot: Snapshot) throws -> ObjectID {
    var edit = TreeEdit()
    for (path, entry) in draft.changes {
      edit.set(path.treePath, to: entry)
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
        "the fork is at \(snapshot.commit?.hex ?? "no commit"), not at \(expected.hex); nothing was changed",
        hint: "read it again, and try again with --expect \(snapshot.commit?.hex ?? "absent")")
    case .absent:
      for document in documents where try entry(at: document, in: snapshot) != nil {
        throw StoreError(
          .tryAgain, "the document already exists; nothing was changed",
          at: .init(document: shown(document)),
          hint: "leave out --expect to write it anyway")
      }
    case .same(let path, let pointer, let commit):
      try requireSame(path, pointer, in: self.snapshot(of: commit), snapshot)
    }
  }

  /// Reads a condition: a revision, `<revision>:<document>[#<pointer>]` or `absent`; nil if there is none.
  public func expectation(_ text: String?) throws -> Expectation? {
    guard let text else { return nil }
    if text == "absent" { return .absent }
    guard let colon = text.firstIndex(of: ":"), try revision(text) == nil else {
      return .commit(try commit(at: text))
    }
    let place = try PropertyArgument(String(text[text.index(after: colon)...]))
    return .same(
      try documentPath(place.document), place.pointer, as: try commit(at: String(text[..<colon])))
  }

  private func requireSame(
    _ path: DocumentPath, _ pointer: JSONPointer?, in old: Snapshot, _ new: Snapshot
  ) throws {
    let entries = (try entry(at: path, in: old), try entry(at: path, in: new))
    if entries.0 == entries.1, entries.0 != nil { return }
    let name = shown(path)
    let before = try bytes(of: path, in: old).map { try parse($0, named: name) }
    let after = try bytes(of: path, in: new).map { try parse($0, named: name) }
    if before == nil, after == nil {
      throw StoreError(
        .notFound, "there is no such document", at: .init(document: name),
        hint: hint(for: path, in: new))
    }
    let place = pointer ?? JSONPointer()
    let values = (before?.root.value(at: place), after?.root.value(at: place))
    if values.0 == values.1 { return }
    guard pointer == nil, before != nil, after != nil,
      let change = DocumentDiff.changes(from: before, to: after).first
    else {
      throw StoreError(
        unexpected: values.1, insteadOf: values.0, at: .init(document: name, pointer: place))
    }
    throw StoreError(
      unexpected: change.new, insteadOf: change.old,
      at: .init(document: name, pointer: change.pointer))
  }
}
