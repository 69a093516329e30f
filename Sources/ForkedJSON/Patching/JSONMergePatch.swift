/// A document that says what becomes of another: its members replace, `null` takes away (RFC 7396).
public struct JSONMergePatch: Sendable {
  /// The patch document; any JSON is a merge patch.
  public let document: JSONDocument

  /// The patch that the document is.
  public init(_ document: JSONDocument) { self.document = document }

  /// The patched document; bytes that the patch doesn't concern stay as they are.
  ///
  /// - Throws: where a limit would be passed.
  public func apply(to document: JSONDocument) throws(JSONEditError) -> [UInt8] {
    var editor = JSONEditor(document)
    try apply(to: &editor)
    return editor.bytes
  }

  /// Applies the patch, or changes nothing where it throws.
  public func apply(to editor: inout JSONEditor) throws(JSONEditError) {
    try editor.merge(document.root)
  }
}
