import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

extension DocumentStore {
  /// Returns the bytes of a document that is to be written; nil if it is new.
  ///
  /// - Throws: kind `usage` if the path is not a document's; `cannotCreate` if a directory is at the path, or a file
  ///   where a directory must be.
  func writableBytes(of path: DocumentPath, in snapshot: Snapshot) throws -> [UInt8]? {
    try requireDocument(path, in: snapshot)
    if let entry = try entry(at: path, in: snapshot) {
      guard entry.mode.isRegularFile else { throw isInTheWay(path.treePath, of: path, entry.mode) }
      return try repository.blob(entry.id)
    }
    try refuseFileAsDirectory(above: path, in: snapshot)
    return nil
  }

  private func requireDocument(_ path: DocumentPath, in snapshot: Snapshot) throws {
    guard try !isDocument(path, in: snapshot) else { return }
    throw StoreError(
      .usage, "this is not a document's path", at: .init(document: shown(path)),
      hint: hint(forPointerIn: path)
        ?? "a document's name ends with .json, .jsonc or .jsonl, or \"x-documents\" in .fork/schema.json names it"
    )
  }

  /// True if a path is a document's. A schema with errors counts as one too, so that it can be repaired.
  private func isDocument(_ path: DocumentPath, in snapshot: Snapshot) throws -> Bool {
    if path.treePath.isWithin(Self.schemaDirectory) { return path.string.hasSuffix(".json") }
    return try schemas(of: snapshot).isDocument(path.string)
  }

  /// Refuses bytes that a user wrote and that are no document.
  ///
  /// Comments that break the rule for its name are kept if the former version has some: the user did not add the first.
  /// - Throws: kind `invalidData`, with line and column.
  func requireReadable(
    _ bytes: [UInt8], at path: DocumentPath, since old: [UInt8]?, named name: String
  ) throws(StoreError) {
    do {
      _ = try conformingDocument(bytes, at: path.treePath)
    } catch {
      func hasComments(_ bytes: [UInt8]?) -> Bool {
        bytes.flatMap { JSONDocument.ifReadable($0, at: path.string) }?.hasComments ?? false
      }
      if hasComments(bytes), hasComments(old) { return }
      var failure = StoreError(syntax: error, in: name)
      failure.hint = hint(forNotationOf: bytes, at: path.treePath)
      throw failure
    }
  }

  private func refuseFileAsDirectory(above path: DocumentPath, in snapshot: Snapshot) throws {
    var parent = path.treePath.parent
    while !parent.isRoot {
      if let entry = try self.entry(at: parent, in: snapshot) {
        if entry.mode != .tree { throw isInTheWay(parent, of: path, entry.mode) }
        return
      }
      parent = parent.parent
    }
  }

  private func isInTheWay(
    _ obstacle: TreePath, of path: DocumentPath, _ mode: FileMode
  ) -> StoreError {
    StoreError(
      .cannotCreate, "there is \(mode.name) at '\(shown(obstacle))'",
      at: .init(document: shown(path)), hint: "choose another path, or move it away first")
  }
}

extension FileMode {
  /// The kind of entry, for messages.
  var name: String {
    switch self {
    case .tree: "a directory"
    case .symlink: "a symbolic link"
    case .submodule: "a submodule"
    case .file, .executable: "a file"
    }
  }
}

extension DocumentStore {
  /// Refuses a draft that writes a document which the schemas of its version do not allow.
  ///
  /// - Throws: kind `invalidData` with the first failure, and the number of the others.
  func requireValid(_ draft: VersionDraft, in snapshot: Snapshot) throws {
    let schemas = try schemas(of: snapshot)
    for (path, entry) in draft.changes.sorted(by: { $0.key < $1.key }) {
      guard let entry, entry.mode.isRegularFile, schemas.isDocument(path.string) else { continue }
      let plan = schemas.plan(forDocument: path.string)
      guard plan.isBinding else { continue }
      try environment.checkInterruption()
      let document = try parse(repository.blob(entry.id), named: shown(path))
      guard
        let failure = try StoreError(
          plan.failures(of: document.root), of: document, shown(path), plan)
      else { continue }
      throw failure
    }
  }
}

extension StoreError {
  /// The error for the failures of a document's validation, of which it shows the first; nil if there are none.
  fileprivate init?(
    _ failures: [ValidationFailure], of document: JSONDocument, _ name: String, _ plan: FieldPlan
  ) {
    guard let first = failures.first else { return nil }
    let others = failures.count == 1 ? "" : ", and \(failures.count - 1) more"
    let isDrawn = OrderedLists.isPosition(first.pointer, in: document, plan: plan)
    self.init(
      .invalidData, "the schema does not allow it: \(first.explanation)\(others)",
      at: .init(document: name, pointer: first.pointer, position: first.position),
      hint: isDrawn
        ? "an ordered list numbers its elements: the schema must allow any integer there"
        : "change the value, or the schema; '\(programName) validate' lists all errors in the work tree"
    )
  }
}
