public import ForkedGit
public import ForkedJSON

extension DocumentStore {
  /// The path of the document that the user means. Inside a work tree, it is relative to the working directory, else to
  /// the root.
  ///
  /// - Throws: ``InvalidPath`` if no document may have that path; kind `usage` if it is outside the repository.
  public func documentPath(_ argument: String) throws -> DocumentPath {
    try DocumentPath(treePath(argument, keepingLast: true))
  }

  /// The path that an argument leads to, from the root.
  ///
  /// - Parameter keepsLast: true if the last part must be the name of a document, so that `.` and `..` stay there.
  func treePath(_ argument: String, keepingLast keepsLast: Bool = false) throws -> TreePath {
    guard let start = startOfPath(Array(argument.utf8)) else { throw outside(argument) }
    var parts = start.directory
    let components = start.rest.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, part) in components.enumerated() {
      switch part {
      case _ where keepsLast && index == components.count - 1: parts.append(part)
      case [], [UInt8(ascii: ".")]: continue
      case [UInt8(ascii: "."), UInt8(ascii: ".")]:
        guard parts.popLast() != nil else { throw outside(argument) }
      default: parts.append(part)
      }
    }
    return TreePath(bytes: Array(parts.joined(separator: [UInt8(ascii: "/")])))
  }

  func outside(_ path: String) -> StoreError {
    let root = repository.workTreePath ?? repository.gitDirectory
    return StoreError(
      .usage, "'\(path)' leads out of the repository at \(root)",
      hint: repository.isBare
        ? "in a bare repository a path begins at the root, without a slash"
        : "documents are below that directory; '\(programName) update <document> <file>' reads contents "
          + "from anywhere; a property is written <document>#<ptr>")
  }

  /// The directory that a path starts from, as parts from the root, and the rest of the path; nil if the path is
  /// outside the repository.
  func startOfPath(_ path: [UInt8]) -> (
    directory: [ArraySlice<UInt8>], rest: ArraySlice<UInt8>
  )? {
    guard path.first == UInt8(ascii: "/") else { return (workingDirectoryInWorkTree, path[...]) }
    guard let root = repository.workTreePath, path.starts(with: root.utf8) else {
      return nil
    }
    return ([], path.dropFirst(root.utf8.count))
  }

  /// The working directory inside the work tree, as parts from its root; empty elsewhere.
  var workingDirectoryInWorkTree: [ArraySlice<UInt8>] {
    guard let root = repository.workTreePath else { return [] }
    let here = Array((environment.workingDirectory + "/").utf8)
    guard here.starts(with: root.utf8) else { return [] }
    return here.dropFirst(root.utf8.count).split(separator: UInt8(ascii: "/"))
  }
}

extension DocumentStore {
  /// Returns a path as the user would name it. Inside a work tree, it is relative to the working directory, else to the
  /// root.
  public func shown(_ path: TreePath) -> String {
    let here = workingDirectoryInWorkTree
    let parts = path.components
    let shared = zip(here, parts.dropLast()).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: here.count - shared)
    let down = parts.dropFirst(shared).map { String(decoding: $0, as: UTF8.self) }
    return (up + down).joined(separator: "/")
  }

  /// Returns a document's path as the user would name it.
  public func shown(_ path: DocumentPath) -> String { shown(path.treePath) }
}

/// A document or a property of a document, like `notes/a.json#/title`.
public struct PropertyArgument: Sendable, Hashable {
  /// The document, as the user named it.
  public var document: String
  /// The property; nil for the whole document.
  public var pointer: JSONPointer?

  /// Creates an argument.
  public init(document: String, pointer: JSONPointer? = nil) {
    self.document = document
    self.pointer = pointer
  }

  /// Reads a document, or a property of it, and a pointer that may follow in an argument of its own.
  ///
  /// - Throws: kind `usage` if both name a property; ``JSONPointerError``.
  public init(_ text: String, _ pointer: String?) throws {
    try self.init(text)
    guard let pointer else { return }
    if let property = self.pointer {
      throw StoreError(.usage, "'\(text)' names the property \(property) already")
    }
    self.pointer = try JSONPointer(parsing: pointer)
  }

  /// Splits the text at the first `#` where a pointer can begin, since names and keys may contain `#`.
  public init(_ text: String) throws {
    let hash = text.indices.first { index in
      let rest = text[text.index(after: index)...]
      return text[index] == "#" && (rest.isEmpty || rest.hasPrefix("/"))
    }
    document = String(text[..<(hash ?? text.endIndex)])
    pointer = try hash.map { try JSONPointer(parsing: String(text[text.index(after: $0)...])) }
  }
}
