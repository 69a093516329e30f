public import ForkedJSON
public import ForkedSchema

/// The differences between two versions of a document.
public struct DocumentDiff {
  /// The differences by property: members by key, elements by identity where they have one, others
  /// by a shortest edit script, in which replaced elements are paired. Empty exactly where the two
  /// are equal by JSON value.
  ///
  /// O(size of both), but for arrays without identity, which take a sequence diff.
  /// - Parameters:
  ///   - old: the older version; nil where there is none.
  ///   - new: the newer version; nil where there is none.
  ///   - plan: says which parts of an element are its identity.
  public static func changes(
    from old: JSONDocument?, to new: JSONDocument?, plan: FieldPlan = .none
  ) -> [PropertyChange] {
    run(old, new, plan, places: .ofVersions)
  }

  /// The same differences as a JSON Patch (RFC 6902): applied in order to the older version, the
  /// operations make a document that equals the newer one by JSON value.
  public static func patch(
    from old: JSONDocument?, to new: JSONDocument?, plan: FieldPlan = .none
  ) -> [PropertyChange] {
    run(old, new, plan, places: .whenApplied)
  }

  /// Which places the pointers of array elements name.
  enum Places {
    /// Removed ones their place in the older version, others theirs in the newer one.
    case ofVersions
    /// Their place after all operations before.
    case whenApplied
  }

  let places: Places
  var changes: [PropertyChange] = []

  private static func run(
    _ old: JSONDocument?, _ new: JSONDocument?, _ plan: FieldPlan, places: Places
  ) -> [PropertyChange] {
    var diff = DocumentDiff(places: places)
    switch (old?.root, new?.root) {
    case (nil, nil): break
    case (nil, let new): diff.changes.append(PropertyChange(.add, JSONPointer(), new: new))
    case (let old, nil): diff.changes.append(PropertyChange(.remove, JSONPointer(), old: old))
    case (let old?, let new?): diff.compare(Pair(old: old, new: new, plan: plan))
    }
    return diff.changes
  }
}

extension DocumentDiff {
  /// One value in both versions.
  struct Pair {
    var old: JSONNode
    var new: JSONNode
    var plan: FieldPlan
    /// Where it stands in the older and in the newer version.
    var oldPointer = JSONPointer()
    var newPointer = JSONPointer()
  }

  mutating func compare(_ pair: Pair) {
    if pair.old.hasSameBytes(as: pair.new) { return }
    var pair = pair
    pair.plan = pair.plan.fitting([pair.old, pair.new])
    switch (pair.old.kind, pair.new.kind) {
    case (.object, .object): compareObjects(pair)
    case (.array, .array): compareArrays(pair)
    default:
      if pair.old == pair.new { return }
      changes.append(PropertyChange(.replace, pair.newPointer, old: pair.old, new: pair.new))
    }
  }

  private mutating func compareObjects(_ pair: Pair) {
    let newMembers = pair.new.membersByKey
    let oldMembers = pair.old.membersByKey
    for member in pair.old.members {
      guard let key = member.key.string else { continue }
      let below = pair.oldPointer.appending(key)
      guard let new = newMembers[key] else {
        changes.append(PropertyChange(.remove, place(below, in: pair, key), old: member.value))
        continue
      }
      compare(
        Pair(
          old: member.value, new: new, plan: pair.plan.property(key),
          oldPointer: below, newPointer: pair.newPointer.appending(key)))
    }
    for member in pair.new.members {
      guard let key = member.key.string, oldMembers[key] == nil else { continue }
      changes.append(PropertyChange(.add, pair.newPointer.appending(key), new: member.value))
    }
  }

  /// When a patch removes a member, the object around it already stands where the newer version has it.
  private func place(_ oldPlace: JSONPointer, in pair: Pair, _ key: JSONString) -> JSONPointer {
    switch places {
    case .ofVersions: oldPlace
    case .whenApplied: pair.newPointer.appending(key)
    }
  }
}

extension JSONNode {
  fileprivate var membersByKey: [JSONString: JSONNode] {
    var result: [JSONString: JSONNode] = [:]
    for member in members {
      if let key = member.key.string { result[key] = member.value }
    }
    return result
  }
}

/// One difference between two versions of a document, by property.
public struct PropertyChange: Sendable {
  /// What happened, in the words of RFC 6902.
  public enum Operation: String, Sendable { case add, remove, replace, move }
  /// What happened.
  public var operation: Operation
  /// Where: in the newer version, for `remove` in the older one. In a patch, at the moment when the
  /// operation is applied.
  public var pointer: JSONPointer
  /// Where a moved value came from: in the older version, or in a patch at that moment.
  public var from: JSONPointer?
  /// The older value; nil for `add`.
  public var old: JSONNode?
  /// The newer value; nil for `remove`.
  public var new: JSONNode?

  /// - Parameters:
  ///   - operation: what happened.
  ///   - pointer: where.
  ///   - from: where a moved value came from.
  ///   - old: the older value.
  ///   - new: the newer value.
  public init(
    _ operation: Operation, _ pointer: JSONPointer, from: JSONPointer? = nil,
    old: JSONNode? = nil, new: JSONNode? = nil
  ) {
    self.operation = operation
    self.pointer = pointer
    self.from = from
    self.old = old
    self.new = new
  }
}
