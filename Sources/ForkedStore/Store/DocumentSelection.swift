import ForkedGit
import ForkedJSON
import ForkedSchema

/// The documents that an argument of a user names: a document, all in a directory, or those that match a pattern.
///
/// A pattern has `*`, `?` or `[`, and is read as in a `.gitignore` of the working directory: without a slash it matches
/// in all directories below. Requests of programs name documents exactly; only what users type is read as a pattern.
struct DocumentSelection {
  /// The path of the document or directory; for a pattern, nothing is there.
  let path: TreePath
  /// The pattern; nil: all at the path or below it.
  private let glob: DocumentGlob?

  /// True if the argument is a pattern.
  var isPattern: Bool { glob != nil }

  fileprivate init(path: TreePath, glob: DocumentGlob? = nil) {
    self.path = path
    self.glob = glob
  }

  /// True if the argument names this file.
  func includes(_ file: TreePath) -> Bool {
    guard let glob else { return file.isWithin(path) }
    return file.string.map(glob.matches) ?? false
  }
}

extension DocumentStore {
  /// Returns true if an argument can be nothing but a pattern, unless a file has that name.
  static func hasWildcard(_ argument: String) -> Bool { argument.contains(where: "*?[".contains) }

  /// Reads an argument. What is at its path goes before the pattern that it may be.
  ///
  /// - Parameters:
  ///   - isPattern: true if a name that is not there is a pattern, too, even without a wildcard.
  ///   - isThere: returns true if a document or a directory is at a path.
  /// - Throws: ``InvalidGlob``; ``InvalidPath`` if it is empty; kind `usage` if it leads out of the repository.
  func selection(
    _ argument: String, orPattern isPattern: Bool = false, isThere: (TreePath) throws -> Bool
  ) throws -> DocumentSelection {
    guard !argument.isEmpty else { return DocumentSelection(path: try documentPath("").treePath) }
    guard isPattern || Self.hasWildcard(argument) else {
      return DocumentSelection(path: try treePath(argument))
    }
    guard startOfPath(Array(argument.utf8)) != nil else {
      return DocumentSelection(path: .root, glob: try DocumentGlob(argument))
    }
    let path = try treePath(argument)
    if try path.isRoot || isThere(path) { return DocumentSelection(path: path) }
    return DocumentSelection(path: path, glob: try glob(argument))
  }

  /// Reads an argument for documents of these versions.
  func selection(
    _ argument: String, in snapshots: Snapshot..., orPattern isPattern: Bool = false
  ) throws -> DocumentSelection {
    try selection(argument, orPattern: isPattern) { path in
      try snapshots.contains { try entry(at: path, in: $0) != nil }
    }
  }

  /// The pattern below the directory that `.` and `..` at its beginning, or an absolute path, lead to.
  private func glob(_ argument: String) throws -> DocumentGlob {
    guard let start = startOfPath(Array(argument.utf8)) else { throw outside(argument) }
    var directory = start.directory.map { String(decoding: $0, as: UTF8.self) }
    let rest = String(decoding: start.rest, as: UTF8.self)
    var parts = rest.split(separator: "/", omittingEmptySubsequences: false)[...]
    while parts.count > 1, [".", ".."].contains(parts.first) {
      if parts.removeFirst() == "..", directory.popLast() == nil { throw outside(argument) }
    }
    let isAnchored = argument.hasPrefix("/") || ["./", "../"].contains(where: argument.hasPrefix)
    return try DocumentGlob(
      (isAnchored ? "/" : "") + parts.joined(separator: "/"), in: directory)
  }
}

extension DocumentStore {
  /// Returns the documents that a user names, each with the property that is named with it.
  ///
  /// - Throws: kind `notFound` if a directory or pattern has no document. A document by its own name may be missing.
  public func documents(
    named places: [PropertyArgument], fork: String? = nil, revision: String? = nil
  ) throws -> [PropertyArgument] {
    try documents(named: places, in: snapshot(at: revision, elseOf: fork)).map {
      PropertyArgument(document: shown($0.path), pointer: $0.pointer)
    }
  }

  /// Returns the documents of a version that a user names, each with the property that is named with it.
  func documents(
    named places: [PropertyArgument], in snapshot: Snapshot
  ) throws -> [(path: DocumentPath, pointer: JSONPointer?)] {
    try places.flatMap { place in
      try documents(named: place.document, in: snapshot).map { ($0, place.pointer) }
    }
  }

  private func documents(named argument: String, in snapshot: Snapshot) throws -> [DocumentPath] {
    let selection = try self.selection(argument, in: snapshot)
    if !selection.isPattern, !selection.path.isRoot {
      let entry = try entry(at: selection.path, in: snapshot)
      // A directory with the name of a document is hardly meant.
      let isDirectory = entry?.mode == .tree && !JSONNotation.isDocument(argument)
      guard isDirectory || argument.hasSuffix("/") else { return [try documentPath(argument)] }
    }
    var found: [DocumentPath] = []
    let schemas = try schemas(of: snapshot)
    try walk(snapshot, selection) { path, _ in
      if path.string.map(schemas.isDocument) == true { found.append(try DocumentPath(path)) }
      return true
    }
    guard found.isEmpty else { return found }
    throw StoreError(
      .notFound, "'\(argument)' names no document",
      hint: "'\(programName) documents' lists them")
  }

  /// True if a file of a version is named.
  func isThere(_ selection: DocumentSelection?, in snapshot: Snapshot) throws -> Bool {
    var isFound = false
    try walk(snapshot, selection) { _, _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Calls a function with each named document of a version, or with all if none is named, and shows the progress.
  ///
  /// - Throws: kind `notFound` if there is no such document.
  func forEachDocument(
    _ named: [(path: DocumentPath, pointer: JSONPointer?)], of snapshot: Snapshot,
    under schemas: SchemaSet, _ step: String,
    _ body: (TreePath, [UInt8], JSONPointer?) throws -> Void
  ) throws {
    for (path, pointer) in named {
      try body(path.treePath, requireBytes(of: path, in: snapshot), pointer)
    }
    guard named.isEmpty else { return }
    var count = 0
    try walk(snapshot, nil) { path, entry in
      try environment.step(Progress(step, count))
      guard path.string.map(schemas.isDocument) == true else { return true }
      count += 1
      try body(path, repository.blob(entry.id), nil)
      return true
    }
  }

  /// Calls a function with the regular files of a version that are named, until it returns false.
  func walk(
    _ snapshot: Snapshot, _ selection: DocumentSelection?,
    _ body: (TreePath, TreeEntry) throws -> Bool
  ) throws {
    guard let tree = snapshot.tree else { return }
    try repository.walk(tree) { found in
      guard found.entry.mode.isRegularFile, selection?.includes(found.path) ?? true else {
        return true
      }
      return try body(found.path, found.entry)
    }
  }
}
