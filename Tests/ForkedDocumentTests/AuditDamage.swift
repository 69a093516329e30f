import ForkedJSON
import ForkedTestSupport

/// One thing done to a merged document that a merge doesn't do.
enum Damage: String, CaseIterable {
  case dropMember, addMember, dropElement, repeatElement, swapElements, changeScalar, revert,
    dropOurs, dropTheirs, resurrectMember, resurrectElement, respell

  /// The least number of a hundred that is caught. The others are equally good results: an element elsewhere among
  /// those that both inserted at one index, or another spelling of one of several equal elements.
  var leastCaught: Int {
    switch self {
    case .swapElements, .respell: 98
    default: 100
    }
  }

  /// The same where both sides changed the property, and so more than one result is good: the other order of what
  /// both inserted at one index, another spelling of what a merge wrote, one occurrence more or less of a value that
  /// several properties may have lost.
  var leastCaughtOfChangesByBoth: Int {
    switch self {
    case .addMember, .changeScalar, .dropMember: 99
    case .respell, .swapElements: 50
    default: 92
    }
  }
}

/// Damages a merged document at a random property, and leaves all other bytes as they are.
struct DamageMaker {
  private var random: SeededGenerator
  private let merged: JSONDocument
  private let sides: [JSONDocument]

  /// - Parameter sides: base, ours and theirs.
  init(seed: UInt64, _ merged: JSONDocument, sides: [JSONDocument]) {
    random = SeededGenerator(drawnFrom: seed &+ 77)
    self.merged = merged
    self.sides = sides
  }

  /// The damaged document; nil if it has no property for such a damage.
  /// - Parameter changedByBoth: whether only at or in what both sides changed.
  mutating func damaged(by damage: Damage, changedByBoth: Bool) -> JSONDocument? {
    let candidates = places(merged.root, sides.map(\.root), isChangedByBoth: false).filter {
      $0.allows(damage) && $0.isChangedByBoth == changedByBoth
    }
    guard !candidates.isEmpty else { return nil }
    let place = random.pick(candidates)
    let rewrite = rewrite(merged.root, place.node, place.damaged(by: damage, &random))
    return try? JSONDocument(parsing: merged.rewritten(rewrite))
  }

  private struct Place {
    var node: JSONNode
    var base: JSONNode?
    var ours: JSONNode?
    var theirs: JSONNode?
    var isChangedByBoth: Bool

    func allows(_ damage: Damage) -> Bool {
      switch damage {
      case .dropMember: node.kind == .object && node.count > 0
      case .addMember: node.kind == .object
      case .dropElement, .repeatElement: node.kind == .array && node.count > 0
      case .swapElements: node.kind == .array && swappable != nil
      case .changeScalar: !node.kind.isContainer
      case .revert: base != nil && base != node
      case .dropOurs: theirs != nil && theirs == base && node == ours && ours != base
      case .dropTheirs: ours != nil && ours == base && node == theirs && theirs != base
      case .resurrectMember: node.kind == .object && !deletedMembers.isEmpty
      case .resurrectElement: node.kind == .array && !deletedElements.isEmpty
      case .respell: node.kind == .number && !node.bytes.contains { "eE".utf8.contains($0) }
      }
    }

    private var swappable: Int? {
      let elements = Array(node.elements)
      return elements.indices.dropLast().first { elements[$0] != elements[$0 + 1] }
    }

    private var deletedMembers: [JSONMember] {
      guard let base, base.kind == .object else { return [] }
      return base.members.filter { node[$0.key.string ?? ""] == nil }
    }

    private var deletedElements: [JSONNode] {
      guard let base, base.kind == .array else { return [] }
      return base.elements.filter { !node.elements.contains($0) }
    }

    func damaged(by damage: Damage, _ random: inout SeededGenerator) -> JSONRewrite {
      var members = node.members.map { JSONRewrite.Entry.member(key: $0.key, .keep($0.value)) }
      var elements = node.elements.map { JSONRewrite.Entry.element(.keep($0)) }
      switch damage {
      case .dropMember: members.remove(at: random.below(members.count))
      case .addMember: members.append(.newMember(key: "nowhere", .literal(Array("1".utf8))))
      case .dropElement: elements.remove(at: random.below(elements.count))
      case .repeatElement:
        let place = random.below(elements.count)
        elements.insert(elements[place], at: place)
      case .swapElements: swappable.map { elements.swapAt($0, $0 + 1) }
      case .changeScalar: return .literal(Array("\"from nowhere\"".utf8))
      case .revert: return base.map { .take($0) } ?? .keep(node)
      case .dropOurs: return theirs.map { .take($0) } ?? .keep(node)
      case .dropTheirs: return ours.map { .take($0) } ?? .keep(node)
      case .resurrectMember:
        let member = random.pick(deletedMembers)
        members.append(.newMember(key: member.key.string ?? "", .take(member.value)))
      case .resurrectElement:
        elements.insert(
          .element(.take(random.pick(deletedElements))), at: random.below(elements.count + 1))
      case .respell:
        let isInteger = !node.bytes.contains(UInt8(ascii: "."))
        return .literal(Array(node.bytes) + Array((isInteger ? ".0" : "0").utf8))
      }
      return node.kind == .object ? .object(like: node, members) : .array(like: node, elements)
    }
  }

  private func places(
    _ node: JSONNode, _ sides: [JSONNode?], isChangedByBoth: Bool
  ) -> [Place] {
    let isParted = node.kind == .object && sides.allSatisfy { $0?.kind == .object }
    let isChangedByBoth =
      isChangedByBoth
      || !isParted && sides[0] != sides[1] && sides[0] != sides[2]
        && sides[1] != sides[2]
    let below: [Place] =
      node.members.flatMap { member in
        places(
          member.value, sides.map { side in member.key.string.flatMap { side?[$0] } },
          isChangedByBoth: isChangedByBoth)
      } + node.elements.flatMap { places($0, [nil, nil, nil], isChangedByBoth: isChangedByBoth) }
    return [
      Place(
        node: node, base: sides[0], ours: sides[1], theirs: sides[2],
        isChangedByBoth: isChangedByBoth)
    ] + below
  }

  private func rewrite(
    _ node: JSONNode, _ target: JSONNode, _ damage: JSONRewrite
  ) -> JSONRewrite {
    if node.isIdentical(to: target) { return damage }
    guard node.range.contains(target.range.lowerBound) else { return .keep(node) }
    switch node.kind {
    case .object:
      return .object(
        like: node,
        node.members.map { .member(key: $0.key, rewrite($0.value, target, damage)) })
    case .array:
      return .array(like: node, node.elements.map { .element(rewrite($0, target, damage)) })
    default: return .keep(node)
    }
  }
}
