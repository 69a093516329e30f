import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// The generated messages of versions that update documents.
enum VersionMessage {
  /// Returns the message of an update of one document, which names the changed properties: `note.json: title, tags`.
  ///
  /// - Parameters:
  ///   - old: the former contents; nil: the document is new.
  ///   - content: the content that was given: edits name their properties themselves.
  static func text(
    _ path: DocumentPath, from old: [UInt8]?, to new: [UInt8],
    by content: DocumentContent? = nil, isReformatting: Bool
  ) -> String {
    guard let old else { return "add \(path)" }
    if isReformatting { return "reformat \(path)" }
    let names = unique(
      (content?.pointers ?? changedPointers(path, from: old, to: new)).map(name))
    guard !names.isEmpty, !names.contains("") else { return "update \(path)" }
    return "\(path): \(list(names))"
  }

  /// Returns the message of an update of several documents by the same edits: `update 120 documents: owner, team`.
  static func text(_ paths: [DocumentPath], by edits: [DocumentEdit] = []) -> String {
    let names = unique(
      (DocumentContent.edits(edits).pointers ?? []).map(name).filter { !$0.isEmpty })
    let documents =
      paths.count <= mostNames
      ? list(paths.map(\.description)) : "\(paths.count) documents"
    return "update \(documents)" + (names.isEmpty ? "" : ": \(list(names))")
  }

  private static let (mostNames, longestName) = (3, 60)

  private static func changedPointers(
    _ path: DocumentPath, from old: [UInt8], to new: [UInt8]
  ) -> [JSONPointer] {
    guard let before = JSONDocument.ifReadable(old, at: path.string),
      let after = JSONDocument.ifReadable(new, at: path.string)
    else { return [] }
    let plan = SchemaSet().plan(forDocument: "")
    return DocumentDiff.changes(from: before, to: after, plan: plan).map(\.pointer)
  }

  /// The name of a property in a message. An element that was added to an array, or removed, is named by its array.
  private static func name(of pointer: JSONPointer) -> String {
    var tokens = pointer.tokens[...]
    while tokens.count > 1, let last = tokens.last, last.arrayIndex != nil || last == "-" {
      tokens.removeLast()
    }
    let text = JSONPointer(Array(tokens)).description.dropFirst().map { $0.isNewline ? " " : $0 }
    return text.count <= longestName ? String(text) : String(text.prefix(longestName - 3)) + "..."
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  private static func list(_ names: [String]) -> String {
    guard names.count > mostNames else { return names.joined(separator: ", ") }
    let parts = unique(names.map { String($0.prefix { $0 != "/" }) })
    guard parts.count > mostNames else { return parts.joined(separator: ", ") }
    return parts.prefix(mostNames).joined(separator: ", ") + " and \(parts.count - mostNames) more"
  }
}

extension DocumentContent {
  /// The properties that edits change; nil if the content does not name them.
  fileprivate var pointers: [JSONPointer]? {
    guard case .edits(let edits) = self else { return nil }
    var pointers: [JSONPointer] = []
    for edit in edits {
      switch edit {
      case .set(let pointer, _), .replace(let pointer, _), .take(let pointer, _),
        .unset(let pointer), .insert(let pointer, _):
        pointers.append(pointer)
      case .move(let source, let target): pointers += [source, target]
      case .test: continue
      case .patch, .mergePatch, .rewrite: return nil
      }
    }
    return pointers
  }
}
