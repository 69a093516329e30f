import Forked
import ForkedDocument
import ForkedGit

/// What an atomic batch has changed on a fork and not made a version of yet.
final class OpenDraft {
  private(set) var entries: [TreePath: TreeEntry?] = [:]
  private(set) var messages: [String] = []
  private(set) var count = 0
  /// Directories that the new documents need.
  private var directories: Set<TreePath> = []
  /// The models of what was changed, but for changes that were not looked at yet.
  private var holders = ModelHolders()
  private var unread: Set<TreePath> = []

  func add(_ draft: VersionDraft) {
    for (path, entry) in draft.changes {
      entries[path.treePath] = .some(entry)
      unread.insert(path.treePath)
      var parent = path.treePath.parent
      while entry != nil, !parent.isRoot, directories.insert(parent).inserted {
        parent = parent.parent
      }
    }
    if messages.count < 2 { messages.append(draft.message) }
    count += 1
  }

  /// What stands at a path since; nil: what stood there before.
  func entry(at path: TreePath) -> TreeEntry?? {
    if let changed = entries[path] { return .some(changed) }
    guard directories.contains(path),
      let nothing = ObjectID(bytes: [UInt8](repeating: 0, count: 20))
    else { return nil }
    return .some(TreeEntry(mode: .tree, id: nothing))
  }

  /// The documents that hold models, where others hold them that were not changed.
  func documents(
    holding identifiers: Set<ModelIdentifier>, besides stored: [ModelIdentifier: [DocumentPath]],
    _ index: ModelIndex
  ) throws -> [ModelIdentifier: [DocumentPath]] {
    for path in unread { holders.set(path, to: try index.models(at: path, entries[path] ?? nil)) }
    unread = []
    return try identifiers.reduce(into: [:]) { found, identifier in
      let changed = try holders.paths(holding: ModelNumber(identifier)).map(DocumentPath.init)
      let unchanged = (stored[identifier] ?? []).filter { entries[$0.treePath] == nil }
      found[identifier] = (unchanged + changed).sorted()
    }
  }

  var edit: TreeEdit {
    entries.reduce(into: TreeEdit()) { edit, change in
      if let entry = change.value {
        edit.set(change.key, to: entry)
      } else {
        edit.remove(change.key)
      }
    }
  }

  var message: String { count == 1 ? messages[0] : "batch of \(count) changes" }
}

/// The drafts of an atomic batch.
struct OpenDrafts {
  var drafts: [Fork: OpenDraft] = [:]
}

extension DocumentStore {
  /// Adds changes to what an atomic batch will make a version of.
  ///
  /// - Returns: A movement to nowhere yet, where anything changes.
  func draft(
    on fork: Fork, expecting expectation: Expectation?, of documents: [DocumentPath],
    _ body: (Snapshot) throws -> VersionDraft
  ) throws -> Movement {
    let tip = try repository.tip(of: fork)
    let open = openDrafts?.drafts[fork] ?? OpenDraft()
    var snapshot = try snapshot(of: tip)
    snapshot.draft = open
    try check(expectation, of: documents, in: snapshot)
    let draft = try body(snapshot)
    let isChange = try draft.changes.contains { try entry(at: $0.key, in: snapshot) != $0.value }
    guard isChange else { return Movement(fork: fork, from: tip, to: tip) }
    open.add(draft)
    openDrafts?.drafts[fork] = open
    if repository.pendingByteCount > Self.mostPendingBytes { try repository.storeObjects() }
    return Movement(fork: fork, from: tip, to: nil)
  }

  /// More than so many bytes are stored before it is known whether anything will name them.
  private static let mostPendingBytes = 64 << 20

  /// Makes versions of what was changed so far.
  func sealDrafts() throws {
    for (fork, draft) in openDrafts?.drafts ?? [:] { try seal(draft, on: fork) }
    openDrafts?.drafts = [:]
  }

  private func seal(_ draft: OpenDraft, on fork: Fork) throws {
    try advance(fork, reason: "batch") { tip in
      let old = try snapshot(of: tip)
      let tree = try repository.apply(draft.edit, to: old.tree)
      if draft.entries.keys.contains(where: { $0.isWithin(Self.schemaDirectory) }) {
        _ = try schemas(of: Snapshot(commit: nil, tree: tree))
      }
      guard tree != old.tree else { return nil }
      return try writeCommit(tree: tree, parents: tip.map { [$0] } ?? [], message: draft.message)
    }
  }
}
