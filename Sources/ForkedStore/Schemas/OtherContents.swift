import ForkedGit
import ForkedJSON

/// The rule for the contents of documents. All commands that check or write them ask here.
extension DocumentStore {
  /// Reads a document that keeps to the notation of its name: comments and trailing commas only where its readers accept
  /// them.
  ///
  /// To merge, compare or print a document, ``parse(_:named:)`` reads those of any file.
  ///
  /// - Throws: an error with the position in the file.
  func conformingDocument(
    _ bytes: [UInt8], at path: TreePath
  ) throws(JSONSyntaxError) -> JSONDocument {
    let name = path.description
    let document = try JSONDocument.reading(bytes, as: JSONNotation(path: name))
    if document.hasComments, !JSONNotation.expectsComments(name), !isMarkedOther(path) {
      _ = try JSONDocument(parsing: bytes)
    }
    return document
  }

  /// Returns the hint for a file that does not conform; nil unless only its comments and trailing commas are wrong.
  func hint(forNotationOf bytes: [UInt8], at path: TreePath) -> String? {
    guard JSONDocument.ifReadable(bytes, at: path.description)?.hasComments == true else {
      return nil
    }
    return "comments and trailing commas are for .jsonc, and files of programs that accept them; "
      + "if yours does, add '\(path) -fork' to .gitattributes"
  }

  /// True if a file that does not parse is no document although its name is one's, so that it is no problem.
  ///
  /// That is a file with the attribute `-fork`, a pointer of git-lfs, or JSON5.
  func isNoDocument(_ bytes: [UInt8], at path: TreePath) -> Bool {
    bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8)
      || JSONNotation.mayHoldOther(path.description) || isMarkedOther(path)
  }

  /// True if a file has the attribute `-fork`: it need not be JSON.
  private func isMarkedOther(_ path: TreePath) -> Bool {
    do {
      return try repository.attribute("fork", of: path) == .unset
    } catch {
      return false  // Attributes that cannot be read exclude nothing.
    }
  }
}
