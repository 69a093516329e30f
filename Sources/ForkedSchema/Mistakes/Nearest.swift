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

  /// Whether the word is one of the candidates but for one slip of the fingers or its letter case.
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
