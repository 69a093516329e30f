public import ForkedJSON

/// One thing that is wrong in a schema file, said so that it can be put right.
public struct SchemaMistake: Sendable, Hashable {
  /// The file, relative to the repository's root (`.fork/schema.json`), or a built-in schema's name.
  public var file: String
  /// The value in the file that is wrong.
  public var pointer: JSONPointer
  /// Where that value starts in the file.
  public var position: TextPosition
  /// What is wrong, without a full stop.
  public var message: String
  /// What would be right, where that can be said.
  public var hint: String?

  /// A mistake at a place of a file.
  public init(
    file: String, pointer: JSONPointer, position: TextPosition, message: String, hint: String? = nil
  ) {
    self.file = file
    self.pointer = pointer
    self.position = position
    self.message = message
    self.hint = hint
  }
}

extension SchemaMistake: CustomStringConvertible {
  /// `file:line:column: pointer: message (hint)` on one line.
  public var description: String {
    let place = pointer.tokens.isEmpty ? "" : "\(pointer): "
    let remedy = hint.map { " (\($0))" } ?? ""
    return "\(file):\(position.line):\(position.column): \(place)\(message)\(remedy)"
  }
}

/// Schema files that are refused, with every mistake found in them.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// At least one, in the order of the files as they were read and of the places in each.
  public var mistakes: [SchemaMistake]

  /// An error that reports these mistakes.
  public init(_ mistakes: [SchemaMistake]) { self.mistakes = mistakes }

  /// The mistakes, one a line.
  public var description: String { mistakes.map(\.description).joined(separator: "\n") }
}

/// The names that a mistyped word may have meant.
public enum Nearest {
  /// The candidate that looks most like the word, nil where none looks alike. The first of equals.
  ///
  /// - Complexity: O(candidates, by their lengths and the word's).
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

  /// As a hint: the likeliest name, or all of them.
  static func hint(for word: String, among candidates: [String]) -> String {
    if let name = name(to: word, among: candidates) { return "did you mean \(name)?" }
    return "one of " + candidates.joined(separator: ", ")
  }

  /// True if the word is one of the candidates but for one slip of the fingers or its letter case.
  static func slip(of word: String, among candidates: [String]) -> String? {
    let typed = simplified(word)
    guard typed.count <= 64 else { return nil }
    return candidates.first { distance(typed, simplified($0)) <= 1 }
  }

  /// Letters and digits in lower case: how a name is spelt, whatever joins its words.
  private static func simplified(_ word: String) -> [Unicode.Scalar] {
    word.unicodeScalars.flatMap { scalar in
      scalar == "-" || scalar == "_" ? [] : Array(scalar.properties.lowercaseMapping.unicodeScalars)
    }
  }

  /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment), O(a x b).
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
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
