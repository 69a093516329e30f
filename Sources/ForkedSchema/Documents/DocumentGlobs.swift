/// Which glob of `x-documents` a path falls under.
struct DocumentGlobs<Value: Sendable>: Sendable {
  private var literal: [[Unicode.Scalar]: Value] = [:]
  /// The most specific first; equal ones by their text, so that the choice never depends on chance.
  private var patterns: [(glob: Glob, value: Value)] = []

  init(_ globs: [(glob: Glob, value: Value)]) {
    for (glob, value) in globs where glob.isLiteral {
      literal[glob.literalPrefix] = value
    }
    patterns = globs.filter { !$0.glob.isLiteral }
      .map { (rank: $0.glob.specificity, entry: $0) }
      .sorted {
        $0.rank != $1.rank ? $0.rank > $1.rank : Self.precedes($0.entry.glob, $1.entry.glob)
      }
      .map(\.entry)
  }

  private static func precedes(_ a: Glob, _ b: Glob) -> Bool {
    a.text.unicodeScalars.lexicographicallyPrecedes(b.text.unicodeScalars)
  }

  /// O(1) for paths that are named literally, else O(globs x pattern x path) at worst.
  func value(for path: String) -> Value? {
    if let value = literal[Array(path.unicodeScalars)] { return value }
    guard !patterns.isEmpty else { return nil }
    let path = Glob.Path(path)
    return patterns.first { $0.glob.matches(path) }?.value
  }
}

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

  /// True if the pattern names this document. O(length of the path times length of the pattern).
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
