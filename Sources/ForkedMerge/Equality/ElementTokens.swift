/// Tokens for the elements of several sequences, equal integers for equal elements, as the merge algorithms take them.
@usableFromInline enum ElementTokens {
  /// Returns the tokens of each sequence, from 0 on in the order of their first occurrence.
  ///
  /// This takes O(n) if elements are `Hashable`; texts are compared by their bytes. Elements that are only `Equatable`
  /// are told apart by their `id` first, if they have one. Elements that share an id, or have none, are compared with
  /// each other: usually only with the next expected one, and never with more than `comparisonLimit` in all.
  static func of<Element: Equatable>(_ sequences: [[Element]]) -> [[Int]] {
    if let texts = sequences as Any as? [[String]] {
      return hashed(texts.map { $0.map(ExactText.init) })
    }
    if let type = Element.self as? any Hashable.Type, let tokens = hashed(sequences, as: type) {
      return tokens
    }
    return compared(sequences)
  }

  /// Returns the tokens of each sequence of elements that are known to be `Hashable`.
  @inlinable
  static func ofHashable<Key: Hashable>(_ sequences: [[Key]]) -> [[Int]] {
    if let texts = sequences as Any as? [[String]] {
      return hashed(texts.map { $0.map(ExactText.init) })
    }
    return hashed(sequences)
  }

  private static func hashed<Element, Key: Hashable>(
    _ sequences: [[Element]], as type: Key.Type
  ) -> [[Int]]? {
    guard let keys = sequences as Any as? [[Key]] else { return nil }
    return hashed(keys)
  }

  @inlinable
  static func hashed<Key: Hashable>(_ sequences: [[Key]]) -> [[Int]] {
    /// Writes an entry, so that a new key is hashed once: reading and adding it would do so twice.
    func number(_ entry: inout Int) -> Int { entry }
    var tokens = [Key: Int](minimumCapacity: sequences.first?.count ?? 0)
    var keys: [Key] = []
    return sequences.map { sequence in
      // Versions of one sequence mostly have their elements in the same order: the next one is tried first.
      var expected = 0
      return sequence.map { key in
        if expected < keys.count, keys[expected] == key {
          expected += 1
          return expected - 1
        }
        let token = number(&tokens[key, default: keys.count])
        if token == keys.count { keys.append(key) }
        expected = token + 1
        return token
      }
    }
  }

  private static func compared<Element: Equatable>(_ sequences: [[Element]]) -> [[Int]] {
    var table = ComparedElements<Element>()
    return sequences.map { table.tokens(of: $0) }
  }
}

/// Assigns tokens to elements that can only be compared.
private struct ComparedElements<Element: Equatable> {
  /// The number of comparisons left; after that an element counts as new. The merge is still correct, but aligns less.
  private var comparisonLimit = 1 << 22
  private var elements: [Element] = []
  private var buckets: [AnyHashable: [Int]] = [:]
  private var expected = 0

  mutating func tokens(of sequence: [Element]) -> [Int] {
    expected = 0
    return sequence.map { element in
      let token = token(of: element)
      expected = token + 1
      return token
    }
  }

  private mutating func token(of element: Element) -> Int {
    if expected < elements.count, elements[expected] == element { return expected }
    let bucket = elementID(of: element) ?? AnyHashable(0)
    let candidates = buckets[bucket, default: []]
    if candidates.count <= comparisonLimit {
      comparisonLimit -= candidates.count
      if let known = candidates.first(where: { elements[$0] == element }) { return known }
    }
    elements.append(element)
    buckets[bucket, default: []].append(elements.count - 1)
    return elements.count - 1
  }
}

/// Returns the id of an element, whose conformance to `Identifiable` is tested at run time; nil if it has none.
func elementID<Element>(of element: Element) -> AnyHashable? {
  func id<Content: Identifiable>(of element: Content) -> AnyHashable { AnyHashable(element.id) }
  return (element as? any Identifiable).map { id(of: $0) }
}

/// Returns true if two values are the same: by `==`, but texts by their bytes.
///
/// Swift considers composed and decomposed spellings of a text equal. A user who changed one into the other does not,
/// and in JSON they are two values.
func areSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
  guard one == other else { return false }
  guard Value.self == String.self || Value.self == String?.self,
    let one = one as? String, let other = other as? String
  else { return true }
  return one.utf8.elementsEqual(other.utf8)
}

/// A text that equals another one if their bytes are equal.
@usableFromInline struct ExactText: Hashable {
  @usableFromInline let text: String

  @inlinable
  init(text: String) { self.text = text }

  @inlinable
  static func == (one: ExactText, other: ExactText) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  @inlinable
  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// Tokens renumbered to `0..<bound`, so that tables by token are not larger than the input.
struct DenseTokens {
  /// The sequences in their order, renumbered; two tokens are equal exactly if they were before.
  var sequences: [ArraySlice<Int>]
  /// A number greater than every renumbered token, and O(number of elements).
  var bound: Int

  init(_ sequences: ArraySlice<Int>...) {
    let total = sequences.reduce(0) { $0 + $1.count }
    let lowest = sequences.compactMap { $0.min() }.min() ?? 0
    let highest = sequences.compactMap { $0.max() }.max() ?? -1
    if lowest >= 0, highest < total * 2 + 1024 {
      self.sequences = sequences
      bound = highest + 1
      return
    }
    var numbers: [Int: Int] = [:]
    self.sequences = sequences.map { tokens in
      tokens.map { token in
        if let known = numbers[token] { return known }
        numbers[token] = numbers.count
        return numbers.count - 1
      }[...]
    }
    bound = numbers.count
  }
}

extension [Int] {
  /// Returns the index here of each token below `count`, or -1.
  func places(count: Int) -> [Int] {
    var places = [Int](repeating: -1, count: count)
    for (place, token) in enumerated() { places[token] = place }
    return places
  }
}
