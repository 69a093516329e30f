import ForkedJSON

/// What became of one property.
enum MergedValue {
  /// No value.
  case absent
  /// A value, said as a rewrite of ours.
  case value(JSONRewrite)
  /// A conflict between these, for a person.
  case conflict(Versions)

  /// Our value as it stands, or none where we have none.
  static func ours(_ versions: Versions) -> MergedValue {
    versions.ours.map { .value(.keep($0)) } ?? .absent
  }

  /// A value from another version than ours, or none.
  static func taken(_ node: JSONNode?) -> MergedValue {
    node.map { .value(.take($0)) } ?? .absent
  }

  /// Whether this is our value as it stands.
  func isOurs(_ ours: JSONNode?) -> Bool {
    switch self {
    case .absent: ours == nil
    case .value(.keep): ours != nil
    default: false
    }
  }

  /// The entry that stands for it in a container; nil for no value.
  /// - Parameter wrap: makes an entry of a value.
  func entry(
    showBase: Bool, wrap: (JSONRewrite) -> JSONRewrite.Entry
  ) -> JSONRewrite.Entry? {
    switch self {
    case .absent: return nil
    case .value(let rewrite): return wrap(rewrite)
    case .conflict(let versions):
      let conflict = JSONRewrite.Conflict(
        ours: versions.ours.map { [wrap(.keep($0))] } ?? [],
        base: showBase ? versions.base.map { [wrap(.take($0))] } ?? [] : nil,
        theirs: versions.theirs.map { [wrap(.take($0))] } ?? [])
      return .conflict(conflict)
    }
  }
}
