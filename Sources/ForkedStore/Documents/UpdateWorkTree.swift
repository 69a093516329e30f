public import Forked
public import ForkedGit
import ForkedJSON
import ForkedSchema

/// The result of recording, removing or restoring documents.
public struct ChangedDocumentsReport: Report {
  /// The fork that HEAD names.
  public var fork: Fork
  /// The documents that changed, in git's order.
  public var documents: [String]
  /// The fork's commit now; nil: it still has no version.
  public var commit: ObjectID?
  /// True if there is a new version.
  public var changed: Bool
  /// The ordered lists whose positions were repaired.
  public var repaired: [RepairedList] = []
  /// The ordered lists in which written elements have no id of their own.
  public var problems: [DocumentProblem] = []
  /// The other documents that changed, because they hold the same entities.
  public var followed: [String] = []
  /// The number of documents that matched; nil: they were not asked for by a pattern or condition.
  public var matched: Int?
  /// The changes that a dry run would make; nil: it was no dry run.
  public var differences: [FileDifference]?

  /// The result as JSON: `{"fork":..,"documents":[..],"commit":..,"changed":true}`, with `"mended":[..]` if ordered
  /// lists were repaired, `"problems":[..]` if elements of some have no id of their own, and `"followed":[..]` if other
  /// documents changed too; `"matched":5` if they were asked for, and `"changes":[..]` of a dry run.
  public var reportValue: ReportValue {
    .object([
      "fork": .string(fork.name), "documents": .strings(documents),
      "commit": .string(commit?.hex), "changed": .bool(changed), "mended": repaired.reportValue,
      "problems": problems.reportValue,
      "followed": followed.isEmpty ? nil : .strings(followed),
      "matched": matched.map { .number($0) },
      "changes": differences.map { .array($0.flatMap(\.lines)) },
    ])
  }
}

extension DocumentStore {
  /// Records every document with uncommitted changes in the work tree, including new and deleted ones, as one version
  /// of the current fork. Files that are not documents are left alone.
  ///
  /// - Parameters:
  ///   - message: The commit message; nil: a generated one.
  ///   - expectation: The condition for the change.
  /// - Throws: kind `invalidData` for a document that does not parse, and for a schema with errors; ``GitError`` of
  ///   kind `bare` without a work tree. Nothing is changed then.
  /// - Complexity: reads the state of the whole work tree.
  public func updateWorkTree(
    message: String? = nil, expectation: Expectation? = nil
  ) throws -> ChangedDocumentsReport {
    try repository.requireWorkTree()
    return try transaction("update: work tree") { transaction in
      try transaction.references.holdCurrentWorkTree()
      let fork = try currentFork(named: nil)
      let snapshot = try snapshot(of: fork)
      try check(expectation, of: [], in: snapshot)
      let edited = try editedDocuments(since: snapshot)
      var report = ChangedDocumentsReport(
        fork: fork, documents: edited.paths.map(shown), commit: snapshot.commit,
        changed: !edited.isEmpty, repaired: edited.repaired, problems: edited.problems)
      guard !edited.isEmpty else {
        try transaction.references.restore(edited.held, on: fork)
        return report
      }
      let (commit, followed) = try write(edited, on: snapshot, message)
      try transaction.update(fork, reason: "update: work tree", holding: edited.held) { _ in commit
      }
      report.commit = commit
      report.followed = followed.map(shown)
      return report
    }
  }

  /// Returns the documents that differ between the work tree and a snapshot, with their contents.
  private func editedDocuments(since snapshot: Snapshot) throws -> EditedDocuments {
    let schemas = try workTreeSchemas()
    var edited = EditedDocuments()
    let changes = try repository.status()
    let emptied = Set(try repository.emptiedFiles())
    for (count, change) in changes.enumerated() {
      try environment.checkInterruption()
      environment.report(Progress("reading changed files", count, of: changes.count))
      guard let text = change.path.string, schemas.isDocument(text) else { continue }
      let path = try DocumentPath(change.path)
      let entry = try repository.storeWorkTreeFile(at: change.path)
      if emptied.contains(change.path) {
        edited.held[change.path] = .some(entry)
        continue
      }
      if let entry, try isOther(entry, at: path) { continue }
      if let entry { try requireDocument(entry, at: path, since: snapshot) }
      guard try entry != self.entry(at: path, in: snapshot) else { continue }
      edited.changes[path] = .some(entry)
      edited.held[change.path] = .some(entry)
      if let entry { try repair(entry, at: path, since: snapshot, under: schemas, in: &edited) }
    }
    return edited
  }

