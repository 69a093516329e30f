import ForkedGit
import ForkedJSON

/// A document, or a property of it, whose changes are searched in a walk from each version to its parents.
final class FollowedPath {
  private let repository: LocalRepository
  private let path: DocumentPath
  /// The property; nil: the whole document.
  let pointer: JSONPointer?
  /// The former path in versions before the document was renamed.
  private var formerPaths: [ObjectID: TreePath] = [:]
  private let documents: DocumentCache

  init(_ store: DocumentStore, _ path: DocumentPath, _ pointer: JSONPointer?) {
    repository = store.repository
    self.path = path
    self.pointer = pointer
    documents = DocumentCache(
      store.repository, checkpoint: store.environment.checkInterruption)
  }

  /// True if it exists, or existed, and differs from every parent. Called for each version before its parents.
  func changes(in commit: ObjectID) throws -> Bool {
    let path = path(in: commit)
    let links = try repository.presentLinks(commit)
    let here = try repository.entry(at: path, in: links.tree)
    if links.parents.isEmpty { return try isThere(here) }
    return try links.parents.map { parent in
      let tree = try repository.links(parent).tree
      var (origin, entry) = (path, try repository.entry(at: path, in: tree))
      if let here, entry == nil, let former = try self.former(of: path, from: tree, to: links.tree)
      {
        origin = former.path
        entry = former.entry
        note(origin, in: [parent])
        return try pointer == nil || !isSame(here, entry)
      }
      note(origin, in: [parent])
      return try !isSame(here, entry)
    }.allSatisfy { $0 }
  }

  /// True if a path is the document's in a version, or in one of its parents, or below it.
  func includes(_ path: TreePath, in commit: ObjectID) -> Bool {
    path.isWithin(self.path(in: commit))
  }

  private func path(in commit: ObjectID) -> TreePath { formerPaths[commit] ?? path.treePath }

  private func note(_ former: TreePath, in parents: [ObjectID]) {
    guard former != path.treePath else { return }
    for parent in parents { formerPaths[parent] = former }
  }

  /// The file that was renamed to a path; nil if there is none.
  private func former(
    of path: TreePath, from old: ObjectID, to new: ObjectID
  ) throws -> PathEntry? {
    try repository.renames(among: repository.changes(from: old, to: new))[path]
  }

  private func isSame(_ one: TreeEntry?, _ other: TreeEntry?) throws -> Bool {
    if one == other { return true }
    guard let pointer else { return false }
    return try root(one)?.value(at: pointer) == root(other)?.value(at: pointer)
  }

  private func isThere(_ entry: TreeEntry?) throws -> Bool {
    guard let pointer else { return entry != nil }
    return try root(entry)?.value(at: pointer) != nil
  }

  private func root(_ entry: TreeEntry?) throws -> JSONNode? {
    try documents.document(entry, at: path.treePath)?.root
  }
}
