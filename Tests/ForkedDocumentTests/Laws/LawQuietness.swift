import ForkedDocument
import ForkedJSON

/// Law 5: what the merge didn't change against ours has the bytes that it has in ours.
struct LawQuietness {
  private(set) var violations: [String] = []
  /// The pointers at which theirs is whole, in its own spelling.
  private let taken: Set<String>
  /// The arrays whose ids may name other elements in one version.
  private let distrusted: Set<String>

  /// - Parameter shape: where it says that one side's value stands whole, that has its own spelling.
  init(_ merge: DocumentMerge, _ result: MergeResult<[UInt8]>, _ shape: LawShape) throws {
    let ours = merge.ours
    let merged = try JSONDocument(parsing: result.bytes, duplicateKeys: .kept)
    taken = Set(result.decisions.filter(\.takesTheirs).map { "\($0.pointer)" })
    distrusted = Set(result.decisions.filter(\.isOfDistrustedIdentity).map { "\($0.pointer)" })
    let margins = [ours, merged].map {
      ($0.bytes[..<$0.root.range.lowerBound], $0.bytes[$0.root.range.upperBound...])
    }
    expect(
      margins[0].0 == margins[1].0 && margins[0].1.elementsEqual(margins[1].1),
      "the bytes around the root changed", "")
    let others = [merge.base?.root, merge.theirs.root].compactMap { $0 }
    compare(ours.root, merged.root, others, shape, at: "")
  }

  private mutating func compare(
    _ ours: JSONNode, _ merged: JSONNode, _ others: [JSONNode], _ shape: LawShape,
    at pointer: String
  ) {
    if shape.isWhole || taken.contains(pointer) { return }
    if ours == merged, !ours.bytes.elementsEqual(merged.bytes) {
      expect(
        ours.compactBytes.sorted() == merged.compactBytes.sorted(), "same value, other bytes",
        pointer)
    }
    if ours.bytes.elementsEqual(merged.bytes) {
      return
    } else if ours.kind == .object, merged.kind == .object {
      compareMembers(ours, merged, others, shape, at: pointer)
    } else if ours.kind == .array, merged.kind == .array, !distrusted.contains(pointer) {
      compareElements(ours, merged, others, shape, at: pointer)
    }
  }

  private mutating func compareMembers(
    _ ours: JSONNode, _ merged: JSONNode, _ others: [JSONNode], _ shape: LawShape,
    at pointer: String
  ) {
    let members = Array(merged.members)
    for member in ours.members {
      guard let place = members.firstIndex(where: { $0.key == member.key }) else { continue }
      expect(
        members[place].key.bytes.elementsEqual(member.key.bytes), "a key has other bytes", pointer)
      let name = member.key.string ?? ""
      compare(
        member.value, members[place].value, others.compactMap { $0[name] },
        shape.member(name.exactString ?? ""),
        at: pointer + "\(JSONPointer().appending(name))")
    }
    let keys = ([ours, merged] + others).map { $0.members.map(\.key) }
    let isReordered =
      others.count == 2 && Self.isReordered(by: keys[3], ours: keys[0], base: keys[2])
    let order = isReordered ? keys[3] : keys[0]
    expect(
      keys[1].filter(order.contains) == order.filter(keys[1].contains),
      "keys stand in another order", pointer)
  }

  /// Returns true if theirs alone changed the order of the keys that all versions have.
  private static func isReordered(by theirs: [JSONNode], ours: [JSONNode], base: [JSONNode]) -> Bool
  {
    let common = [base, ours, theirs].map { keys in
      keys.filter { base.contains($0) && ours.contains($0) && theirs.contains($0) }
    }
    return common[0] == common[1] && common[0] != common[2]
  }

  /// Elements that ids tell apart.
  private mutating func compareElements(
    _ ours: JSONNode, _ merged: JSONNode, _ others: [JSONNode], _ shape: LawShape,
    at pointer: String
  ) {
    let others = others.filter { $0.kind == .array }.map(\.elementsByID)
    guard let mine = ours.elementsByID, let its = merged.elementsByID,
      others.allSatisfy({ $0 != nil })
    else { return }
    for (id, (_, element)) in mine {
      guard let (place, other) = its[id] else { continue }
      // Ours renamed it: base and theirs have it under another id.
      let isNew = others.allSatisfy { $0?[id] == nil }
      if isNew, others.contains(where: { $0?.values.contains { $0.1.isRenamed(element) } ?? false })
      {
        continue
      }
      compare(
        element, other, others.compactMap { $0?[id]?.1 }, shape.element, at: "\(pointer)/\(place)")
    }
  }

  private mutating func expect(_ holds: Bool, _ message: String, _ pointer: String) {
    if !holds { violations.append("\(pointer): \(message)") }
  }
}

extension JSONNode {
  /// True if the members of both objects are equal but for their ids.
  fileprivate func isRenamed(_ other: JSONNode) -> Bool {
    let members = [self, other].map { node in
      Dictionary(node.members.map { ($0.key, $0.value) }) { first, _ in first }
        .filter { $0.key.string != "id" }
    }
    return members[0] == members[1]
  }

  /// Nil where an element has no id, or two have the same.
  fileprivate var elementsByID: [JSONNode: (Int, JSONNode)]? {
    let named = elements.enumerated().compactMap { place, element in
      element["id"].map { ($0, (place, element)) }
    }
    let table = Dictionary(named, uniquingKeysWith: { first, _ in first })
    return table.count == count ? table : nil
  }
}

extension MergeDecision {
  fileprivate var takesTheirs: Bool {
    if case .keptOneSide(let kept, _) = outcome { kept.side == .theirs } else { false }
  }

  /// True if elements were not matched by their ids because these may name other elements.
  var isOfDistrustedIdentity: Bool {
    if case .distrustedIdentity = outcome { true } else { false }
  }
}
