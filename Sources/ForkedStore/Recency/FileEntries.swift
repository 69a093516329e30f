import ForkedGit

/// The entries of files in the trees of a history. Most commits leave a directory alone, which is read once then.
final class FileEntries {
  /// A file in a directory's tree.
  private struct Listing: Hashable {
    var directory: ObjectID
    var path: TreePath

    func hash(into hasher: inout Hasher) { hasher.combine(directory) }
  }

  /// The parts of a path, cut once: hardly any walk meets two paths in turns.
  private struct Route {
    var path: TreePath
    var hashed: HashedPath
    var directory: ArraySlice<ArraySlice<UInt8>>
    var name: ArraySlice<ArraySlice<UInt8>>
  }

  private let repository: LocalRepository
  private var known: [Listing: TreeEntry?] = [:]
  private var route: Route?

  init(in repository: LocalRepository) {
    self.repository = repository
  }

  /// The entry at a path of a commit's tree; nil where there is none.
  func entry(at path: TreePath, in tree: ObjectID) throws -> TreeEntry? {
    let route = route(to: path)
    guard let directory = try repository.glance(along: route.directory, in: tree),
      directory.mode == .tree
    else { return nil }
    let listing = Listing(directory: directory.id, path: path)
    if let known = known[listing] { return known }
    let entry = try repository.glance(along: route.name, in: directory.id)
    known[listing] = .some(entry)
    return entry
  }

  /// True if a commit is known to leave a path as its first parent has it, without reading either.
  func isKnown(toLeave path: TreePath, aloneIn commit: ObjectID) -> Bool {
    repository.isKnown(toLeave: route(to: path).hashed, aloneIn: commit)
  }

  private func route(to path: TreePath) -> Route {
    if let route, route.path == path { return route }
    let parts = path.components
    let route = Route(
      path: path, hashed: HashedPath(path), directory: parts.dropLast(), name: parts.suffix(1))
    self.route = route
    return route
  }
}
