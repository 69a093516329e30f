import ForkedGit

/// The entries of files in the trees of a history. Most commits do not change a directory, which is then read only
/// once.
final class FileEntries {
  /// A file in a directory's tree.
  private struct Listing: Hashable {
    var directory: ObjectID
    var name: ArraySlice<UInt8>
  }

  /// The parts of a path, split once.
  private struct Route {
    var path: TreePath
    var hashed: HashedPath
    var parent: TreePath
    var directory: ArraySlice<ArraySlice<UInt8>>
    var name: ArraySlice<UInt8>

    init(to path: TreePath) {
      self.path = path
      hashed = HashedPath(path)
      parent = path.parent
      directory = path.components.dropLast()
      name = path.name
    }
  }

  private let repository: LocalRepository
  private let followsMany: Bool
  private var known = BoundedCache<Listing, TreeEntry?>(capacity: 1 << 14)
  private var routes: [TreePath: Route] = [:]
  /// The route of the last request. Most walks follow one path.
  private var lastRoute: Route?
  /// The directory of the last request. Documents that are followed together are often in the same directory.
  private var lastDirectory: (tree: ObjectID, path: TreePath, entry: TreeEntry?)?

  /// - Parameter followsMany: true if many files of one directory are requested, so that the directory is worth
  ///   caching.
  init(in repository: LocalRepository, followsMany: Bool = false) {
    self.repository = repository
    self.followsMany = followsMany
  }

  /// The entry at a path of a commit's tree; nil if there is none.
  func entry(at path: TreePath, in tree: ObjectID) throws -> TreeEntry? {
    let route = route(to: path)
    guard let directory = try directory(of: route, in: tree) else { return nil }
    let listing = Listing(directory: directory.id, name: route.name)
    if let known = known[listing] { return known }
    let entry =
      try followsMany
      ? repository.entry(at: TreePath(bytes: Array(route.name)), in: directory.id)
      : repository.glance(along: [route.name], in: directory.id)
    known.add(entry, for: listing, size: 1)
    return entry
  }

  private func directory(of route: Route, in tree: ObjectID) throws -> TreeEntry? {
    if let last = lastDirectory, last.tree == tree, last.path == route.parent { return last.entry }
    let found = try repository.glance(along: route.directory, in: tree)
    let entry = found?.mode == .tree ? found : nil
    lastDirectory = (tree, route.parent, entry)
    return entry
  }

  /// True if a commit is known to leave a path as its first parent has it. Neither commit is read.
  func isKnown(toLeave path: TreePath, aloneIn commit: ObjectID) throws -> Bool {
    try repository.isKnown(toLeave: route(to: path).hashed, aloneIn: commit)
  }

  private func route(to path: TreePath) -> Route {
    if let lastRoute, lastRoute.path == path { return lastRoute }
    if let known = routes[path] { return known }
    let route = Route(to: path)
    routes[path] = route
    lastRoute = route
    return route
  }
}
