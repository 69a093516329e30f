import ForkedJSON
import ForkedMerge

/// A past merge of a document, or of a field in it.
struct FieldMerge {
  let base: JSONNode?
  let ours: JSONNode?
  let theirs: JSONNode?
  /// The merged value; nil if there is none, or if it is not known.
  let result: JSONNode?

  /// The three or four values, if all are numbers.
  var numbers:
    (base: ExactDecimal, ours: ExactDecimal, theirs: ExactDecimal, result: ExactDecimal?)?
  {
    guard let base = base?.number, let ours = ours?.number, let theirs = theirs?.number,
      result == nil || result?.kind == .number
    else { return nil }
    return (base, ours, theirs, result?.number)
  }

  var texts: (base: JSONString?, ours: JSONString, theirs: JSONString, result: JSONString?)? {
    guard let ours = ours?.string, let theirs = theirs?.string,
      result == nil || result?.kind == .string
    else { return nil }
    return (base?.string, ours, theirs, result?.string)
  }
}

extension FieldMerge {
  /// True if both sides' values are versions of software of more than one number, which can be compared.
  var isOfVersions: Bool { versions.map { $0.ours.precedes($0.theirs) != nil } ?? false }

  /// True if the merge kept the greater of two versions; nil if the result is not known.
  var keptGreaterVersion: Bool? {
    guard let result, let versions else { return nil }
    return result == (versions.ours.precedes(versions.theirs) == true ? theirs : ours)
  }

  private var versions: (ours: VersionNumber, theirs: VersionNumber)? {
    guard let ours = ours?.versionNumber, let theirs = theirs?.versionNumber,
      ours.hasManyParts, theirs.hasManyParts
    else { return nil }
    return (ours, theirs)
  }
}

/// A past merge of an object of which both sides changed several members, with what each of these became.
struct ObjectMerge {
  /// The value that stands after a merge.
  enum Kept {
    case ours, theirs, another
  }

  /// The members that both sides changed differently.
  var members: [JSONString: Kept] = [:]

  /// The side whose values all stand; nil if there is none.
  var kept: Kept? {
    let kept = Set(members.values)
    return kept.count == 1 && kept.first != .another ? kept.first : nil
  }

  /// True if values of both sides stand.
  var isMixed: Bool { members.values.contains(.ours) && members.values.contains(.theirs) }
}

extension FieldMerge {
  /// Records each field that both sides changed in the shape of that field.
  func record(in shape: FieldShape) {
    guard !isOneSided else { return }
    let present = [base, ours, theirs].compactMap { $0 }.filter { $0.kind != .null }
    if ours == nil || theirs == nil { return shape.fieldMerges.append(self) }
    if present.allSatisfy({ $0.kind == .object }) { return recordMembers(in: shape) }
    if present.allSatisfy({ $0.kind == .array }), base != nil {
      noteOrder(in: shape)
      let identity = shape.lists.identity
      if !identity.isEmpty { return recordElements(by: identity, in: shape) }
    }
    shape.fieldMerges.append(self)
  }

  private var isOneSided: Bool { base == ours || base == theirs || ours == theirs }

  private func recordMembers(in shape: FieldShape) {
    let tables = [base, ours, theirs, result].map { $0.map(JSONMemberTable.init) }
    var known = Set<JSONString>()
    var merge = ObjectMerge()
    for side in [ours, theirs] {
      for member in side?.members.map({ $0 }) ?? [] {
        guard let key = member.key.string, known.insert(key).inserted else { continue }
        let values = tables.map { $0?[key]?.value }
        let member = FieldMerge(
          base: values[0], ours: values[1], theirs: values[2], result: values[3])
        member.record(in: shape.member(key))
        if result != nil, !member.isOneSided { merge.members[key] = member.kept }
      }
    }
    if merge.members.count > 1 { shape.objectMerges.append(merge) }
  }

  private var kept: ObjectMerge.Kept {
    result == ours ? .ours : result == theirs ? .theirs : .another
  }

  private func recordElements(by keys: [JSONString], in shape: FieldShape) {
    let tables = [base, ours, theirs, result].map { Self.elements($0, by: keys) }
    for id in Set(tables[1].keys).union(tables[2].keys) {
      FieldMerge(
        base: tables[0][id], ours: tables[1][id], theirs: tables[2][id], result: tables[3][id]
      ).record(in: shape.elementShape())
    }
  }

  private static func elements(
    _ array: JSONNode?, by keys: [JSONString]
  ) -> [[JSONNode]: JSONNode] {
    var elements: [[JSONNode]: JSONNode] = [:]
    for element in array?.elements.map({ $0 }) ?? [] {
      let id = keys.compactMap { element[$0] }
      if id.count == keys.count { elements[id] = element }
    }
    return elements
  }

  /// Records if a side reordered elements that it kept.
  private func noteOrder(in shape: FieldShape) {
    guard let base, !shape.lists.hasRepetition, !shape.lists.isReordered else { return }
    let places = Dictionary(
      base.elements.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for side in [ours, theirs] {
      let kept = side?.elements.compactMap { places[$0] } ?? []
      if !zip(kept, kept.dropFirst()).allSatisfy(<) { return shape.lists.isReordered = true }
    }
  }
}
