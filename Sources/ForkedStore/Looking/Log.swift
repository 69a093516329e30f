import Forked
import ForkedGit
public import ForkedJSON

/// The input of `log`.
public struct LogRequest: Sendable {
  /// The document (or directory) whose history is listed; nil: the history of all files.
  public var document: String?
  /// The property whose history is listed; nil: the history of the whole document.
  public var pointer: JSONPointer?
  /// The fork; nil: the current one.
  public var fork: String?
  /// The revision to begin at; nil: the fork's last version.
  public var revision: String?
  /// The greatest number of versions; nil: all.
  public var limit: Int?
  /// True if lines of development stay together, for a graph.
  public var keepsLinesTogether: Bool
  /// True if each version lists the documents that it changed.
  public var includesDocuments: Bool

  /// Creates a request.
  public init(
    document: String? = nil, pointer: JSONPointer? = nil, fork: String? = nil,
    revision: String? = nil, limit: Int? = nil, keepsLinesTogether: Bool = false,
    includesDocuments: Bool = false
  ) {
    self.document = document
    self.pointer = pointer
    self.fork = fork
    self.revision = revision
    self.limit = limit
    self.keepsLinesTogether = keepsLinesTogether
    self.includesDocuments = includesDocuments
  }
}

extension DocumentStore {
  /// Calls a function with the versions of a fork, newest first; with a document, only with versions in which it
  /// differs from every parent.
  ///
  /// - Parameter body: called with each version; false ends the walk.
  /// - Throws: kind `notFound` if no version holds the document.
  /// - Complexity: O(versions), and a parse of each version of the document if a property is given.
  public func log(_ request: LogRequest, _ body: (LoggedVersion) throws -> Bool) throws {
    let start = try snapshot(at: request.revision, elseOf: request.fork)
    guard let tip = start.commit else { return }
    let followed = try request.document.map {
      FollowedPath(self, try documentPath($0), request.pointer)
    }
    let names = Dictionary(grouping: try repository.branches(), by: \.tip)
    var count = 0
    try repository.walkCommits(
      from: [tip], order: request.keepsLinesTogether ? .topological : .time
    ) { id in
      try environment.checkInterruption()
      if count == request.limit { return false }
      guard try followed?.changes(in: id) ?? true else { return true }
      let commit = try repository.commit(id)
      count += 1
      return try body(
        LoggedVersion(
          commit: commit, forks: names[commit.id, default: []].map(\.fork),
          documents: request.includesDocuments ? changedFiles(in: commit) : nil))
    }
    if count == 0, request.limit != 0, let document = request.document {
      throw StoreError(
        .notFound, "no version holds it", at: .init(document: document, pointer: request.pointer),
        hint: try hint(forMissing: documentPath(document), request.pointer, in: start))
    }
  }

  private func hint(
    forMissing path: DocumentPath, _ pointer: JSONPointer?, in snapshot: Snapshot
  ) throws -> String {
    guard let pointer, try entry(at: path, in: snapshot) != nil else {
      return hint(for: path, in: snapshot)
    }
    let document = try parse(requireBytes(of: path, in: snapshot), named: shown(path))
    return hint(for: pointer, below: document.root, of: shown(path))
  }

  private func changedFiles(in commit: CommitObject) throws -> [String] {
    let parent = try commit.parents.first.map { try repository.links($0).tree }
    return try repository.changes(from: parent, to: commit.tree).map { shown($0.path) }
  }
}

/// A document, or a property of it, whose changes are searched.
private final class FollowedPath {
  private let store: DocumentStore
  private let path: DocumentPath
  private let pointer: JSONPointer?
  private let documents: DocumentCache
  private let files: FileEntries

  init(_ store: DocumentStore, _ path: DocumentPath, _ pointer: JSONPointer?) {
    self.store = store
    self.path = path
    self.pointer = pointer
    documents = DocumentCache(
      store.repository, checkpoint: store.environment.checkInterruption)
    files = FileEntries(in: store.repository)
  }

  /// True if it exists, or existed, and differs from every parent.
  func changes(in commit: ObjectID) throws -> Bool {
    if files.isKnown(toLeave: path.treePath, aloneIn: commit) { return false }
    let parents = try store.repository.links(commit).parents
    let here = try entry(in: commit)
    if parents.isEmpty { return try isThere(here) }
    return try parents.allSatisfy { try !isSame(here, entry(in: $0)) }
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
    guard let entry, entry.mode.isRegularFile else { return nil }
    return try documents.document(entry.id)?.root
  }

  private func entry(in commit: ObjectID) throws -> TreeEntry? {
    try files.entry(at: path.treePath, in: store.repository.links(commit).tree)
  }
}
