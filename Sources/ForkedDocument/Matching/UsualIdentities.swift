import ForkedJSON
import ForkedSchema

/// The ids of an array's elements if no schema names them, with their reliability.
struct UsualIdentities {
  /// The elements by their ids.
  let numbering: UsualIdentity.Numbering
  /// True if each id names one element in all versions.
  ///
  /// An id is evidence like any other member. Where no value went from one element to another, nothing speaks against
  /// it; else the ``Mapping`` must find the same elements. False if a side has none of base's ids.
  let isTrusted: Bool
  /// The elements as the mapping finds them, if the ids needed its evidence.
  let rows: ElementRows?

  /// Finds the ids; nil if the elements have none.
  /// - Parameters:
  ///   - arrays: base, ours and theirs, as far as they exist.
  ///   - mapping: the mapping of the documents, if there is one.
  /// - Complexity: O(elements, and bytes of those that differ), in expectation, and that of ``Mapping`` if values went
  ///   from one element to another.
  init?(of arrays: [JSONNode], _ plan: FieldPlan, in mapping: Mapping?) {
    let lists = arrays.map { JSONElementList($0) }
    guard let numbering = UsualIdentity.numbering(of: lists) else { return nil }
    self.numbering = numbering
    let survive = numbering.survives(in: lists)
    guard survive,
      IdentitySigns.areIn(lists, numbering.numbers, areNames: numbering.key == "name")
    else {
      isTrusted = survive
      rows = nil
      return
    }
    let found = ElementRows(
      base: arrays.count > 2 ? arrays[0] : nil, ours: arrays[arrays.count - 2],
      theirs: arrays[arrays.count - 1], plan: plan, in: mapping)
    (isTrusted, rows) = (Self.areFound(numbering, in: found), found)
  }

  /// Returns true if the mapping finds one element for each id, and leaves none open.
  private static func areFound(_ ids: UsualIdentity.Numbering, in found: ElementRows) -> Bool {
    guard found.rows.count == ids.ids.count, found.isCertain else { return false }
    let (ours, theirs) = (ids.numbers.count - 2, ids.numbers.count - 1)
    return found.rows.allSatisfy { row in
      let numbers = [
        row.base.map { ids.numbers[0][$0] }, row.ours.map { ids.numbers[ours][$0] },
        row.theirs.map { ids.numbers[theirs][$0] },
      ].compactMap { $0 }
      return numbers.allSatisfy { $0 == numbers[0] }
    }
  }

  /// The member that holds the ids, if they are numbers, which may only count the elements.
  var numberKey: JSONString? {
    numbering.ids.values.allSatisfy { $0.kind == .number } ? numbering.key : nil
  }

  /// Returns true if the elements with one number may be two different elements.
  ///
  /// Two users who each take the next free number get the same one. So it may be if both sides added an element with
  /// the number, and more of its members differ than are equal. The same holds if both changed base's element, and one
  /// of them changed all of it.
  /// - Complexity: O(bytes of the versions).
  func mayBeTwo(_ parts: Versions) -> Bool {
    guard let ours = parts.ours, let theirs = parts.theirs else { return false }
    guard [ours, theirs].allSatisfy({ $0[numbering.key]?.kind == .number }) else { return false }
    guard let base = parts.base else {
      let common = ours.commonMembers(with: theirs, apartFrom: numbering.key)
      return common.different > max(common.equal, 1)
    }
    return [ours, theirs].contains { side in
      let common = base.commonMembers(with: side, apartFrom: numbering.key)
      return common.different > 1 && common.equal == 0
    }
  }
}

extension UsualIdentity.Numbering {
  /// True if each side has an element under an id of base; always where base or a side has no elements, or base is not
  /// known.
  func survives(in lists: [JSONElementList]) -> Bool {
    guard lists.count == 3, !lists.contains(where: { $0.isEmpty }) else { return true }
    return numbers[1...2].allSatisfy { $0.contains { $0 < lists[0].count } }
  }
}
