public import ForkedJSON

/// One edit of a document: all other bytes stay as they are.
public enum DocumentEdit: Sendable {
  /// Puts a value where one stands, or adds the member (or the last element) that is not there.
  case set(JSONPointer, JSONDocument)
  /// Takes a value away.
  case unset(JSONPointer)
  /// Puts an element before the one that stands there; `-` means behind the last.
  case insert(JSONPointer, JSONDocument)
  /// Takes a value away and puts it elsewhere.
  case move(from: JSONPointer, to: JSONPointer)
  /// Applies a JSON Patch (RFC 6902), all of it or nothing.
  case patch(JSONDocument, from: String)
  /// Applies a JSON Merge Patch (RFC 7396).
  case mergePatch(JSONDocument, from: String)
}

extension DocumentEdit {
  /// The document with this edit made.
  ///
  /// - Throws: kind `invalidData` where the edit cannot be made there.
  func applied(to document: JSONDocument, named name: String) throws -> JSONDocument {
    throw StoreError(.defect, "not built yet", at: .init(document: name))
  }
}
