import ForkedJSON
import ForkedSchema

/// The assignment of the nodes of two versions of a document to things.
struct VersionPair {
  let old: NodeTable
  let new: NodeTable
  /// For each old node the ordinal of the new one; negative for none, and for keys.
  private(set) var toNew: [Int32]
  private(set) var toOld: [Int32]
  /// For each old node that is joined, the reason.
  private(set) var reasons: [MatchReason]
  /// Old and new nodes that may be one thing, though nothing singles them out.
  private(set) var open: [(old: Int, new: Int)] = []
  /// Old and new scalars under different keys that may be one thing, for their value.
  private(set) var renamed: [(old: Int, new: Int)] = []
  private let moved: MovedNodesOnDemand
  private let trustsUsualIDs: Bool
  /// Pairs of containers whose children are still to be matched.
  private var waiting: [(old: Int, new: Int, plan: FieldPlan)] = []

  /// The numbers of the keys that hold declared ids.
  private var declaredKeys: Set<Int> = []
  /// Pairs of members that have nothing but their key in common: what they were may stand elsewhere.
  private var weak: [(old: Int, new: Int, plan: FieldPlan)] = []

  /// Maps two versions.
  /// - Parameter trustsUsualIDs: true if usual ids decide where nothing speaks against them. In a merge, all three
  ///   versions must say so (``UsualIdentities``).
  /// - Complexity: O(bytes + n log n) in expectation.
  init(_ old: NodeTable, _ new: NodeTable, plan: FieldPlan, trustsUsualIDs: Bool = false) {
    self.old = old
    self.new = new
    self.trustsUsualIDs = trustsUsualIDs
    moved = MovedNodesOnDemand(old, new)
    toNew = Array(repeating: -1, count: old.count)
    toOld = Array(repeating: -1, count: new.count)
    reasons = Array(repeating: .root, count: old.count)
    join(0, 0, .root, plan)
    matchWaiting()
    matchElsewhere()
    open.removeAll { toNew[$0.old] >= 0 || toOld[$0.new] >= 0 }
  }

  /// The new node that an old one is.
  func new(of node: Int) -> Int { Int(toNew[node]) }
  /// The old node that a new one is.
  func old(of node: Int) -> Int { Int(toOld[node]) }

  /// Returns true if two nodes stand under one key in one object, or in one list.
  func haveOnePlace(_ one: Int, _ other: Int) -> Bool {
    one > 0 && other > 0 && new(of: old.parent(one)) == new.parent(other)
      && old.key(one) == new.key(other)
  }

  /// Returns true if an old node that is joined stands under another key, or in another container.
  func isMoved(_ node: Int) -> Bool { node > 0 && !haveOnePlace(node, new(of: node)) }

  /// Returns true if an old node was joined by likeness or by its place alone.
  func isByLikeness(_ node: Int) -> Bool {
    let reason = reasons[node]
    return reason == .likeness || reason == .place || reason == .elsewhere
  }

  /// Returns true if something that does not stand at two places by chance is in both, and nowhere else.
  func shareDistinctivePart(_ one: Int, _ other: Int) -> Bool {
    old.kinds[one].isContainer && moved.nodes.shared(one, other).sole > 0
  }

  /// Returns the child of a new container that holds something of an old one that does not stand at two places by chance, and
  /// that nothing else holds; negative for none.
  /// - Complexity: O(parts of the old container x depth).
  func child(of container: Int, holdingPartOf node: Int) -> Int {
    guard container >= 0, old.kinds[node].isContainer else { return -1 }
    for place in moved.nodes.soleParts(of: node) where new.range(container).contains(place) {
      var child = place
      while new.parent(child) != container { child = new.parent(child) }
      return child
    }
    return -1
  }

  private mutating func join(_ one: Int, _ other: Int, _ reason: MatchReason, _ plan: FieldPlan) {
    guard toNew[one] < 0, toOld[other] < 0 else { return }
    toNew[one] = Int32(truncatingIfNeeded: other)
    toOld[other] = Int32(truncatingIfNeeded: one)
    reasons[one] = reason
    guard old.kinds[one].isContainer, old.kinds[one] == new.kinds[other] else { return }
    if old.number(one) == new.number(other) {
      joinEqual(one, other)
    } else {
      waiting.append((one, other, plan))
    }
  }

  /// Joins the descendants of equal containers.
  private mutating func joinEqual(_ one: Int, _ other: Int) {
    var pairs = [(one, other)]
    while let (one, other) = pairs.popLast() {
      var children = new.children(other)
      if old.kinds[one] == .object {
        let olds = old.children(one)
        if !zip(olds, children).allSatisfy({ old.key($0) == new.key($1) }) {
          let byKey = Dictionary(children.map { (new.key($0), $0) }) { first, _ in first }
          children = olds.compactMap { byKey[old.key($0)] }
        }
      }
      for (child, partner) in zip(old.children(one), children)
      where toNew[child] < 0 && toOld[partner] < 0 {
        toNew[child] = Int32(truncatingIfNeeded: partner)
        toOld[partner] = Int32(truncatingIfNeeded: child)
        reasons[child] = .equal
        if old.kinds[child].isContainer { pairs.append((child, partner)) }
      }
    }
  }

  private mutating func matchWaiting() {
    while let (one, other, plan) = waiting.popLast() { matchChildren(of: one, other, plan) }
  }

