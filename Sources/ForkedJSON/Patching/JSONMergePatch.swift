/// A document that describes changes of another: its members replace others, and `null` removes them (RFC 7396).
public struct JSONMergePatch: Sendable {
  /// The patch document; any JSON is a merge patch.
  public let document: JSONDocument

  /// Creates a patch from a document.
  public init(_ document: JSONDocument) { self.document = document }

  /// Returns the patched document; bytes that the patch doesn't concern stay as they are.
  ///
  /// - Throws: an error if a limit would be exceeded.
  public func apply(to document: JSONDocument) throws(JSONEditError) -> [UInt8] {
    var editor = JSONEditor(document)
    try apply(to: &editor)
    return editor.bytes
  }

  /// Applies the patch, or changes nothing if it throws.
  public func apply(to editor: inout JSONEditor) throws(JSONEditError) {
    try editor.merge(document.root)
  }
}
