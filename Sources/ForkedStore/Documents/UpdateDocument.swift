import Forked
import ForkedGit
public import ForkedJSON

/// The new content of a document.
public enum DocumentContent: Sendable {
  /// These bytes, which came from a file (or standard input) of that name.
  case bytes([UInt8], from: String)
  /// The present content with these edits, applied in order.
  case edits([DocumentEdit])
  /// This value: what has it already stays as it is written. A new document is one line.
  case value(JSONDocument)
}

extension DocumentStore {
  /// Writes a new version of a document to a fork, and creates the document if it is new.
  ///
  /// If entities in it change, the other documents that hold them are updated in the same version. Without a change of
  /// bytes there is no new version. A version that changes no value has the trailer `Fork-Reformatted: true`.
  ///
  /// - Parameters:
  ///   - pointer: the property that gets the content, or that the pointers of edits begin at; nil: the whole document.
  ///   - content: the new content.
  /// - Throws: kind `usage` for a path that no document may have; `invalidData` for text that does not parse, edits
  ///   that cannot be applied and a schema with errors; `cannotCreate` if the path is occupied by something else, or
  ///   uncommitted changes in the work tree would be lost; `tryAgain` if the expectation fails. Nothing is changed
  ///   then.
  public func updateDocument(
    _ document: String, at pointer: JSONPointer? = nil, with content: DocumentContent,
    fork name: String? = nil, message: String? = nil, expecting expectation: Expectation? = nil
  ) throws -> UpdateReport {
    let path = try documentPath(document)
    let content = try content.below(pointer, in: self)
    var report = try update(
      on: fork(named: name), command: "update: \(path)", expecting: expectation, of: [path],
      named: [shown(path)]
    ) { snapshot in
      let old = try writableBytes(of: path, in: snapshot)
      let new = try writtenDocument(content, at: path, since: old, in: snapshot)
      var draft = VersionDraft()
      draft.add(new, at: path, as: try cleanedEntry(new.bytes, at: path, in: snapshot))
      draft.isReformatting = try old.map { try isReformatting($0, new.bytes, at: path) } ?? false
      draft.message =
        message
        ?? VersionMessage.text(
          path, from: old, to: new.bytes, by: content, isReformatting: draft.isReformatting)
      return draft
    }
    report.isOfOne = true
    return report
  }

  /// Returns a document with new content, its ordered lists repaired.
  ///
  /// - Throws: kind `invalidData` if bytes that were given as a whole do not parse.
  func writtenDocument(
    _ content: DocumentContent, at path: DocumentPath, since old: [UInt8]?,
    in snapshot: Snapshot
  ) throws -> RepairedDocument {
    let new: [UInt8]
    switch (content, old) {
    case (.bytes(let bytes, let name), _):
      try requireReadable(bytes, at: path, since: old, named: name)
      new = bytes
    case (.value(let value), nil): new = value.root.newFile(as: JSONNotation(path: path.string))
    case (.value(let value), let old?): new = try edited(old, by: [.rewrite(value)], at: path)
    case (.edits(let edits), let old?): new = try edited(old, by: edits, at: path)
    case (.edits, nil):
      throw StoreError(
        .notFound, "there is no such document to edit", at: .init(document: shown(path)),
        hint: hint(for: path, in: snapshot)
          + "; '\(programName) update \(shown(path).shellWord) <file>' creates it")
    }
    return try repairedDocument(new, at: path, since: old, under: schemas(of: snapshot))
  }

  private func edited(
    _ old: [UInt8], by edits: [DocumentEdit], at path: DocumentPath
  ) throws -> [UInt8] {
    try edits.applied(to: parse(old, named: shown(path)), named: shown(path))
  }

  /// Returns the entry of a document with these bytes, as the work tree's filters store them; its mode stays.
  func cleanedEntry(
    _ new: [UInt8], at path: DocumentPath, in snapshot: Snapshot
  ) throws -> TreeEntry {
    let old = try entry(at: path, in: snapshot)
    return TreeEntry(
      mode: old?.mode ?? .file,
      id: try repository.writeCleanedBlob(new, at: path.treePath, after: old?.id))
  }

  /// True if two different texts hold the same values and no comments. An old text that does not parse holds none.
  func isReformatting(_ old: [UInt8], _ new: [UInt8], at path: DocumentPath) throws -> Bool {
    guard old != new, let before = JSONDocument.ifReadable(old, at: path.string) else {
      return false
    }
    let after = try JSONDocument.reading(new, as: JSONNotation(path: path.string))
    return !before.hasComments && !after.hasComments && before.root == after.root
  }
}

extension DocumentContent {
  /// Returns the content as edits of a property; the same content if there is no property.
  ///
  /// - Throws: kind `usage` for a patch, whose pointers begin at the root.
  fileprivate func below(
    _ pointer: JSONPointer?, in store: DocumentStore
  ) throws -> DocumentContent {
    guard let pointer, !pointer.tokens.isEmpty else { return self }
    switch self {
    case .bytes(let bytes, let name):
      return .edits([.set(pointer, try store.parse(bytes, named: name))])
    case .value(let value): return .edits([.set(pointer, value)])
    case .edits(let edits): return .edits(try edits.map { try $0.below(pointer) })
    }
  }
}

extension JSONNode {
  /// The bytes of a new file with this value: one line, or a line for each element of JSON Lines.
  fileprivate func newFile(as notation: JSONNotation) -> [UInt8] {
    guard notation == .lines, kind == .array else { return Array(bytes) + [0x0A] }
    return elements.flatMap { ReportValue.node($0).bytes + [0x0A] }
  }
}
