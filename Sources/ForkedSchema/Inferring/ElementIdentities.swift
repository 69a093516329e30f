import ForkedJSON

/// The members that tell the elements of every array of a field apart, alone or combined.
struct ElementIdentities {
  /// The members that do so alone; nil before the first array with elements.
  private(set) var alone: Set<JSONString>?
  /// The first members of the first element that are a string or number in every element, in their order.
  private var scalars: [JSONString] = []
  /// The combinations of scalars that do so, without those of which a member does so alone.
  private var combined: Set<Set<JSONString>> = []

  /// The most members of which combinations are made.
  private static let mostScalars = 6

  /// Observes an array with elements.
  ///
  /// - Complexity: O(members of the elements), in expectation.
  mutating func observe(_ elements: [JSONNode]) {
    if alone == nil {
      // Without an array so far, all members tell its elements apart.
      let members = elements[0].members
      alone = Set(members.compactMap(\.key.string))
      scalars = Array(
        members.filter { !$0.value.kind.isContainer }.compactMap(\.key.string)
          .prefix(Self.mostScalars))
    }
    let before = self
    alone = before.alone?.filter { Self.areUnique([$0], in: elements) }
    scalars = before.scalars.filter { key in elements.allSatisfy { $0.hasID(in: key) } }
    combined = Set(
      combinations.filter { before.tellsApart($0) && Self.areUnique($0, in: elements) })
  }

  /// Observes what another one observed.
  mutating func formUnion(_ other: ElementIdentities) {
    guard let mine = alone, let others = other.alone else {
      if alone == nil { self = other }
      return
    }
    let before = self
    alone = mine.intersection(others)
    scalars = before.scalars.filter(other.scalars.contains)
    combined = Set(combinations.filter { before.tellsApart($0) && other.tellsApart($0) })
  }

  /// Returns the only combination of the fewest members that tells elements apart, or the only one of these with one of
  /// some names; nil if a member does so alone, or if there are several.
  func combination(preferring names: Set<JSONString>) -> [JSONString]? {
    guard let size = combined.map(\.count).min() else { return nil }
    let smallest = combined.filter { $0.count == size }
    let preferred = smallest.filter { !names.isDisjoint(with: $0) }
    guard let found = smallest.count == 1 ? smallest.first : preferred.first,
      smallest.count == 1 || preferred.count == 1, alone?.isEmpty ?? false
    else { return nil }
    return scalars.filter(found.contains)
  }

  private func tellsApart(_ combination: Set<JSONString>) -> Bool {
    !(alone?.isDisjoint(with: combination) ?? true) || combined.contains(combination)
  }

  /// The combinations of two or three scalars of which none tells elements apart alone.
  private var combinations: [Set<JSONString>] {
    var open: [Set<JSONString>] = [[]]
    for key in scalars where !(alone?.contains(key) ?? false) {
      open += open.filter { $0.count < 3 }.map { $0.union([key]) }
    }
    return open.filter { $0.count > 1 }
  }

  /// Returns true if each element has a string or number in all of these members, and no two elements have the same.
  private static func areUnique(_ keys: Set<JSONString>, in elements: [JSONNode]) -> Bool {
    let keys = Array(keys)
    var known = Set<[JSONNode]>()
    return elements.allSatisfy { element in
      keys.allSatisfy(element.hasID) && known.insert(keys.compactMap { element[$0] }).inserted
    }
  }
}

extension JSONNode {
  fileprivate func hasID(in key: JSONString) -> Bool {
    guard let kind = self[key]?.kind else { return false }
    return kind == .string || kind == .number
  }
}
