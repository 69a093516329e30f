/// A gitignore-style pattern that a person gives to name documents.
public struct DocumentGlob: Sendable {
  private let glob: Glob

  /// - Throws: ``InvalidGlob`` where the text is no pattern.
  public init(_ text: String) throws(InvalidGlob) {
    do {
      glob = try Glob(parsing: text)
    } catch {
      throw InvalidGlob(text: text, message: error.message, hint: error.hint)
    }
  }

  /// Whether the pattern names this document. O(length of the path times length of the pattern).
  public func matches(_ path: String) -> Bool { glob.matches(Glob.Path(path)) }
}

/// A text that is no pattern.
public struct InvalidGlob: Error, Sendable {
  /// The text.
  public let text: String
  /// What is wrong with it, without a full stop.
  public let message: String
  /// What would be right, where that can be said.
  public let hint: String?
}
