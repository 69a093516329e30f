public import Forked
public import ForkedGit
import ForkedJSON
public import ForkedSchema

/// All documents of one commit.
public struct Snapshot {
  /// The commit; nil for a fork that has none yet.
  public var commit: ObjectID?
  /// The tree of the commit; nil if there are no documents.
  public var tree: ObjectID?
  /// Changes since the commit that are not in a tree yet.
  var draft: Draft?

  /// Creates a snapshot.
  public init(commit: ObjectID?, tree: ObjectID?) {
    self.commit = commit
    self.tree = tree
  }
}

extension DocumentStore {
  /// The documents of a commit; nil: no documents.
  public func snapshot(of commit: ObjectID?) throws -> Snapshot {
    Snapshot(commit: commit, tree: try commit.map { try repository.tree(ofCommit: $0) })
  }

  /// The current documents of a fork.
  public func snapshot(of fork: Fork) throws -> Snapshot {
    var snapshot = try snapshot(of: repository.tip(of: fork))
    snapshot.draft = transaction?.drafts[fork]
    return snapshot
  }

  /// The documents at a revision (a fork, commit id, tag, or git's `~`, `^` and `@{n}` forms). Without a revision, the
  /// current documents of a fork; without a fork, those of HEAD, which may be detached.
  public func snapshot(at revision: String?, elseOf fork: String?) throws -> Snapshot {
    if let revision { return try snapshot(of: commit(at: revision)) }
    if fork == nil, case .detached(let commit) = try repository.head() {
      return try snapshot(of: commit)
    }
    return try snapshot(of: self.fork(named: fork))
  }

  /// The commit that a revision names.
  ///
  /// - Throws: kind `notFound` if there is none; kind `usage` if the revision is ambiguous.
  public func commit(at revision: String) throws -> ObjectID {
    do {
      return try repository.resolve(revision: revision)
    } catch {
      guard error.kind == .notFound || error.kind == .invalid else { throw error }
      let reason = error.function == nil ? ": \(error.message)" : ""
      throw StoreError(
        .notFound, "there is no revision '\(revision)'\(reason)",
        hint: try hint(forDocumentAsRevision: revision)
          ?? nearestFork(to: revision).map { "did you mean '\($0)'?" }
          ?? "a revision is a fork, a commit id, a tag, or one of these with ~n, ^n or @{n}")
    }
  }

  /// The commands for a document whose name is no revision, also as git writes it, behind a revision and a colon.
  private func hint(forDocumentAsRevision text: String) throws -> String? {
    var (name, source) = (text, "")
    if let colon = text.firstIndex(of: ":"), colon > text.startIndex {
      name = String(text[text.index(after: colon)...])
      source = " --at " + String(text[..<colon]).shellWord
    }
    guard let place = try? PropertyArgument(name), let path = try? documentPath(place.document),
      let commit = try revision(source.isEmpty ? "HEAD" : String(text.prefix { $0 != ":" })),
      try entry(at: path, in: snapshot(of: commit))?.mode.isRegularFile == true
    else { return nil }
    return "it is a document: '\(programName) get \(name.shellWord)\(source)' prints it, "
      + "'\(programName) log -p \(name.shellWord)' shows its changes"
  }

  /// The entry at a path; nil if there is none.
  public func entry(at path: DocumentPath, in snapshot: Snapshot) throws -> TreeEntry? {
    try entry(at: path.treePath, in: snapshot)
  }

  func entry(at path: TreePath, in snapshot: Snapshot) throws -> TreeEntry? {
    if let changed = snapshot.draft?.entry(at: path) { return changed }
    return try snapshot.tree.flatMap { try repository.entry(at: path, in: $0) }
  }

  /// The bytes of a document; nil if there is no document.
  ///
  /// - Throws: kind `notFound` if there is a directory, a link or a submodule at its path.
  public func bytes(of path: DocumentPath, in snapshot: Snapshot) throws -> [UInt8]? {
    guard let entry = try entry(at: path, in: snapshot) else { return nil }
    guard entry.mode.isRegularFile else { throw notADocument(path, entry.mode) }
    return try repository.blob(entry.id)
  }

