/// The three orders with dense tokens, each once.
struct OrderInput {
  let base: [Int]
  let ours: [Int]
  let theirs: [Int]
  /// The caller's token for each dense one.
  let names: [Int]
  /// For each token its index in base, or -1.
  let basePlaces: [Int]
  private(set) var survives: [Bool]

  init(base: [Int], ours: [Int], theirs: [Int]) {
    let dense = DenseTokens(base[...], ours[...], theirs[...])
    let unique = dense.sequences.map { Self.firstOccurrences(in: $0, bound: dense.bound) }
    self.base = unique[0]
    self.ours = unique[1]
    self.theirs = unique[2]
    var names = [Int](repeating: 0, count: dense.bound)
    for (tokens, originals) in zip(dense.sequences, [base, ours, theirs]) {
      for (token, original) in zip(tokens, originals) { names[token] = original }
    }
    self.names = names
    var places = [Int](repeating: -1, count: dense.bound)
    for (index, token) in unique[0].enumerated() { places[token] = index }
    basePlaces = places
    survives = [Bool](repeating: true, count: dense.bound)
  }

  private static func firstOccurrences(in tokens: ArraySlice<Int>, bound: Int) -> [Int] {
    var seen = [Bool](repeating: false, count: bound)
    return tokens.filter { token in
      defer { seen[token] = true }
      return !seen[token]
    }
  }

  /// Asks once for each token.
  mutating func keepOnly(_ survives: (Int) -> Bool) {
    var asked = [Bool](repeating: false, count: names.count)
    for tokens in [base, ours, theirs] {
      for token in tokens where !asked[token] {
        asked[token] = true
        self.survives[token] = survives(names[token])
      }
    }
  }
}
