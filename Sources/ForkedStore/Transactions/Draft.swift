import ForkedDocument
import ForkedGit

/// The changes of an atomic batch to one fork that are not in a version yet.
final class Draft {
  private(set) var entries: [TreePath: TreeEntry?] = [:]
  /// The message of the first change, by which a draft of one change is called.
  private var firstMessage = ""
  /// The messages that lines of the batch give, each once.
  private var givenMessages: [String] = []
  private var knownMessages: Set<String> = []
  private(set) var count = 0
  /// The directories that the new documents need.
  private var directories: Set<TreePath> = []
  /// The entities in the changed documents, except for documents that were not read yet.
  private var holders = EntityHolders()
  private var unread: Set<TreePath> = []

  /// Adds a change.
  ///
  /// - Parameter message: the message that the line of the batch gives; nil: none.
  func add(_ draft: VersionDraft, message: String?) {
    for (path, entry) in draft.changes {
      entries[path.treePath] = .some(entry)
      unread.insert(path.treePath)
      var parent = path.treePath.parent
      while entry != nil, !parent.isRoot, directories.insert(parent).inserted {
        parent = parent.parent
      }
    }
    if count == 0 { firstMessage = draft.commitMessage }
    if let message, knownMessages.insert(message).inserted { givenMessages.append(message) }
    count += 1
  }

  /// The changed entry at a path; nil: the batch did not change it.
  func entry(at path: TreePath) -> TreeEntry?? {
    if let changed = entries[path] { return .some(changed) }
    guard directories.contains(path), let directory = Self.directory else { return nil }
    return .some(directory)
  }

  /// The entry of a directory that has no tree yet.
  private static let directory = ObjectID(bytes: [UInt8](repeating: 0, count: 20)).map {
    TreeEntry(mode: .tree, id: $0)
  }

  /// The documents that hold entities, given the stored documents that do.
  func documents(
    holding identifiers: Set<EntityIdentifier>, besides stored: [EntityIdentifier: [DocumentPath]],
    _ index: EntityIndex
  ) throws -> [EntityIdentifier: [DocumentPath]] {
    for path in unread { holders.set(path, to: try index.entities(at: path, entries[path] ?? nil)) }
    unread = []
    return try identifiers.reduce(into: [:]) { found, identifier in
      let changed = try holders.paths(holding: EntityNumber(identifier)).map(DocumentPath.init)
      let unchanged = (stored[identifier] ?? []).filter { entries[$0.treePath] == nil }
      found[identifier] = (unchanged + changed).sorted()
    }
  }

  var edit: TreeEdit {
    entries.reduce(into: TreeEdit()) { edit, change in edit.set(change.key, to: change.value) }
  }

  /// Returns the commit message: a subject, and below it the messages that lines give.
  ///
  /// - Parameter subject: the subject that the batch gives; nil: none.
  func message(subject: String?) -> String {
    if count == 1, subject == nil { return firstMessage }
    return ([subject ?? "batch of \(count) changes"] + givenMessages).joined(separator: "\n\n")
  }
}
