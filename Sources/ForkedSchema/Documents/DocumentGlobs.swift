/// The globs of `x-documents`, with a value for each.
struct DocumentGlobs<Value: Sendable>: Sendable {
  private var literal: [[Unicode.Scalar]: Value] = [:]
  /// The other globs, the most specific first; equal ones by their text, so that the choice is deterministic.
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

  /// Returns the value of the most specific glob that matches a path.
  /// - Complexity: O(1) for paths that are named literally, else at most O(globs x pattern x path).
  func value(for path: String) -> Value? {
    if let value = literal[Array(path.unicodeScalars)] { return value }
    guard !patterns.isEmpty else { return nil }
    let path = Glob.Path(path)
    return patterns.first { $0.glob.matches(path) }?.value
  }
}

/// A gitignore-style pattern by which a user names documents.
public struct DocumentGlob: Sendable {
  private let glob: Glob

  /// Parses a pattern.
  /// - Parameters:
  ///   - text: the pattern. With a slash at its end, it matches all documents below.
  ///   - directory: the names of the directories in which it matches, from the root.
  /// - Throws: ``InvalidGlob`` if the text is not a valid pattern.
  public init(_ text: String, in directory: [String] = []) throws(InvalidGlob) {
    do {
      let named = try Glob(parsing: text.hasSuffix("/") ? text + "**" : text)
      let folders = directory.map { Glob.Segment.name($0.unicodeScalars.map { .literal($0) }) }
      glob = Glob(text: text, segments: folders + named.segments)
    } catch {
      throw InvalidGlob(text: text, message: error.message, hint: error.hint)
    }
  }

  init(_ glob: Glob) { self.glob = glob }

  /// The pattern as it was written.
  public var text: String { glob.text }

  /// Returns true if the pattern matches this path.
  /// - Complexity: O(length of the path x length of the pattern).
  public func matches(_ path: String) -> Bool { glob.matches(Glob.Path(path)) }
}

/// The error for a text that is not a valid pattern.
public struct InvalidGlob: Error, Sendable {
  /// The text.
  public let text: String
  /// The description of the error, without a full stop.
  public let message: String
  /// A suggestion for a correction, if there is one.
  public let hint: String?
}
