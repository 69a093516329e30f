import ForkedGit
import ForkedSchema

extension DocumentStore {
  /// The bytes of a document that is to be written; nil where it is new.
  ///
  /// - Throws: kind `usage` where the path is not a document's; `cannotCreate` where a directory stands there, or a
  ///   file where a directory must be.
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
      hint: "a document's name ends with .json, or \"x-documents\" in .fork/schema.json names it")
  }

  /// Whether a path is a document's. Where the schema is broken, the schema itself still is one: it can be put right.
  private func isDocument(_ path: DocumentPath, in snapshot: Snapshot) throws -> Bool {
    if path.treePath.isWithin(Self.schemaDirectory) { return path.string.hasSuffix(".json") }
    return try schemas(of: snapshot).isDocument(path.string)
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
      .cannotCreate, "\(mode.name) stands at '\(shown(obstacle))'",
      at: .init(document: shown(path)), hint: "choose another path, or move it away first")
  }
}

extension FileMode {
  /// What it is, for people.
  var name: String {
    switch self {
    case .tree: "a directory"
    case .symlink: "a symbolic link"
    case .submodule: "a submodule"
    case .file, .executable: "a file"
    }
  }
}
