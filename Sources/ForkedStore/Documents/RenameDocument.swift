public import Forked
public import ForkedGit

/// The result of renaming a document.
public struct RenameDocumentReport: Report {
  /// The fork that holds the document.
  public var fork: Fork
  /// The document's path before.
  public var from: String
  /// The document's path now.
  public var document: String
  /// The fork's commit now.
  public var commit: ObjectID?
  /// The problems that the schema of the new path finds. The bytes are not changed for it, so that merges find the
  /// renamed document again.
  public var problems: [DocumentProblem] = []

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "fork": fork, "document": document, "from": from, "commit": commit,
      "problems": problems.ifAny,
    ])
  }
}

extension DocumentStore {
  /// Renames a document in one version. Its bytes stay unchanged.
  ///
  /// - Parameter newPath: its new path.
  /// - Throws: kind `notFound` if it does not exist; `cannotCreate` if the new path is occupied, or uncommitted changes
  ///   in the work tree would be lost. Nothing is changed then.
  public func renameDocument(
    _ document: String, to newPath: String, fork name: String? = nil, message: String? = nil
  ) throws -> RenameDocumentReport {
    let old = try documentPath(document)
    let new = try documentPath(newPath)
    guard old != new else {
      throw StoreError(
        .usage, "both names are the same; nothing was changed", at: .init(document: shown(old)))
    }
    let fork = try fork(named: name)
    let summary = "rename \(old) to \(new)"
    let (forkUpdate, draft) = try record(on: fork, command: summary) { snapshot in
      let problems = try self.problems(
        with: requireBytes(of: old, in: snapshot), at: new, in: snapshot)
      guard try writableBytes(of: new, in: snapshot) == nil else { throw documentExists(new) }
      return try following(
        VersionDraft(
          changes: [old: nil, new: try entry(at: old, in: snapshot)], message: message ?? summary,
          problems: problems), in: snapshot)
    }
    return RenameDocumentReport(
      fork: fork, from: shown(old), document: shown(new), commit: forkUpdate.to,
      problems: draft.problems)
  }

  private func problems(
    with bytes: [UInt8], at path: DocumentPath, in snapshot: Snapshot
  ) throws -> [DocumentProblem] {
    guard !path.treePath.isWithin(Self.schemaDirectory) else { return [] }
    let schemas = try schemas(of: snapshot)
    guard schemas.isDocument(path.string) else { return [] }
    return try problems(of: bytes, at: path.treePath, under: schemas)
  }

  private func documentExists(_ path: DocumentPath) -> StoreError {
    StoreError(
      .cannotCreate, "the document already exists", at: .init(document: shown(path)),
      hint: "'\(programName) remove \(shown(path).shellWord)' removes it")
  }
}
