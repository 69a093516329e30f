import Forked
import ForkedMerge
import ForkedModel
import ForkedTestSupport

@ForkedModel
struct LatestList: LawfulModel {
  var value: [Int] = []

  mutating func edit(_ random: inout SeededGenerator) { value = random.numbers() }

  static func combines(_ base: [Int], _ one: [Int], _ other: [Int], _ merged: [Int]) -> Bool {
    merged == latest(base, one, other)
  }
}

@ForkedModel
struct PointOnMap: LawfulModel {
  @ForkedModel
  struct Place: Codable, Equatable, Sendable {
    var x = 0
    var y = 0
  }

  @Merged var value: Place = Place()

  mutating func edit(_ random: inout SeededGenerator) {
    if random.oneIn(2) { value.x = random.below(4) } else { value.y = random.below(4) }
  }

  static func combines(_ base: Place, _ one: Place, _ other: Place, _ merged: Place) -> Bool {
    merged.x == latest(base.x, one.x, other.x) && merged.y == latest(base.y, one.y, other.y)
  }
}

/// Own code that merges, which JSON does not know.
@ForkedModel
struct OwnCode: LawfulModel {
  struct Number: Mergeable, Codable {
    var number = 0

    func merged(withSubordinate other: Self, commonAncestor: Self) -> Self {
      latest(commonAncestor, self, other)
    }
  }

  @Merged var value: Number = Number()

  mutating func edit(_ random: inout SeededGenerator) { value.number = random.below(5) }

  static func combines(_ base: Number, _ one: Number, _ other: Number, _ merged: Number) -> Bool {
    merged == latest(base, one, other)
  }

  static func isLeftToUser(_ base: Number, _ one: Number, _ other: Number) -> Bool { true }
  static var differsInJSON: Bool { true }
}

// MARK: - Texts and numbers

/// Words of one letter each, so that no two have a part in common.
@ForkedModel
struct Note: LawfulModel {
  @Merged var value: String = ""

  mutating func edit(_ random: inout SeededGenerator) {
    var words = Self.words(value)
    let place = random.below(words.count + 1)
    if random.oneIn(3), place < words.count {
      words.remove(at: place)
    } else {
      let letter = random.pick(Array("abcdefghijklmnopqrstuvwxyzäöüß"))
      words.insert(String(repeating: letter, count: 3), at: place)
    }
    value = words.joined(separator: random.oneIn(4) ? "\n" : " ")
  }

  static func combines(_ base: String, _ one: String, _ other: String, _ merged: String) -> Bool {
    let (base, one, other, merged) = (
      Set(words(base)), Set(words(one)), Set(words(other)), Set(words(merged))
    )
    return merged.isSuperset(of: one.union(other).subtracting(base))
      && merged.isSuperset(of: base.intersection(one).intersection(other))
      && merged.isSubset(of: one.union(other))
  }

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

@ForkedModel
struct Views: LawfulModel {
  @Merged(using: .counterMerge) var value: Int = 0

  mutating func edit(_ random: inout SeededGenerator) { value += random.below(7) - 3 }

  static func combines(_ base: Int, _ one: Int, _ other: Int, _ merged: Int) -> Bool {
    merged == one + other - base
  }

  static var isSymmetric: Bool { true }
}

@ForkedModel
struct HighScore: LawfulModel {
  @Merged(using: .maxMerge) var value: Int = 0

  mutating func edit(_ random: inout SeededGenerator) { value = random.below(9) }

  static func combines(_ base: Int, _ one: Int, _ other: Int, _ merged: Int) -> Bool {
    merged == [one, other].filter { $0 != base }.max() ?? base
  }

  static var isSymmetric: Bool { true }
}

/// Texts that are less than others by their scalars.
@ForkedModel
struct FirstName: LawfulModel {
  @Merged(using: .minMerge) var value: String = ""

  mutating func edit(_ random: inout SeededGenerator) {
    value = ["Z", "a", "é", "e\u{301}", "\u{FFFD}", "👩‍👩‍👧", "aa"][random.below(7)]
  }

  static func combines(_ base: String, _ one: String, _ other: String, _ merged: String) -> Bool {
    let scalars = { (text: String) in text.unicodeScalars.map(\.value) }
    let changed = [one, other].map(scalars).filter { $0 != scalars(base) }
    return scalars(merged) == changed.min { $0.lexicographicallyPrecedes($1) } ?? scalars(base)
  }