  /// The bytes of a document.
  ///
  /// - Throws: kind `notFound` if there is no document.
  public func requireBytes(of path: DocumentPath, in snapshot: Snapshot) throws -> [UInt8] {
    guard let bytes = try bytes(of: path, in: snapshot) else {
      throw StoreError(
        .notFound, "there is no such document", at: .init(document: shown(path)),
        hint: hint(for: path, in: snapshot))
    }
    return bytes
  }

  /// The schemas that govern the documents. They are read once for each state of `.fork`.
  ///
  /// - Throws: an error that names the mistakes in the schemas, with file and pointer; kind `invalidData` if a symbolic
  ///   link is in the way.
  public func schemas(of snapshot: Snapshot) throws -> SchemaSet {
    let schemas = try storedSchemas(of: snapshot)
    guard case .plan(let plan, let path)? = ownMerging else { return schemas }
    return schemas.falling(backOn: plan, forDocument: path)
  }

  private func storedSchemas(of snapshot: Snapshot) throws -> SchemaSet {
    guard let tree = snapshot.tree else { return SchemaSet() }
    if let last = caches.lastSchemas, last.tree == tree { return last.schemas }
    let schemas = try readSchemas(of: tree)
    caches.lastSchemas = (tree, schemas)
    return schemas
  }

  private func readSchemas(of tree: ObjectID) throws -> SchemaSet {
    guard let directory = try repository.entryWithoutLinks(at: Self.schemaDirectory, in: tree)
    else { return SchemaSet() }
    if let known = caches.schemas[directory.id] { return known }
    let schemas = try SchemaSet { path in
      try repository.file(repository.entryWithoutLinks(at: TreePath(path), in: tree))
    }
    caches.schemas[directory.id] = schemas
    return schemas
  }

  /// The directory of the schema files.
  static let schemaDirectory: TreePath = ".fork"
  /// The path of the root schema file.
  static let schemaPath: TreePath = ".fork/schema.json"

  /// A hint that suggests another fork with the missing document, or a document with a similar name.
  func hint(for path: DocumentPath, in snapshot: Snapshot) -> String {
    if let hint = hint(forPointerIn: path) { return hint }
    do {
      let forks = try repository.readableBranches().readable.filter { _, tip in
        try snapshot.commit != tip && entry(at: path, in: self.snapshot(of: tip)) != nil
      }.map(\.fork.name)
      if let fork = forks.first {
        let others = forks.count == 1 ? "" : " and \(forks.count - 1) more"
        return "it is on fork '\(fork)'\(others): --fork \(fork.shellWord)"
      }
      var (names, count) = ([String](), 0)
      if let tree = snapshot.tree {
        try repository.walk(tree) { found in
          if found.entry.mode.isRegularFile { names.append(shown(found.path)) }
          count += 1
          return count < 20_000
        }
      }
      if let name = Nearest.name(to: shown(path), among: names) { return "did you mean '\(name)'?" }
    } catch {
      // Another error is being reported already.
      return "'\(programName) documents' lists them"
    }
    return "'\(programName) documents' lists them"
  }

  /// A hint for a path like `a.json#title`, whose pointer lacks its slash; nil for any other.
  func hint(forPointerIn path: DocumentPath) -> String? {
    let parts = shown(path).split(separator: "#", maxSplits: 1)
    guard parts.count == 2, JSONNotation.isDocument(String(parts[0])) else { return nil }
    return "a pointer begins with a slash: \("\(parts[0])#/\(parts[1])".shellWord)"
  }

  private func notADocument(_ path: DocumentPath, _ mode: FileMode) -> StoreError {
    StoreError(
      .notFound, "this is \(mode.name), not a document", at: .init(document: shown(path)),
      hint: "'\(programName) documents' lists them")
  }
}