  private mutating func matchChildren(of one: Int, _ other: Int, _ plan: FieldPlan) {
    let plan = plan.fitting([old.node(one), new.node(other)])
    let (olds, news) = (Children(old, of: one), Children(new, of: other))
    let ids = declaredIDs(olds, news, plan) ?? usualIDs(one, other, plan)
    var matching = ChildMatching(olds, news, ids: ids) { [old, new, moved] in
      old.number($0) == new.number($1) || moved.nodes.areOne($0, $1)
    }
    matching.run()
    for (place, partner) in matching.partners.enumerated() where partner >= 0 {
      let node = olds.nodes[place]
      guard !matching.weak.contains(place) else {
        weak.append((node, news.nodes[partner], part(of: plan, node, at: place)))
        continue
      }
      join(node, news.nodes[partner], matching.reasons[place], part(of: plan, node, at: place))
    }
    for pair in matching.open { open.append((olds.nodes[pair.old], news.nodes[pair.new])) }
  }

  private func part(of plan: FieldPlan, _ child: Int, at place: Int) -> FieldPlan {
    guard !plan.isSilent else { return plan }
    guard old.isMember(child) else { return plan.element(at: place) }
    return plan.property(old.node(child - 1).string ?? "")
  }

  /// The elements' declared ids; nil if the plan declares none.
  private mutating func declaredIDs(
    _ olds: Children, _ news: Children, _ plan: FieldPlan
  ) -> ElementIDs? {
    let identity = identity(of: [olds, news], plan)
    guard !identity.isEmpty else { return nil }
    if let node = olds.nodes.first, identity.count == 1, identity[0].tokens.count == 1 {
      let id = old.node(node).value(at: identity[0])
      if let id { declaredKeys.insert(old.key(old.ordinal(of: id))) }
    }
    var numbers = ListNumbers()
    let ids = [olds, news].map { children in
      children.nodes.map { node -> Int in
        let parts = identity.compactMap { pointer in
          children.table.node(node).value(at: pointer)
            .map { children.table.number(children.table.ordinal(of: $0)) }
        }
        return parts.count < identity.count ? -1 : numbers.number(of: parts)
      }
    }
    return ElementIDs(old: ids[0], new: ids[1], reason: .identity)
  }

  /// The pointers to the parts of an element's id; the usual one, if the strategy goes by ids and names none.
  private func identity(of lists: [Children], _ plan: FieldPlan) -> [JSONPointer] {
    guard plan.identity.isEmpty, plan.strategy?.goesByID ?? false else { return plan.identity }
    let elements = lists.map { list in list.nodes.map { list.table.node($0) } }
    return UsualIdentity.inferred(in: elements).map { [JSONPointer([$0])] } ?? []
  }

  /// The usual ids of two lists, if nothing shows that one names another element than before.
  private func usualIDs(_ one: Int, _ other: Int, _ plan: FieldPlan) -> ElementIDs? {
    guard trustsUsualIDs, old.kinds[one] == .array, new.kinds[other] == .array,
      plan.strategy.map({ !$0.mergesByParts || $0.mergesPartsAlone }) ?? true
    else { return nil }
    let lists = [JSONElementList(old.node(one)), JSONElementList(new.node(other))]
    guard let numbers = UsualIdentity.numbering(of: lists)?.numbers,
      !IdentitySigns.areIn(lists, numbers)
    else { return nil }
    return ElementIDs(old: numbers[0], new: numbers[1], reason: .likeness)
  }

  // MARK: - Elsewhere

  private mutating func matchElsewhere() {
    guard hasLeft(toNew, old), hasLeft(toOld, new) else { return }
    let search = moved.nodes
    let reverse = weak.isEmpty ? search : MovedNodes(new, old)
    search.idKeys.formUnion(declaredKeys)
    reverse.idKeys.formUnion(declaredKeys)
    while let (one, other, plan) = weak.popLast() {
      if let found = search.counterpart(of: one, toNew, toOld) {
        join(one, found, .elsewhere, plan)
      } else if let found = reverse.counterpart(of: other, toOld, toNew) {
        join(found, other, .elsewhere, plan)
      } else {
        join(one, other, .key, plan)
      }
      matchWaiting()
    }
    for node in 0..<old.count where toNew[node] < 0 && !old.areKeys[node] {
      let found =
        old.kinds[node].isContainer
        ? search.counterpart(of: node, toNew, toOld) : search.scalar(like: node, toNew, toOld)
      guard let found else { continue }
      join(node, found, .elsewhere, .none)
      matchWaiting()
    }
    for node in 0..<old.count where toNew[node] < 0 && !old.areKeys[node] {
      if let found = search.renamedScalar(node, toNew, toOld) { renamed.append((node, found)) }
    }
  }

  private func hasLeft(_ partners: [Int32], _ table: NodeTable) -> Bool {
    partners.indices.contains { partners[$0] < 0 && !table.areKeys[$0] }
  }
}

/// Numbers of ids, equal for equal ones, by which elements are joined; negative for an element without one.
struct ElementIDs {
  let old: [Int]
  let new: [Int]
  let reason: MatchReason

  /// Returns true if an old and a new element have different declared ids: usual ones may change.
  func tellApart(_ one: Int, _ other: Int) -> Bool {
    reason == .identity && old[one] >= 0 && new[other] >= 0 && old[one] != new[other]
  }
}