  static var isSymmetric: Bool { true }
}

@ForkedModel
struct Release: LawfulModel {
  @Merged(using: .versionMerge) var value: String = "1.10"

  mutating func edit(_ random: inout SeededGenerator) {
    value = random.oneIn(20) ? "next" : "1.\(random.below(3) * 5).\(random.below(4))"
  }

  static func combines(_ base: String, _ one: String, _ other: String, _ merged: String) -> Bool {
    let raised = [one, other].filter { $0 != base }
    return merged == raised.max { parts($0).lexicographicallyPrecedes(parts($1)) } ?? base
  }

  /// What a side lowered, and what is no version.
  static func isLeftToUser(_ base: String, _ one: String, _ other: String) -> Bool {
    [one, other].contains { side in
      side == "next" || base != "next" && parts(side).lexicographicallyPrecedes(parts(base))
    }
  }

  static var differsInJSON: Bool { true }
  static var isSymmetric: Bool { true }

  private static func parts(_ version: String) -> [Int] {
    version.split(separator: ".").compactMap { Int($0) }
  }
}

// MARK: - Containers

@ForkedModel
struct Steps: LawfulModel {
  @Merged var value: [Int] = []

  mutating func edit(_ random: inout SeededGenerator) {
    let place = random.below(value.count + 1)
    if random.oneIn(3), place < value.count {
      value.remove(at: place)
    } else {
      value.insert(random.below(1_000_000), at: place)
    }
  }

  static func combines(_ base: [Int], _ one: [Int], _ other: [Int], _ merged: [Int]) -> Bool {
    let members = membersOfBoth(Set(base), Set(one), Set(other))
    return merged.count == members.count && Set(merged) == members
      && [one, other].allSatisfy { side in
        merged.filter(side.contains) == side.filter(members.contains)
      }
  }
}

@ForkedModel
struct Tags: LawfulModel {
  @Merged var value: Set<String> = []

  mutating func edit(_ random: inout SeededGenerator) {
    value.formSymmetricDifference([random.name()])
  }

  static func combines(
    _ base: Set<String>, _ one: Set<String>, _ other: Set<String>, _ merged: Set<String>
  ) -> Bool {
    merged == membersOfBoth(base, one, other)
  }

  static var isSymmetric: Bool { true }
}

@ForkedModel
struct Prices: LawfulModel {
  @Merged var value: [String: Int] = [:]

  mutating func edit(_ random: inout SeededGenerator) {
    value[random.name()] = random.oneIn(3) ? nil : random.below(4)
  }

  static func combines(
    _ base: [String: Int], _ one: [String: Int], _ other: [String: Int], _ merged: [String: Int]
  ) -> Bool {
    merged == latestByKey(base, one, other)
  }
}

@ForkedModel
struct Contacts: LawfulModel {
  @Merged(using: .arrayOfIdentifiableMerge) var value: [Plain] = []

  mutating func edit(_ random: inout SeededGenerator) { random.edit(&value) }

  static func combines(_ base: [Plain], _ one: [Plain], _ other: [Plain], _ merged: [Plain])
    -> Bool
  {
    hasEachOnce(merged) && byID(merged) == latestByKey(byID(base), byID(one), byID(other))
  }
}

@ForkedModel
struct Songs: LawfulModel {
  @Merged(using: .orderedMerge) var value: [Ordered<Plain>] = []

  mutating func edit(_ random: inout SeededGenerator) {
    var items = Ordered.items(of: value)
    random.edit(&items)
    let bits = random.next()
    Replica.$current.withValue(Replica(random: { bits })) {
      Ordered.arrange(items, in: &value)
    }
  }

  static func combines(
    _ base: [Ordered<Plain>], _ one: [Ordered<Plain>], _ other: [Ordered<Plain>],
    _ merged: [Ordered<Plain>]
  ) -> Bool {
    // An element is an object, so that its change is kept.
    let items = [base, one, other, merged].map { byID($0.map(\.item)) }
    return hasEachOnce(merged)
      && items[3] == latestByKey(items[0], items[1], items[2], keepsChanged: true)
      && zip(merged, merged.dropFirst()).allSatisfy { $0.position <= $1.position }
  }
}

private func byID(_ elements: [Plain]) -> [Int: Plain] {
  Dictionary(elements.map { ($0.id, $0) }) { first, _ in first }
}

private func hasEachOnce(_ elements: [some Identifiable]) -> Bool {
  Set(elements.map(\.id)).count == elements.count
}
