extension JSONDocument {
  /// The bytes of this document with its root rewritten: everything that the rewrite keeps stays byte for
  /// byte (indentation, key order, number spelling, escapes, line endings, byte order mark, final line ending);
  /// what is new imitates its surroundings.
  ///
  /// Whichever side of a conflict is chosen, what remains is JSON, as far as commas go.
  ///
  /// - Parameters:
  ///   - root: What becomes of the root.
  ///   - markers: How conflicts are marked.
  /// - Complexity: O(size of the result).
  public func rewritten(_ root: JSONRewrite, markers: ConflictMarkers = .init()) -> [UInt8] {
    var printer = RewritePrinter(document: self, markers: markers)
    return printer.print(root)
  }
}
