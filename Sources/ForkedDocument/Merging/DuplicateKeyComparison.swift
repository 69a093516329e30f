import ForkedJSON
import ForkedSchema

/// Compares the members with duplicate keys in three versions of a document.
///
/// No version tells which of two such members counts. So they are never merged by property: the versions must have them
/// unchanged, or one side must have replaced a value with such members by one without, which the other side left alone.
/// Everything around them is merged by property.
struct DuplicateKeyComparison {
  private let identities = UsualIdentityCache()

  /// Returns true if each object has the same duplicate members in all versions that have the object, apart from
  /// objects in values that one side replaced.
  /// - Complexity: O(bytes of the values that hold duplicate keys).
  func haveSameDuplicates(in versions: Versions, _ plan: FieldPlan) -> Bool {
    guard versions.present.contains(where: \.holdsDuplicateKeys) else { return true }
    if isReplacedByOneSide(versions) { return true }
    let plan = plan.fitting(versions)
    return membersHaveSameDuplicates(in: versions.only(.object), plan)
      && elementsHaveSameDuplicates(in: versions.only(.array), plan)
  }

  /// Returns true if one side alone changed the value, to one without duplicate keys: the merge takes that one whole.
  private func isReplacedByOneSide(_ versions: Versions) -> Bool {
    guard let base = versions.base, let ours = versions.ours, let theirs = versions.theirs else {
      return false
    }
    return !theirs.holdsDuplicateKeys && base == ours || !ours.holdsDuplicateKeys && base == theirs
  }

  private func membersHaveSameDuplicates(in objects: Versions, _ plan: FieldPlan) -> Bool {
    let duplicates = objects.present.map(\.duplicates)
    guard let shared = duplicates.first else { return true }
    guard duplicates.allSatisfy({ $0 == shared }) else { return false }
    var base = JSONMemberCursor(objects.base)
    var ours = JSONMemberCursor(objects.ours)
    var theirs = JSONMemberCursor(objects.theirs)
    let keys = objects.present.flatMap { object in
      object.members.filter(\.value.holdsDuplicateKeys).map(\.key)
    }
    let others = Set(keys).filter { shared[$0.string ?? ""] == nil }
    return others.allSatisfy { key in
      let parts = Versions(
        base: base.value(key), ours: ours.value(key), theirs: theirs.value(key))
      return haveSameDuplicates(in: parts, plan.member(key))
    }
  }

  private func elementsHaveSameDuplicates(in arrays: Versions, _ plan: FieldPlan) -> Bool {
    let strategy = EffectiveStrategy(for: arrays, plan: plan, identities)
    guard strategy.strategy.goesByID else { return holdersAreAtCommonEnds(of: arrays) }
    let table = IdentityTable(arrays, strategy)
    var seen: Set<Int> = []
    return [table.base, table.ours, table.theirs].allSatisfy { version in
      version.tokens.enumerated().allSatisfy { place, token in
        guard seen.insert(token).inserted else { return true }
        let element = table.versions(of: token)
        return table.id(of: token) == nil
          ? !element.present.contains(where: \.holdsDuplicateKeys)
          : haveSameDuplicates(in: element, plan.element(at: place))
      }
    }
  }

  /// Returns true if each element that holds duplicate keys is among the first or last elements that all versions
  /// share.
  ///
  /// An element without an id cannot be matched otherwise.
  private func holdersAreAtCommonEnds(of arrays: Versions) -> Bool {
    let arrays = arrays.present.map { Array($0.elements) }
    let shortest = arrays.map(\.count).min() ?? 0
    let prefix = (0..<shortest).prefix { place in
      arrays.allSatisfy { $0[place] == arrays[0][place] }
    }
    let suffix = (0..<shortest - prefix.count).prefix { place in
      arrays.allSatisfy { $0[$0.count - 1 - place] == arrays[0][arrays[0].count - 1 - place] }
    }
    return arrays.allSatisfy { array in
      !array.dropFirst(prefix.count).dropLast(suffix.count).contains(where: \.holdsDuplicateKeys)
    }
  }
}

extension FieldPlan {
  /// Returns true if the repository's schema describes an object in the value that has a key twice: it cannot tell
  /// which of the two members it means.
  func bindsDuplicateKeys(in value: JSONNode) -> Bool {
    guard isBinding, value.holdsDuplicateKeys else { return false }
    let plan = fitting([value])
    // The position of an element is rewritten.
    if plan.position != nil || !value.duplicateMembers.isEmpty { return true }
    return value.members.contains { plan.member($0.key).bindsDuplicateKeys(in: $0.value) }
      || value.elements.enumerated().contains { place, element in
        plan.element(at: place).bindsDuplicateKeys(in: element)
      }
  }
}

extension Versions {
  /// Returns the values of that kind.
  fileprivate func only(_ kind: JSONKind) -> Versions {
    func only(_ value: JSONNode?) -> JSONNode? { value?.kind == kind ? value : nil }
    return Versions(base: only(base), ours: only(ours), theirs: only(theirs))
  }
}

extension JSONNode {
  /// The values of the object's duplicate members, by keys that also tell the number of equal keys before them.
  fileprivate var duplicates: [JSONString: JSONNode] {
    Dictionary(duplicateMembers.map { ($0.key.string ?? "", $0.value) }) { first, _ in first }
  }
}
