public import Forked
public import ForkedGit

/// What `rename-document` is asked for.
public struct RenameDocumentRequest: Sendable {
  /// The document, as the person named it.
  public var document: String
  /// Its new path.
  public var newPath: String
  /// The fork; nil: the current one.
  public var fork: String?
  /// What the version says; nil: what was done.
  public var message: String?

  /// - Parameters:
  ///   - document: the document, as the person named it.
  ///   - newPath: its new path.
  ///   - fork: the fork; nil: the current one.
  ///   - message: what the version says; nil: what was done.
  public init(document: String, newPath: String, fork: String? = nil, message: String? = nil) {
    self.document = document
    self.newPath = newPath
    self.fork = fork
    self.message = message
  }
}

/// A document that moved.
public struct RenameDocumentReport: Report {
  /// The fork.
  public var fork: Fork
  /// Where it stood.
  public var from: String
  /// Where it stands now.
  public var document: String
  /// Where the fork stands now.
  public var commit: ObjectID?
  /// What the schema of the new path finds wrong with it: the bytes stay, so that others' edits of it are found again.
  public var problems: [DocumentProblem] = []

  /// `{"fork":..,"document":..,"from":..,"commit":..,"problems":[..]}`, these only where there are some
  public var reportValue: ReportValue {
    .object([
      "fork": .string(fork.name), "document": .string(document), "from": .string(from),
      "commit": .string(commit?.hex),
      "problems": problems.reportValue,
    ])
  }
}

extension DocumentStore {
  /// Moves a document, its bytes unchanged, in one version.
  ///
  /// - Throws: kind `notFound` where it is not there; `cannotCreate` where something stands at the new path, or edits
  ///   in the work tree would be lost. Nothing changed then.
  public func renameDocument(_ request: RenameDocumentRequest) throws -> RenameDocumentReport {
    let old = try documentPath(request.document)
    let new = try documentPath(request.newPath)
    guard old != new else {
      throw StoreError(
        .usage, "both names are the same; nothing was changed", at: .init(document: shown(old)))
    }
    let fork = try fork(named: request.fork)
    let what = "rename \(old) to \(new)"
    let (movement, problems) = try record(on: fork, command: what) {
      snapshot -> (VersionDraft, [DocumentProblem]) in
      let problems = try self.problems(
        with: requireBytes(of: old, in: snapshot), at: new, in: snapshot)
      guard try writableBytes(of: new, in: snapshot) == nil else { throw documentExists(new) }
      let draft = VersionDraft(
        changes: [old: nil, new: try entry(at: old, in: snapshot)],
        message: request.message ?? what)
      return (try ModelUpdate.following(draft, in: snapshot, of: self).draft, problems)
    }
    return RenameDocumentReport(
      fork: fork, from: shown(old), document: shown(new), commit: movement.to,
      problems: problems)
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
      .cannotCreate, "there is such a document already", at: .init(document: shown(path)),
      hint: "'fork remove \(shown(path).shellWord)' takes it away")
  }
}
