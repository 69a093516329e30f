import Forked
import ForkedDocument
import ForkedGit

/// What an atomic batch has changed on a fork and not made a version of yet.
final class Draft {
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
