public import ForkedJSON

/// A mistake in a schema file, with a hint for its correction.
public struct SchemaMistake: Sendable, Hashable {
  /// The path of the file relative to the repository's root (`.fork/schema.json`), or the name of a built-in schema.
  public var file: String
  /// The pointer to the wrong value.
  public var pointer: JSONPointer
  /// The line and column at which that value starts.
  public var position: TextPosition
  /// The description of the mistake, without a full stop.
  public var message: String
  /// A suggestion for a correction, if there is one.
  public var hint: String?
}

extension SchemaMistake: CustomStringConvertible {
  /// `file:line:column: pointer: message (hint)` on one line.
  public var description: String {
    let place = pointer.tokens.isEmpty ? "" : "\(pointer): "
    let remedy = hint.map { " (\($0))" } ?? ""
    return "\(file):\(position.line):\(position.column): \(place)\(message)\(remedy)"
  }
}

/// The error for schema files that are refused, with every mistake in them.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The mistakes, at least one, in the order in which files were read and by position in each.
  public var mistakes: [SchemaMistake]

  /// Creates an error from mistakes.
  public init(_ mistakes: [SchemaMistake]) { self.mistakes = mistakes }

  /// The mistakes, one per line.
  public var description: String { mistakes.map(\.description).joined(separator: "\n") }
}

/// The error for a text in a schema that is not valid: a glob, a reference, a template or a regular
/// expression.
struct Refusal: Error {
  var message: String
  var hint: String?
}

/// The search for the name that a mistyped word probably means.
public enum Nearest {
  /// Returns the first of the candidates that are most similar to the word; nil if none is similar.
  ///
  /// - Complexity: O(candidates x their lengths x the word's length).
  public static func name(to word: String, among candidates: [String]) -> String? {
    let typed = simplified(word)
    guard typed.count <= 64 else { return nil }
    if typed.count >= 3,
      let longer = candidates.first(where: { simplified($0).starts(with: typed) })
    {
      return longer
    }
    let ranked = candidates.map { (name: $0, distance: distance(typed, simplified($0))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.name.unicodeScalars.count / 3) ? best.name : nil
  }

  /// Returns a hint with the most likely name, or with all of them.
  static func hint(for word: String, among candidates: [String]) -> String {
    if let name = name(to: word, among: candidates) { return "did you mean \(name)?" }
    return "one of " + candidates.joined(separator: ", ")
  }

  /// Returns the candidate that equals the word except for its letter case or one typing error; nil if there is none.
  static func slip(of word: String, among candidates: [String]) -> String? {
    let typed = simplified(word)
    guard typed.count <= 64 else { return nil }
    return candidates.first { distance(typed, simplified($0)) <= 1 }
  }

  /// Returns the letters and digits in lower case, without the characters that join words.
  private static func simplified(_ word: String) -> [Unicode.Scalar] {
    word.unicodeScalars.flatMap { scalar in
      scalar == "-" || scalar == "_" ? [] : Array(scalar.properties.lowercaseMapping.unicodeScalars)
    }
  }

  /// Returns the number of insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
  /// - Complexity: O(a x b).
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
        var best = min(replaced, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      before = last
      last = row
    }
    return last[b.count]
  }
}