  private func repair(
    _ entry: TreeEntry, at path: DocumentPath, since snapshot: Snapshot, under schemas: SchemaSet,
    in edited: inout EditedDocuments
  ) throws {
    guard schemas.plan(forDocument: path.string).mayHoldOrderedList else { return }
    let new = try repairedDocument(
      repository.blob(entry.id), at: path, since: self.bytes(of: path, in: snapshot),
      under: schemas)
    edited.problems += new.problems
    guard !new.lists.isEmpty else { return }
    let repaired = TreeEntry(mode: entry.mode, id: try repository.writeBlob(new.bytes))
    let isChange = try repaired != self.entry(at: path, in: snapshot)
    edited.changes[path] = isChange ? .some(repaired) : nil
    edited.repaired += new.lists
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
      since: old.flatMap { $0.mode.isRegularFile ? try repository.blob($0.id) : nil },
      named: shown(path))
  }

  /// Returns the schemas of the work tree, with uncommitted changes.
  ///
  /// - Parameter merged: the entries to use in place of the files there; nil: the file is deleted.
  func workTreeSchemas(insteadOf merged: [TreePath: TreeEntry?] = [:]) throws -> SchemaSet {
    func bytes(at path: TreePath) throws -> [UInt8]? {
      guard let entry = merged[path] else { return try workTreeBytes(at: path) }
      return try entry.map { try repository.blob($0.id) }
    }
    guard let root = try bytes(at: Self.schemaPath) else { return SchemaSet() }
    return try SchemaSet(root: root) { try bytes(at: TreePath($0)) }
  }

  private func workTreeBytes(at path: TreePath) throws -> [UInt8]? {
    try repository.refuseLink(at: path)
    guard let entry = try repository.storeWorkTreeFile(at: path), entry.mode.isRegularFile else {
      return nil
    }
    return try repository.blob(entry.id)
  }

  private func write(
    _ edited: EditedDocuments, on snapshot: Snapshot, _ message: String?
  ) throws -> (commit: ObjectID, followed: [DocumentPath]) {
    let reformatted = try onlyReformats(edited, snapshot)
    let message = try self.message(
      message ?? defaultMessage(edited, snapshot, isReformatting: reformatted),
      reformatted: reformatted)
    let (draft, followed) = try EntityUpdate.following(
      VersionDraft(changes: edited.changes, message: message), in: snapshot, of: self)
    let commit = try writeCommit(
      tree: tree(draft, from: snapshot), parents: snapshot.commit.map { [$0] } ?? [],
      message: message)
    return (commit, followed)
  }

  private func defaultMessage(
    _ edited: EditedDocuments, _ snapshot: Snapshot, isReformatting: Bool
  ) throws -> String {
    guard edited.changes.count == 1, let (path, entry) = edited.changes.first else {
      return VersionMessage.text(edited.paths)
    }
    guard let entry else { return "remove \(path)" }
    return VersionMessage.text(
      path, from: try bytes(of: path, in: snapshot), to: try repository.blob(entry.id),
      isReformatting: isReformatting)
  }

  private func onlyReformats(_ edited: EditedDocuments, _ snapshot: Snapshot) throws -> Bool {
    try edited.changes.allSatisfy { path, entry in
      guard let entry, let old = try bytes(of: path, in: snapshot) else { return false }
      return try isReformatting(old, repository.blob(entry.id), at: path)
    }
  }
}

/// The documents of a work tree that differ from a snapshot; nil for a deleted one.
private struct EditedDocuments {
  var changes: [DocumentPath: TreeEntry?] = [:]
  /// The contents of the work tree at these paths, which may be overwritten.
  var held: [TreePath: TreeEntry?] = [:]
  var repaired: [RepairedList] = []
  var problems: [DocumentProblem] = []

  var isEmpty: Bool { changes.isEmpty }
  var paths: [DocumentPath] { changes.keys.sorted() }
}
