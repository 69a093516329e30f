public import ForkedJSON

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
