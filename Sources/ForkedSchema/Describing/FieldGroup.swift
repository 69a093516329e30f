public import ForkedJSON

/// The values of a document that share a row: those of one property in all elements of an array.
struct FieldGroup {
  let pointer: JSONPointer
  private(set) var plan: FieldPlan
  var values: [JSONNode]
  /// The member that holds the positions, if the values are elements of an ordered list.
  private(set) var position: (name: JSONString, origin: String)?
  /// The declaration by which the values are taken from one side whole, if there is one: of a position, or of a unit.
  private(set) var wholeOrigin: String?
  /// The rule by which members are decided together with others around the values.
  private(set) var outerRule: TogetherRule?

  /// The kind of the first value that isn't null, which decides if kinds differ.
  private var kind: JSONKind { values.first { $0.kind != .null }?.kind ?? .null }

  private var arrays: [[JSONNode]] {
    values.filter { $0.kind == .array }.map { Array($0.elements) }
  }

  /// The same group with the branches of the schema that all values fit.
  var fitted: FieldGroup {
    var group = self
    group.plan = plan.fitting(values)
    return group
  }

  // MARK: The row

  var description: FieldDescription {
    if let wholeOrigin { return row(.mostRecent, wholeOrigin) }
    guard let strategy = plan.strategy else { return inferred }
    var row = row(strategy, plan.origin.description)
    if row.identity.isEmpty, strategy.goesByID {
      row.identity = UsualIdentity.inferred(in: arrays).map { [JSONPointer([$0])] } ?? []
    }
    return row
  }

  private func row(_ strategy: MergeStrategy, _ origin: String) -> FieldDescription {
    FieldDescription(
      pointer: pointer, strategy: strategy, identity: plan.identity, position: plan.position,
      origin: origin)
  }

  private var inferred: FieldDescription {
    switch kind {
    case .object: return row(.object, "inferred: an object merges by property")
    case .array:
      guard let key = UsualIdentity.inferred(in: arrays) else {
        return row(.arrayMerge, "inferred: elements without a usual id")
      }
      var row = row(.arrayOfIdentifiableMerge, "inferred: elements have a unique \(key)")
      row.identity = [JSONPointer([key])]
      return row
    default:
      let origin =
        plan.defaultMerge.map { _ in "x-default-merge" } ?? "a conflict if both sides changed it"
      return row(plan.defaultMerge == .mostRecent ? .mostRecent : .manual, "default: \(origin)")
    }
  }

  // MARK: The rows below

  func parts(mergedBy strategy: MergeStrategy) -> [FieldGroup] {
    switch strategy.merging {
    case .members(areNamed: true): members { _ in false }
    case .members: members { !plan.names($0) }
    case .elements: elements
    case .whole, .side, .number, .text, .set, .sequence: []
    }
  }

  /// Returns groups of members by key; members for whose keys `areGrouped` returns true share the group `*`.
  private func members(areGrouped: (JSONString) -> Bool) -> [FieldGroup] {
    var parts = Parts(whole: self)
    for object in values {
      for member in object.members {
        guard let key = member.key.string else { continue }
        parts.add(member.value, under: areGrouped(key) ? "*" : key, plan.property(key))
      }
    }
    return parts.groups
  }

  private var elements: [FieldGroup] {
    var parts = Parts(whole: self)
    for array in arrays {
      for (index, element) in array.enumerated() {
        let token = index < plan.prefixCount ? JSONString(String(index)) : "*"
        parts.add(element, under: token, plan.element(at: index))
      }
    }
    return parts.groups
  }

  /// Collects groups in the order of their first values.
  private struct Parts {
    let whole: FieldGroup
    var groups: [FieldGroup] = []
    var places: [JSONString: Int] = [:]

    mutating func add(
      _ value: JSONNode, under token: JSONString, _ plan: @autoclosure () -> FieldPlan
    ) {
      if let place = places[token] { return groups[place].values.append(value) }
      places[token] = groups.count
      let pointer = whole.pointer.appending(token)
      let position = whole.position.flatMap { $0.name == token ? $0.origin : nil }
      let rule = whole.outerRule ?? whole.plan.together
      let unit = rule.flatMap { $0.takesWhole(token) ? $0.description : nil }
      groups.append(
        FieldGroup(
          pointer: pointer, plan: plan(), values: [value], position: whole.elementPosition,
          wholeOrigin: position ?? unit, outerRule: rule?.below(token)))
    }
  }

  /// The member that holds the positions of the values' elements, with its declaration.
  private var elementPosition: (name: JSONString, origin: String)? {
    guard plan.strategy?.goesByPosition ?? false, let name = plan.position else { return nil }
    return (name, plan.origin.description)
  }
}

/// A row of a report that describes the merge of a document's fields.
public struct FieldDescription: Sendable, Hashable {
  /// The field; `*` stands for all elements of an array, or all entries of a dictionary.
  public var pointer: JSONPointer
  /// The strategy: declared, implied by a keyword, inferred from the value, or the default.
  public var strategy: MergeStrategy
  /// The pointers to the parts of an element's id, if elements are merged by id.
  public var identity: [JSONPointer]
  /// The member with an element's position, for `orderedMerge`.
  public var position: JSONString?
  /// The origin of the strategy: `file#pointer`, or the reason for which it was inferred.
  public var origin: String
}

extension StrategyOrigin: CustomStringConvertible {
  /// `file#pointer`, or `inferred`.
  public var description: String {
    switch self {
    case .declared(let file, let pointer), .keyword(_, let file, let pointer): "\(file)#\(pointer)"
    case .inferred: "inferred"
    }
  }
}

extension FieldPlan {
  /// Returns all fields of a document with their strategies, in document order.
  ///
  /// Elements of an array share rows, as do entries of a dictionary. Values that are merged whole have no fields below
  /// them. Strategies are inferred from this one version, while a merge considers all three.
  /// - Parameter document: the value that this plan is for.
  /// - Complexity: O(document + rows x depth).
  public func describe(_ document: JSONNode) -> [FieldDescription] {
    var rows: [FieldDescription] = []
    var pending = [FieldGroup(pointer: JSONPointer(), plan: self, values: [document])]
    while let group = pending.popLast()?.fitted {
      let row = group.description
      rows.append(row)
      pending += group.parts(mergedBy: row.strategy).reversed()
    }
    return rows
  }
}
