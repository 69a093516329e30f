import ForkedJSON
import ForkedSchema

/// The choice of the usual id of a list, by what the sides did to it.
extension UsualIdentity.Numbering {
  /// Numbers base, ours and theirs by the first usual id of which each side has some of base's.
  ///
  /// A name gives way to another member that names the same elements of base, and that tells that the sides added one
  /// element under two names. If no id survives, the first one counts. Ids that a side changed while the rest of the
  /// element stayed the same are ids of the same element.
  /// - Complexity: O(elements and their members), and O(bytes) if a side has new ids for old ones.
  init?(surviving lists: [JSONElementList]) {
    guard lists.count == 3, !lists.contains(where: { $0.isEmpty }) else {
      guard let numbering = UsualIdentity.numbering(of: lists) else { return nil }
      self = numbering
      return
    }
    let candidates = UsualIdentity.keys.lazy.compactMap {
      UsualIdentity.numbering(of: lists, under: $0)
    }
    guard let numbering = candidates.first(where: { $0.survives(in: lists) }) ?? candidates.first
    else { return nil }
    self = numbering.key == "name" ? numbering.unlessTold(by: lists) : numbering
    // Where neither side kept an id, nothing tells which of their new ids belong together.
    guard numbers[1...2].joined().contains(where: { $0 < lists[0].count }) else { return }
    for side in 1...2 { noteRenamed(in: side, lists) }
  }

  /// True if each side has an element under an id of base; always where base or a side has no elements, or base is not
  /// known.
  func survives(in lists: [JSONElementList]) -> Bool {
    guard lists.count == 3, !lists.contains(where: { $0.isEmpty }) else { return true }
    return numbers[1...2].allSatisfy { $0.contains { $0 < lists[0].count } }
  }

  /// Returns the numbering by another string, if both sides added elements and fewer of them are different by it.
  private func unlessTold(by lists: [JSONElementList]) -> Self {
    guard numbers[1...2].allSatisfy({ $0.contains { $0 >= lists[0].count } }) else { return self }
    let keys = lists[0][0].members.filter { $0.value.kind == .string }.compactMap(\.key.string)
    let others = keys.lazy.filter { !UsualIdentity.keys.contains($0) }.compactMap {
      UsualIdentity.numbering(of: lists, under: $0)
    }
    return others.first { $0.ids.count < ids.count && agrees(with: $0, count: lists[0].count) }
      ?? self
  }

  /// True if both numberings name the same elements of base in both sides, so that they differ in new ones only.
  private func agrees(with other: Self, count: Int) -> Bool {
    (1...2).allSatisfy { side in
      zip(numbers[side], other.numbers[side]).allSatisfy { min($0, $1) >= count || $0 == $1 }
    }
  }

  /// Notes the new ids of a side whose elements are those of base but for their ids, if nothing else is equal to them
  /// and the other side has not given the new id to anything.
  private mutating func noteRenamed(in side: Int, _ lists: [JSONElementList]) {
    let (new, count) = (numbers[side], lists[0].count)
    // The elements of base have the first numbers.
    let added = new.indices.filter { new[$0] >= count }
    guard !added.isEmpty, new.count - added.count < count else { return }
    let (kept, other) = (Set(new), Set(numbers[3 - side]))
    let gone = lists[0].indices.filter { !kept.contains(numbers[0][$0]) }
    let formers = Set(gone.map { lists[0][$0].parts(apartFrom: key) })
    let isNoneSame = added.allSatisfy {
      !formers.contains(lists[side][$0].parts(apartFrom: key))
    }
    if isNoneSame { return }
    let rests = (rests(of: lists[0]), rests(of: lists[side]))
    let places = (rests.0.soleIndices, rests.1.soleIndices)
    let counterparts = Dictionary(
      uniqueKeysWithValues: numbers[3 - side].enumerated().map { ($1, $0) })
    var renamed: [Int: Int] = [:]
    for place in added {
      let rest = rests.1[place]
      guard places.1[rest] == place, let element = places.0[rest],
        !kept.contains(numbers[0][element]), !other.contains(new[place]),
        lists[side][place].tells(apartFrom: key)
      else { continue }
      // The other side may have made another record of it.
      let its = counterparts[numbers[0][element]].map { lists[3 - side][$0] }
      if let its, !lists[0][element].hasEqualMember(in: its, apartFrom: key) { continue }
      renamed[new[place]] = numbers[0][element]
    }
    rename(renamed)
  }

  private func rests(of list: JSONElementList) -> [[[UInt8]]] {
    list.map { $0.parts(apartFrom: key) }
  }
}

extension JSONNode {
  /// True if a member other than the one with this key is a string; numbers may be equal by chance.
  fileprivate func tells(apartFrom key: JSONString) -> Bool {
    members.contains { !$0.key.stringEquals(key) && $0.value.kind == .string }
  }
}

extension [[[UInt8]]] {
  /// The index of each value that occurs once.
  fileprivate var soleIndices: [[[UInt8]]: Int] {
    var found: [[[UInt8]]: Int?] = [:]
    for (index, value) in enumerated() { found[value] = .some(found[value] == nil ? index : nil) }
    return found.compactMapValues { $0 }
  }
}
