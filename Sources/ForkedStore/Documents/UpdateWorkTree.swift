public import Forked
public import ForkedGit
import ForkedSchema

/// What `update` without a document is asked for.
public struct UpdateWorkTreeRequest: Sendable {
  /// What the version says; nil: what was done.
  public var message: String?
  /// What the change relies on.
  public var expectation: Expectation?

  /// - Parameters:
  ///   - message: what the version says; nil: what was done.
  ///   - expectation: what the change relies on.
  public init(message: String? = nil, expectation: Expectation? = nil) {
    self.message = message
    self.expectation = expectation
  }
}

/// What was recorded of a work tree, or taken away.
public struct ChangedDocumentsReport: Report {
  /// The fork.
  public var fork: Fork
  /// The documents that changed, in git's order.
  public var documents: [String]
  /// Where the fork stands now; nil: it still has no version.
  public var commit: ObjectID?
  /// True if there is a new version.
  public var changed: Bool
  /// The ordered lists whose positions were put right.
  public var mended: [MendedList] = []
  /// The ordered lists in which elements that were written have no id of their own.
  public var problems: [DocumentProblem] = []
  /// The other documents that changed, since they hold models that did.
  public var followed: [String] = []

  /// `{"fork":..,"documents":[..],"commit":..,"changed":true}`, with `"mended":[..]` where ordered lists were put right,
  /// `"problems":[..]` where elements of some have no id of their own, and `"followed":[..]` where other documents
  /// changed too.
  public var reportValue: ReportValue {
    .object([
      "fork": .string(fork.name), "documents": .strings(documents),
      "commit": .string(commit?.hex), "changed": .bool(changed), "mended": mended.reportValue,
      "problems": problems.reportValue,
      "followed": followed.isEmpty ? nil : .strings(followed),
    ])
  }
}

extension DocumentStore {
  /// Records every document that is edited in the work tree, new and deleted ones too, as one version of the current
  /// fork. Files that are no documents are left alone.
  ///
  /// - Throws: kind `invalidData` for a document that does not parse, and a schema with mistakes; ``GitError`` of kind
  ///   `bare` without a work tree. Nothing changed then.
  /// - Complexity: the whole work tree is looked at.
  public func updateWorkTree(_ request: UpdateWorkTreeRequest) throws -> ChangedDocumentsReport {
    try repository.requireWorkTree()
    let fork = try currentFork()
    return try transaction("update: work tree") { transaction in
      try transaction.holdWorkTree(of: fork)
      let snapshot = try snapshot(of: fork)
      try check(request.expectation, of: [], in: snapshot)
      let edited = try editedDocuments(since: snapshot)
      var report = ChangedDocumentsReport(
        fork: fork, documents: edited.paths.map(shown), commit: snapshot.commit,
        changed: !edited.isEmpty, mended: edited.mended, problems: edited.problems)
      guard !edited.isEmpty else {
        try transaction.restore(edited.held, on: fork)
        return report
      }
      let (commit, followed) = try write(edited, on: snapshot, request.message)
      try transaction.update(fork, reason: "update: work tree", holding: edited.held) { _ in commit
      }
      report.commit = commit
      report.followed = followed.map(shown)
      return report
    }
  }

  /// The documents that differ between the work tree and a snapshot, and what stands there.
  private func editedDocuments(since snapshot: Snapshot) throws -> EditedDocuments {
    let schemas = try workTreeSchemas()
    var edited = EditedDocuments()
    let changes = try repository.status()
    for (count, change) in changes.enumerated() {
      try environment.checkInterruption()
      environment.report(Progress("reading edited files", count, of: changes.count))
      guard let text = change.path.string, schemas.isDocument(text) else { continue }
      let path = try DocumentPath(change.path)
      let entry = try repository.storeWorkTreeFile(at: change.path)
      if let entry { try requireDocument(entry, at: path) }
      guard try entry != self.entry(at: path, in: snapshot) else { continue }
      edited.changes[path] = .some(entry)
      edited.held[change.path] = .some(entry)
      if let entry { try mend(entry, at: path, since: snapshot, under: schemas, in: &edited) }
    }
    return edited
  }

  private func mend(
    _ entry: TreeEntry, at path: DocumentPath, since snapshot: Snapshot, under schemas: SchemaSet,
    in edited: inout EditedDocuments
  ) throws {
    guard schemas.plan(forDocument: path.string).mayHoldOrderedList else { return }
    let new = try mending(
      repository.blob(entry.id), at: path, since: self.bytes(of: path, in: snapshot),
      under: schemas)
    edited.problems += new.problems
    guard !new.lists.isEmpty else { return }
    let mended = TreeEntry(mode: entry.mode, id: try repository.writeBlob(new.bytes))
    let isChange = try mended != self.entry(at: path, in: snapshot)
    edited.changes[path] = isChange ? .some(mended) : nil
    edited.mended += new.lists
  }

  private func requireDocument(_ entry: TreeEntry, at path: DocumentPath) throws {
    guard entry.mode.isRegularFile else {
      throw StoreError(
        .invalidData, "\(entry.mode.name) is not a document", at: .init(document: shown(path)),
        hint: "move it away, or name it in .gitignore")
    }
    _ = try parse(repository.blob(entry.id), named: shown(path))
  }

  /// The schemas as they stand in the work tree, edits included.
  ///
  /// - Parameter merged: what shall stand in place of files there; nil: nothing.
  func workTreeSchemas(insteadOf merged: [TreePath: TreeEntry?] = [:]) throws -> SchemaSet {
    func bytes(at path: TreePath) throws -> [UInt8]? {
      guard let entry = merged[path] else { return try workTreeBytes(at: path) }
      return try entry.map { try repository.blob($0.id) }
    }
    guard let root = try bytes(at: Self.schemaPath) else { return SchemaSet() }
    return try SchemaSet(root: root) { try bytes(at: TreePath($0)) }
  }

  private func workTreeBytes(at path: TreePath) throws -> [UInt8]? {
    guard let entry = try repository.storeWorkTreeFile(at: path), entry.mode.isRegularFile else {
      return nil
    }
    return try repository.blob(entry.id)
  }

  private func write(
    _ edited: EditedDocuments, on snapshot: Snapshot, _ message: String?
  ) throws -> (commit: ObjectID, followed: [DocumentPath]) {
    let message = try self.message(
      message ?? edited.defaultMessage, reformatted: onlyReformats(edited, snapshot))
    let (draft, followed) = try ModelUpdate.following(
      VersionDraft(changes: edited.changes, message: message), in: snapshot, of: self)
    let commit = try writeCommit(
      tree: tree(draft, from: snapshot), parents: snapshot.commit.map { [$0] } ?? [],
      message: message)
    return (commit, followed)
  }

  private func onlyReformats(_ edited: EditedDocuments, _ snapshot: Snapshot) throws -> Bool {
    try edited.changes.allSatisfy { path, entry in
      guard let entry, let old = try bytes(of: path, in: snapshot) else { return false }
      return try isReformatting(old, repository.blob(entry.id))
    }
  }
}

/// What a work tree holds in place of a snapshot's documents; nil: nothing.
private struct EditedDocuments {
  var changes: [DocumentPath: TreeEntry?] = [:]
  /// The contents of the work tree at these paths, which may be overwritten.
  var held: [TreePath: TreeEntry?] = [:]
  var mended: [MendedList] = []
  var problems: [DocumentProblem] = []

  var isEmpty: Bool { changes.isEmpty }
  var paths: [DocumentPath] { changes.keys.sorted() }
  var defaultMessage: String {
    paths.count == 1 ? "update \(paths[0])" : "update \(paths.count) documents"
  }
}
