public import ForkedJSON

/// The properties of an object that are decided for one side together (`x-together`).
public struct TogetherRule: Sendable, Hashable {
  /// The member whose merge names the side; nil: the most recent change among the conflicting ones does.
  public var by: JSONString?
  /// The members whose conflicts are decided together, whatever is below them included; nil: all.
  public var properties: Set<JSONString>?
  /// The members that follow the side also where the other side alone changed them; nil: all.
  public var unit: Set<JSONString>? = []

  /// The rule for objects without one if the user prefers the greater version: conflicts follow the member `version`.
  public static let byVersion = TogetherRule(by: "version")

  /// True if conflicts in the member with this key are decided together.
  public func covers(_ key: JSONString) -> Bool {
    properties?.contains(key) ?? true || takesWhole(key)
  }

  /// True if any member is taken from one side whole.
  var hasUnit: Bool { unit?.isEmpty != true }

  /// True if the member with this key is taken from one side whole.
  public func takesWhole(_ key: JSONString) -> Bool { by != key && unit?.contains(key) ?? true }
}

extension TogetherRule: CustomStringConvertible {
  /// The rule for a member of the unit, as in `x-together: with /version`.
  public var description: String {
    "x-together: " + (by.map { "with \(JSONPointer([$0]))" } ?? "with the rest of the object")
  }
}
