public import ForkedGit
public import ForkedJSON

/// The result of `restore` without a revision.
public struct DiscardEditsReport: Report {
  /// The documents that had uncommitted changes.
  public var documents: [String]
  /// The commit whose documents they are now.
  public var commit: ObjectID?

  /// `{"documents":[..],"commit":..}`
  public var reportValue: ReportValue {
    .object(["documents": documents, "commit": commit])
  }
}

extension DocumentStore {
  /// Discards uncommitted changes of documents, or of properties of them: the work tree gets what the current version
  /// has. Staged changes of a whole document are discarded, too. New documents are left alone.
  ///
  /// - Throws: kind `notFound` if the current version has no such document or property; ``GitError`` of kind
  ///   `unmerged` if a document is in conflict, `bare` without a work tree, `locked` while another process changes the index.
  ///   Nothing is changed then.
  public func discardEdits(of places: [PropertyArgument]) throws -> DiscardEditsReport {
    let update = try repository.beginWorkTreeUpdate(
      timeout: environment.lockTimeout, duringOperation: true)
    let snapshot = try snapshot(of: repository.head().commit)
    let changes = Dictionary(
      try repository.status().map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var (files, staged): ([TreePath: TreeEntry?], [TreePath: TreeEntry?]) = ([:], [:])
    for (path, pointer) in try documents(named: places, in: snapshot) {
      let bytes = try requireCommitted(path, in: snapshot)
      guard let change = changes[path.treePath] else { continue }
      guard !change.isConflicted else { throw GitError.unmerged([path.treePath]) }
      let entry = try self.entry(at: path, in: snapshot)
      if let pointer, !pointer.tokens.isEmpty {
        let edited = try files[path.treePath] ?? repository.storeWorkTreeFile(at: path.treePath)
        files[path.treePath] = .some(try taking(pointer, of: path, from: bytes, into: edited))
      } else {
        files[path.treePath] = .some(entry)
        staged[path.treePath] = .some(entry)
      }
    }
    try write(files, staging: staged, by: update)
    return DiscardEditsReport(documents: files.keys.sorted().map(shown), commit: snapshot.commit)
  }

  private func requireCommitted(_ path: DocumentPath, in snapshot: Snapshot) throws -> [UInt8] {
    if let bytes = try bytes(of: path, in: snapshot) { return bytes }
    let isNew = try repository.storeWorkTreeFile(at: path.treePath) != nil
    throw StoreError(
      .notFound, "the current version has no such document", at: .init(document: shown(path)),
      hint: isNew ? "it is new; delete the file to discard it" : hint(for: path, in: snapshot))
  }

  private func taking(
    _ pointer: JSONPointer, of path: DocumentPath, from committed: [UInt8],
    into edited: TreeEntry?
  ) throws -> TreeEntry? {
    let name = shown(path)
    guard let edited, edited.mode.isRegularFile else {
      throw StoreError(
        .notFound, "the work tree has no such document", at: .init(document: name),
        hint: "restore all of it: \(programName) restore \(name.shellWord)")
    }
    let bytes = try taking(
      pointer, from: committed, into: repository.blob(edited.id), named: name,
      unlessMissing: "neither here nor in the current version")
    return TreeEntry(mode: edited.mode, id: try repository.writeBlob(bytes))
  }
}
