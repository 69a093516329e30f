import ForkedJSON
import ForkedSchema

/// Conservation of ids, whatever the merge took for the ids of a list's elements.
extension PropertyAudit {
  /// Checks that what tells the objects of a list apart in each version does so in the result, and that a list that
  /// both sides added in one object is not made of both.
  /// - Complexity: O(elements x members), in expectation.
  mutating func checkIDs(_ versions: FourVersions) {
    checkRepeatedIDs(under: versions.changedKeys, versions)
    guard isInAddition, versions.base.withoutNull == nil else { return }
    let elements = [versions.ours, versions.theirs, versions.merged].map { array in
      array.map { $0.count } ?? 0
    }
    expect(
      elements[2] <= max(elements[0], elements[1]), "two lists that both added are made one")
  }

  /// Checks that no value is repeated under these keys that no version repeats.
  private mutating func checkRepeatedIDs(under keys: [JSONString], _ versions: FourVersions) {
    if keys.isEmpty { return }
    let lists = versions.all.map { array in
      array.map { $0.elements.filter { $0.kind == .object } } ?? []
    }
    let isLong =
      versions.ours?.isListOfLines != true && min(lists[1].count, lists[2].count) >= 3
    let repeated = keys.filter { key in
      (isLong || UsualIdentity.keys.contains(key)) && lists[3].isRepeated(key)
    }
    if repeated.isEmpty || lists.areTold(by: ["id", "_id", "uuid", "key"]) { return }
    for key in repeated {
      expect(
        !lists[..<3].allSatisfy { $0.areAllTold(by: key) },
        "two elements have one \(key), and no version has it twice")
    }
  }
}

extension PropertyAudit {
  /// Checks that a list in which nothing has an id of base has no more elements than the sides added to base.
  mutating func checkCount(_ versions: FourVersions) {
    let counts = versions.all.map { $0?.count ?? 0 }
    let most = max(counts[1], counts[2], counts[1] + counts[2] - counts[0])
    expect(counts[3] <= most, "elements with new ids stand twice")
  }
}

extension FourVersions {
  /// The keys under which elements of the result that are not ours, from both ends, may have other values than ours.
  fileprivate var changedKeys: [JSONString] {
    guard let ours, let merged, ours.kind == .array, merged.kind == .array else { return [] }
    let (old, new) = (JSONElementList(ours), JSONElementList(merged))
    let most = min(old.count, new.count)
    let start = (0..<most).first { !old[$0].hasSameBytes(as: new[$0]) } ?? most
    let end =
      (0..<most - start).first {
        !old[old.count - 1 - $0].hasSameBytes(as: new[new.count - 1 - $0])
      } ?? most - start
    var changed = Array(start..<new.count - end)
    let areInPlace = old.count == new.count
    if areInPlace { changed.removeAll { old[$0].hasSameBytes(as: new[$0]) } }
    guard let first = changed.first.map({ new[$0] }) else { return [] }
    return first.members.compactMap(\.key.string).filter { key in
      changed.contains { place in
        guard let value = new[place][key], value.canTell(under: key) else { return false }
        return !areInPlace || old[place][key] != value
      }
    }
  }
}

extension [[JSONNode]] {
  /// True if one of the keys tells the elements of all versions apart, and each side has some of base's values.
  fileprivate func areTold(by keys: [JSONString]) -> Bool {
    keys.contains { key in
      guard allSatisfy({ $0.areAllTold(by: key) }) else { return false }
      let values = map { Set($0.compactMap { $0[key] }) }
      return values[0].isEmpty || values[1...2].allSatisfy { !$0.isDisjoint(with: values[0]) }
    }
  }
}

extension [JSONNode] {
  /// True if a value occurs twice under the key.
  fileprivate func isRepeated(_ key: JSONString) -> Bool {
    var values: Set<JSONNode> = []
    return contains { element in element[key].map { !values.insert($0).inserted } ?? false }
  }

  /// True if each has a string under the key, or under a usual id a number, and no two have the same.
  fileprivate func areAllTold(by key: JSONString) -> Bool {
    allSatisfy { $0[key]?.canTell(under: key) ?? false } && !isRepeated(key)
  }
}
