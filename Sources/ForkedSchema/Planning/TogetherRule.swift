public import ForkedJSON

/// The properties of an object that are decided for one side together (`x-together`).
///
/// They are named by pointers relative to the object: to its members, or to what is below them.
public struct TogetherRule: Sendable, Hashable {
  /// The property whose merge names the side; nil: the most recent change among the conflicting ones does.
  public var by: JSONPointer?
  /// The properties whose conflicts are decided together, whatever is below them included; nil: all.
  public var properties: Set<JSONPointer>?
  /// The properties that follow the side also where the other side alone changed them; nil: all.
  public var unit: Set<JSONPointer>? = []

  /// The rule for objects without one if the user prefers the greater version: conflicts follow the member `version`.
  public static let byVersion = TogetherRule(by: JSONPointer(["version"]))

  /// True if conflicts in the member with this key are decided together.
  public func covers(_ key: JSONString) -> Bool {
    properties?.contains(JSONPointer([key])) ?? true || takesWhole(key)
  }

  /// True if any property is taken from one side whole.
  public var hasUnit: Bool { unit?.isEmpty != true }

  /// True if the member with this key is taken from one side whole.
  public func takesWhole(_ key: JSONString) -> Bool {
    let pointer = JSONPointer([key])
    return by != pointer && unit?.contains(pointer) ?? true
  }

  /// True if the member with this key names the side.
  public func isNamed(by key: JSONString) -> Bool { by == JSONPointer([key]) }

  /// Returns the rule for the parts of the member with this key; nil if no pointer leads below it, or all of it is
  /// decided together anyway.
  public func below(_ key: JSONString) -> TogetherRule? {
    guard !takesWhole(key), properties != nil || unit?.isEmpty == false else { return nil }
    let isWhole = properties == nil || properties?.contains(JSONPointer([key])) ?? false
    let rest = TogetherRule(
      by: by?.below(key), properties: isWhole ? nil : Self.below(key, properties),
      unit: Self.below(key, unit))
    let leadsBelow = rest.unit?.isEmpty == false || rest.properties?.isEmpty == false
    return leadsBelow ? rest : nil
  }

  private static func below(_ key: JSONString, _ pointers: Set<JSONPointer>?) -> Set<JSONPointer> {
    Set((pointers ?? []).compactMap { $0.below(key) })
  }
}

extension JSONPointer {
  /// Returns the rest of a pointer that leads below a member; nil for any other.
  fileprivate func below(_ key: JSONString) -> JSONPointer? {
    tokens.count > 1 && tokens[0] == key ? JSONPointer(Array(tokens.dropFirst())) : nil
  }
}

extension TogetherRule: CustomStringConvertible {
  /// The rule for a member of the unit, as in `x-together: with /version`.
  public var description: String {
    "x-together: " + (by.map { "with \($0)" } ?? "with the rest of the object")
  }
}
