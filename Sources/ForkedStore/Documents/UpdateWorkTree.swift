import Forked
import ForkedGit
import ForkedJSON
import ForkedSchema

extension DocumentStore {
  /// Records every document with uncommitted changes in the work tree, including new and deleted ones, as one version
  /// of the current fork. Files that are not documents are left alone.
  ///
  /// - Throws: kind `invalidData` for a document that does not parse, and for a schema with errors; ``GitError`` of
  ///   kind `unmerged` for a document in conflict, `bare` without a work tree. Nothing is changed then.
  /// - Complexity: reads the state of the whole work tree.
  public func updateWorkTree(
    message: String? = nil, expectation: Expectation? = nil
  ) throws -> UpdateReport {
    try repository.requireWorkTree()
    return try transaction("update: work tree") { transaction in
      try transaction.references.holdCurrentWorkTree()
      let fork = try currentFork(named: nil)
      let snapshot = try snapshot(of: fork)
      try check(expectation, of: [], in: snapshot)
      var draft = try editedDocuments(since: snapshot)
      let documents = draft.changes.keys.sorted()
      guard !documents.isEmpty else {
        try transaction.references.restore(draft.held, on: fork)
        let nothing = ForkUpdate(fork: fork, from: snapshot.commit, to: snapshot.commit)
        return UpdateReport(of: [], nothing, draft, in: self)
      }
      draft.isReformatting = try onlyReformats(draft, snapshot)
      draft.message = try message ?? self.message(of: draft, snapshot)
      draft = try following(draft, in: snapshot)
      let forkUpdate = try transaction.record(
        draft, on: fork, since: snapshot, reason: "update: work tree")
      return UpdateReport(of: documents.map(shown), forkUpdate, draft, in: self)
    }
  }

  /// Returns the documents that differ between the work tree and a snapshot, with their contents.
  private func editedDocuments(since snapshot: Snapshot) throws -> VersionDraft {
    let schemas = try workTreeSchemas()
    var draft = VersionDraft()
    let changes = try repository.status()
    let emptied = Set(try repository.emptiedFiles())
    for (count, change) in changes.enumerated() {
      try environment.step(Progress("reading changed files", count, of: changes.count))
      guard let text = change.path.string, schemas.isDocument(text) else { continue }
      guard !change.isConflicted else { throw GitError.unmerged([change.path]) }
      let path = try DocumentPath(change.path)
      let entry = try repository.storeWorkTreeFile(at: change.path)
      if emptied.contains(change.path) {
        draft.held[change.path] = .some(entry)
        continue
      }
      if let entry, try isOther(entry, at: path) { continue }
      if let entry { try requireDocument(entry, at: path, since: snapshot) }
      guard try entry != self.entry(at: path, in: snapshot) else { continue }
      draft.changes[path] = .some(entry)
      draft.held[change.path] = .some(entry)
      if let entry { try repair(entry, at: path, since: snapshot, under: schemas, in: &draft) }
    }
    return draft
  }

  private func repair(
    _ entry: TreeEntry, at path: DocumentPath, since snapshot: Snapshot, under schemas: SchemaSet,
    in draft: inout VersionDraft
  ) throws {
    guard schemas.plan(forDocument: path.string).mayHoldOrderedList else { return }
    let new = try repairedDocument(
      repository.blob(entry.id), at: path, since: self.bytes(of: path, in: snapshot),
      under: schemas)
    let repaired =
      new.lists.isEmpty
      ? entry : TreeEntry(mode: entry.mode, id: try repository.writeBlob(new.bytes))
    draft.add(new, at: path, as: repaired)
    if try repaired == self.entry(at: path, in: snapshot) { draft.changes[path] = nil }
  }

  /// True if a file that may have another notation than JSON has one.
  private func isOther(_ entry: TreeEntry, at path: DocumentPath) throws -> Bool {
    guard JSONNotation.mayHoldOther(path.string), entry.mode.isRegularFile else { return false }
    return JSONDocument.ifReadable(try repository.blob(entry.id), at: path.string) == nil
  }

  private func requireDocument(
    _ entry: TreeEntry, at path: DocumentPath, since snapshot: Snapshot
  ) throws {
    guard entry.mode.isRegularFile else {
      throw StoreError(
        .invalidData, "\(entry.mode.name) is not a document", at: .init(document: shown(path)),
        hint: "move it away, or name it in .gitignore")
    }
    let old = try self.entry(at: path, in: snapshot)
    guard old?.id != entry.id else { return }
    try requireReadable(
      repository.blob(entry.id), at: path,
      since: repository.file(old), named: shown(path))
  }

  /// Returns the schemas of the work tree, with uncommitted changes.
  ///
  /// - Parameter merged: the entries to use in place of the files there; nil: the file is deleted.
  func workTreeSchemas(insteadOf merged: [TreePath: TreeEntry?] = [:]) throws -> SchemaSet {
    try SchemaSet { name in
      let path = TreePath(name)
      guard let entry = merged[path] else { return try workTreeBytes(at: path) }
      return try entry.map { try repository.blob($0.id) }
    }
  }

  private func workTreeBytes(at path: TreePath) throws -> [UInt8]? {
    try repository.refuseLink(at: path)
    return try repository.file(repository.storeWorkTreeFile(at: path))
  }

  private func message(of draft: VersionDraft, _ snapshot: Snapshot) throws -> String {
    guard draft.changes.count == 1, let (path, entry) = draft.changes.first else {
      return VersionMessage.text(draft.changes.keys.sorted())
    }
    guard let entry else { return "remove \(path)" }
    return VersionMessage.text(
      path, from: try bytes(of: path, in: snapshot), to: try repository.blob(entry.id),
      isReformatting: draft.isReformatting)
  }

  private func onlyReformats(_ draft: VersionDraft, _ snapshot: Snapshot) throws -> Bool {
    try draft.changes.allSatisfy { path, entry in
      guard let entry, let old = try bytes(of: path, in: snapshot) else { return false }
      return try isReformatting(old, repository.blob(entry.id), at: path)
    }
  }
}
