import ForkedJSON

/// A document, or a property of it, as in `notes/a.json#/title`.
struct PropertyArgument {
  var document: String
  /// nil: the document as a whole was named.
  var pointer: JSONPointer?

  /// Parts the text where a pointer can begin, since names and keys may hold `#` themselves.
  init(_ text: String) throws {
    let hash = text.indices.first { index in
      let rest = text[text.index(after: index)...]
      return text[index] == "#" && (rest.isEmpty || rest.hasPrefix("/"))
    }
    document = String(text[..<(hash ?? text.endIndex)])
    pointer = try hash.map { try JSONPointer(parsing: String(text[text.index(after: $0)...])) }
  }
}
