import Forked
import ForkedJSON
import ForkedSchema

/// An object or array that at least one of the three versions lacks, in a container that all of them have.
struct MissingPart {
  var path: PropertyPath
  /// The pointer to the part in the base, if that has it.
  var pointer: JSONPointer
  var versions: Versions
  /// The base's container.
  var container: JSONNode
  var plan: FieldPlan
  /// True if the part cannot be moved from or to here, since its container is decided whole or the schema forbids it.
  var isFixed: Bool
  /// The three versions' values here, if a side has put another container in the place of the base's.
  var replaced: Versions?
}

/// Finds what the sides deleted from base and added to it, as far as that is merged member by member, or element by
/// element by their ids.
struct MissingParts {
  private(set) var parts: [MissingPart] = []
  private let identities: UsualIdentityCache
  private let bytes = JSONByteComparison()
  private var steps: [PropertyPath.Step] = []
  /// The tokens that lead to the current part in the base.
  private var tokens: [JSONString] = []
  private var isFixed = false

  /// - Complexity: O(members and elements of the containers that a side changed), in expectation.
  init(
    _ versions: Versions, plan: FieldPlan, _ identities: UsualIdentityCache = UsualIdentityCache()
  ) {
    self.identities = identities
    if let base = versions.base { find(in: versions, of: base, plan) }
  }

  /// - Parameter container: the base's container of the value, or the root.
  private mutating func find(
    in versions: Versions, of container: JSONNode, _ plan: FieldPlan
  ) {
    guard let base = versions.base, versions.ours != nil, versions.theirs != nil, !isSame(versions)
    else { return }
    let plan = plan.fitting(versions)
    let strategy = EffectiveStrategy(for: versions, plan: plan, identities)
    let wasFixed = isFixed
    defer { isFixed = wasFixed }
    let replacing = versions.replacingSides
    isFixed =
      isFixed || !plan.followsMoves || plan.together != nil || plan.entityIdentity != nil
      || strategy.isDeclared && !strategy.strategy.mergesPartsAlone
    if !replacing.isEmpty { noteReplaced(versions, by: replacing, in: container, plan) }
    if !replacing.isEmpty || versions.present.allSatisfy({ $0.kind == .object }) {
      findMembers(of: versions, base, plan)
    } else if strategy.strategy.goesByID {
      findElements(of: versions, base, plan, strategy)
    }
  }

  /// Notes a value that is no more, or is a part of another one, and the new value in its place.
  private mutating func noteReplaced(
    _ versions: Versions, by sides: [MergeSide], in container: JSONNode, _ plan: FieldPlan
  ) {
    let (isOurs, isTheirs) = (sides.contains(.ours), sides.contains(.theirs))
    let gone = Versions(
      base: versions.base, ours: isOurs ? nil : versions.ours,
      theirs: isTheirs ? nil : versions.theirs)
    let come = Versions(
      ours: isOurs ? versions.ours : nil, theirs: isTheirs ? versions.theirs : nil)
    parts += [gone, come].map {
      MissingPart(
        path: PropertyPath(steps), pointer: JSONPointer(tokens), versions: $0,
        container: container, plan: plan, isFixed: isFixed, replaced: versions)
    }
  }

  private func isSame(_ versions: Versions) -> Bool {
    bytes.haveSameBytes(versions.base, versions.ours)
      && bytes.haveSameBytes(versions.base, versions.theirs)
  }

  private mutating func findMembers(of versions: Versions, _ base: JSONNode, _ plan: FieldPlan) {
    var former = JSONMemberCursor(base)
    var ours = JSONMemberCursor(versions.ours)
    var theirs = JSONMemberCursor(versions.theirs)
    for member in base.members {
      let parts = Versions(
        base: member.value, ours: ours.value(member.key), theirs: theirs.value(member.key))
      note(parts, at: member.key.string ?? "", in: base, plan)
    }
    var added = JSONMemberCursor(versions.theirs)
    for member in ours.hasUnasked ? versions.ours.map({ Array($0.members) }) ?? [] : []
    where former.value(member.key) == nil {
      let parts = Versions(ours: member.value, theirs: added.value(member.key))
      note(parts, at: member.key.string ?? "", in: base, plan)
    }
    var mine = JSONMemberCursor(versions.ours)
    for member in theirs.hasUnasked ? versions.theirs.map({ Array($0.members) }) ?? [] : []
    where former.value(member.key) == nil && mine.value(member.key) == nil {
      let parts = Versions(theirs: member.value)
      note(parts, at: member.key.string ?? "", in: base, plan)
    }
  }

  /// Looks through elements that all have ids of their own.
  private mutating func findElements(
    of versions: Versions, _ base: JSONNode, _ plan: FieldPlan, _ strategy: EffectiveStrategy
  ) {
    let table = IdentityTable(versions, strategy)
    guard table.hasOnlyIdentities else { return }
    for token in table.tokens where !table.isUntouched(token, by: bytes) {
      guard let id = table.id(of: token) else { continue }
      note(
        table.versions(of: token), at: .element(identity: strategy.identity, id: id),
        JSONString(arrayIndex: token), in: base, plan.element(at: token))
    }
  }

  private mutating func note(
    _ versions: Versions, at key: JSONString, in container: JSONNode, _ plan: FieldPlan
  ) {
    let plan = plan.isSilent ? plan : plan.property(key)
    note(versions, at: .key(key), key, in: container, plan)
  }

  /// Notes a part that a version lacks, or looks for such parts in it.
  private mutating func note(
    _ versions: Versions, at step: PropertyPath.Step, _ token: JSONString, in container: JSONNode,
    _ plan: FieldPlan
  ) {
    guard versions.present.contains(where: \.kind.isContainer) else { return }
    steps.append(step)
    tokens.append(token)
    defer {
      steps.removeLast()
      tokens.removeLast()
    }
    guard versions.present.count < 3 else { return find(in: versions, of: container, plan) }
    parts.append(
      MissingPart(
        path: PropertyPath(steps), pointer: JSONPointer(tokens), versions: versions,
        container: container, plan: plan, isFixed: isFixed))
  }
}

extension Versions {
  /// The sides that have another container in the place of the base's: an object or an array without any of its keys.
  fileprivate var replacingSides: [MergeSide] {
    guard let base, base.count > 0 else { return [] }
    return MergeSide.both.filter { side in
      guard let new = self[side], new.count > 0, base.kind == .object || new.kind == .object else {
        return false
      }
      var members = JSONMemberCursor(base)
      return new.kind.isContainer && base.kind.isContainer
        && !new.members.contains { members.value($0.key) != nil }
    }
  }
}
