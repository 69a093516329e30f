import ForkedModel
import ForkedTestSupport

/// A model with one value, whose strategy has laws.
protocol LawfulModel: MergeableModel, Codable, Sendable {
  associatedtype Value: Equatable

  init()
  var value: Value { get set }
  mutating func edit(_ random: inout SeededGenerator)

  /// Returns true if a merge is what two changes must become, the first of which is the later one.
  static func combines(_ base: Value, _ one: Value, _ other: Value, _ merged: Value) -> Bool
  /// Returns true if JSON leaves two changes to the user, where a Swift value is merged.
  static func isLeftToUser(_ base: Value, _ one: Value, _ other: Value) -> Bool
  /// True if it leaves some to the user.
  static var differsInJSON: Bool { get }
  /// True if the result does not depend on the side that dominates, and on the order of merges.
  static var isSymmetric: Bool { get }
}

extension LawfulModel {
  static func isLeftToUser(_ base: Value, _ one: Value, _ other: Value) -> Bool { false }
  static var differsInJSON: Bool { false }
  static var isSymmetric: Bool { false }

  static func versions(_ random: inout SeededGenerator) -> LawfulVersions<Self> {
    var base = Self()
    for _ in 0..<6 { base.edit(&random) }
    let versions = (0..<3).map { _ in
      var version = base
      for _ in 0..<random.below(4) { version.edit(&random) }
      return version
    }
    return LawfulVersions(base: base, one: versions[0], other: versions[1], third: versions[2])
  }
}

/// A merge base and three versions of it.
struct LawfulVersions<Model: LawfulModel> {
  var base: Model
  var one: Model
  var other: Model
  var third: Model

  var isLeftToUser: Bool { isLeftToUser(one, other) }

  /// True if JSON leaves any two of the changes to the user.
  var areAnyLeftToUser: Bool {
    [(one, other), (one, third), (other, third)].contains { isLeftToUser($0, $1) }
  }

  private func isLeftToUser(_ one: Model, _ other: Model) -> Bool {
    one.value != base.value && other.value != base.value && one.value != other.value
      && Model.isLeftToUser(base.value, one.value, other.value)
  }
}

/// Returns the later of two changes, the first, or the only one.
func latest<Value: Equatable>(_ base: Value, _ one: Value, _ other: Value) -> Value {
  one == base ? other : one
}

/// Returns the members that neither side removed, and those that a side added.
func membersOfBoth<Member>(
  _ base: Set<Member>, _ one: Set<Member>, _ other: Set<Member>
) -> Set<Member> {
  base.intersection(one).intersection(other)
    .union(one.subtracting(base)).union(other.subtracting(base))
}

/// Returns the values by key, of each the latest.
/// - Parameter keepsChanged: true if a changed value is kept against a later deletion.
func latestByKey<Key, Value: Equatable>(
  _ base: [Key: Value], _ one: [Key: Value], _ other: [Key: Value], keepsChanged: Bool = false
) -> [Key: Value] {
  let keys = Set(base.keys).union(one.keys).union(other.keys)
  return Dictionary(
    uniqueKeysWithValues: keys.compactMap { key in
      let isChanged = one[key] == nil && other[key] != base[key]
      let value = keepsChanged && isChanged ? other[key] : latest(base[key], one[key], other[key])
      return value.map { (key, $0) }
    })
}
