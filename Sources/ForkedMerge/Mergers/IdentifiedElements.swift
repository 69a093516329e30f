public import Forked

/// The elements of three versions of an array by tokens, which are equal for versions of the same element.
///
/// An element is named by its id if no version has that id twice. Other elements are named by their values: the second
/// of two equal ones in one version is the same element as the second in another.
@usableFromInline struct IdentifiedElements<Element: Identifiable & Equatable> {
  @usableFromInline typealias Versions = (base: Element?, ours: Element?, theirs: Element?)

  @usableFromInline let base: [Element]
  @usableFromInline let ours: [Element]
  @usableFromInline let theirs: [Element]
  /// The tokens of the elements of base, ours and theirs, in order; none occurs twice in one version.
  @usableFromInline let tokens: [[Int]]
  /// True if a version has an id twice.
  @usableFromInline let hasSharedIDs: Bool
  @usableFromInline let basePlaces: [Int]
  @usableFromInline let ourPlaces: [Int]
  @usableFromInline let theirPlaces: [Int]

  @inlinable
  init(base: [Element], ours: [Element], theirs: [Element]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    let ids = ElementTokens.ofHashable(
      [base.map { $0.id }, ours.map { $0.id }, theirs.map { $0.id }])
    let shared = TokenPlaces.repeated(in: ids)
    hasSharedIDs = !shared.isEmpty
    let named =
      shared.isEmpty
      ? ids : Self.valueTokens(of: [base, ours, theirs], ids: ids, shared: shared)
    tokens = named
    let places = TokenPlaces.all(of: named)
    basePlaces = places[0]
    ourPlaces = places[1]
    theirPlaces = places[2]
  }

  /// A number greater than every token.
  var tokenCount: Int { basePlaces.count }

  /// All tokens, each once.
  var allTokens: [Int] {
    (0..<tokenCount).filter { max(basePlaces[$0], ourPlaces[$0], theirPlaces[$0]) >= 0 }
  }

  @inlinable
  func versions(of token: Int) -> Versions {
    let (base, ours, theirs) = (basePlaces[token], ourPlaces[token], theirPlaces[token])
    return (
      base < 0 ? nil : self.base[base], ours < 0 ? nil : self.ours[ours],
      theirs < 0 ? nil : self.theirs[theirs]
    )
  }

  /// Returns true if both sides have an element.
  @inlinable
  func isInBoth(_ token: Int) -> Bool { ourPlaces[token] >= 0 && theirPlaces[token] >= 0 }

  /// Returns an element that is the same in all three, the usual case.
  @inlinable
  func unchangedElement(_ token: Int) -> Element? {
    guard case (let base?, let ours?, let theirs?) = versions(of: token), theirs == base,
      ours == base
    else { return nil }
    return ours
  }

  /// Returns the tokens in merged order, with ours first.
  @inlinable
  func mergedOrder(survives: (Int) -> Bool) -> [Int] {
    if tokens[1] == tokens[0], tokens[2] == tokens[0] { return tokens[0] }
    return OrderMerge.merge(
      base: tokens[0], ours: tokens[1], theirs: tokens[2], first: .ours, survives: survives
    ).order
  }

  /// Returns the tokens with those of shared ids replaced by tokens of values and their occurrences.
  @usableFromInline
  static func valueTokens(
    of elements: [[Element]], ids: [[Int]], shared: Set<Int>
  ) -> [[Int]] {
    let withoutIdentity = zip(elements, ids).map { elements, ids in
      zip(elements, ids).filter { shared.contains($1) }.map(\.0)
    }
    var next = (ids.compactMap { $0.max() }.max() ?? -1) + 1
    var known: [[Int]: Int] = [:]
    return zip(ids, ElementTokens.of(withoutIdentity)).map { ids, values in
      var values = values.makeIterator()
      var counts: [Int: Int] = [:]
      return ids.map { id in
        guard shared.contains(id), let value = values.next() else { return id }
        let occurrence = [value, counts[value, default: 0]]
        counts[value, default: 0] += 1
        if let token = known[occurrence] { return token }
        known[occurrence] = next
        next += 1
        return next - 1
      }
    }
  }
}

/// Tables of the tokens of several versions.
@usableFromInline enum TokenPlaces {
  /// Returns for each version the index of each token, or -1.
  @usableFromInline
  static func all(of versions: [[Int]]) -> [[Int]] {
    let count = (versions.compactMap { $0.max() }.max() ?? -1) + 1
    return versions.map { $0.places(count: count) }
  }

  /// Returns the ids that any version has twice.
  @usableFromInline
  static func repeated(in ids: [[Int]]) -> Set<Int> {
    var shared: Set<Int> = []
    let bound = (ids.compactMap { $0.max() }.max() ?? -1) + 1
    var lastVersion = [Int](repeating: -1, count: bound)
    for (version, ids) in ids.enumerated() {
      for id in ids {
        if lastVersion[id] == version { shared.insert(id) }
        lastVersion[id] = version
      }
    }
    return shared
  }
}
