import Forked
import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The member with an element's position in an ordered list: it is merged with the list's other positions.
struct PositionMember {
  var name: JSONString
  /// The depth of the element in the document.
  var depth: Int
}

/// The merge of ordered lists: arrays whose elements each have a position.
extension ValueMerger {
  /// Merges elements by id, each with the later position, in the order of positions.
  func mergeOrdered(
    _ versions: Versions, plan: FieldPlan, _ strategy: EffectiveStrategy, by name: JSONString
  ) throws -> MergedValue {
    let table = IdentityTable(versions, identity: strategy.identity, position: name)
    let withoutIdentity = table.withoutIdentity
    if !withoutIdentity.isEmpty { report(.withoutIdentity(elements: withoutIdentity), strategy) }
    let list = OrderedVersions(table, by: name)
    let merged = try PositionMerge.merge(
      base: list.base, ours: list.ours, theirs: list.theirs, in: .ofList(strategy.identity),
      ties: list.precedes, survives: list.survives,
      later: { token in
        try self.atPosition(of: token, in: list, strategy) { _ in try self.laterSide }
      },
      ancestors: { try self.ancestralOrders(of: versions.ours, in: list, strategy) })
    try report(merged, in: list, strategy)
    reportRefused(merged, in: list, strategy)
    reportDeleted(merged, in: list, strategy)
    for side in [MergeSide.ours, .theirs] {
      reportOutOfOrder(side, merged, in: list, strategy)
    }
    let writing = PositionWriting(name, in: [versions.ours, versions.theirs, versions.base])
    var output = ArrayOutput(showBase: showBase)
    for (token, position) in zip(merged.list.tokens, merged.list.positions) {
      if input.disputes == nil, table.isUntouchedByTheirs(token, by: bytes),
        list.oursPosition(of: token) == position
      {
        output.append(ours: table.ours.element(token))
        continue
      }
      let parts = table.versions(of: token)
      let value = try mergeElement(
        parts, plan: plan.element(at: output.count), name: position.map { _ in name },
        at: step(to: token, in: table, strategy, index: output.next))
      output.append(
        position.map { value.placed(at: $0, parts, writing) } ?? value, ours: parts.ours)
    }
    return output.value(like: versions)
  }

  /// Returns the orders in which the ancestors of base have the elements that ours has too.
  private func ancestralOrders(
    of ours: JSONNode?, in list: OrderedVersions, _ strategy: EffectiveStrategy
  ) throws -> [[Int]] {
    try ancestralValues().map { ancestor in
      let both = IdentityTable(
        Versions(base: ancestor, ours: ours), identity: strategy.identity, position: list.name)
      let known = Dictionary(
        zip(both.ours.tokens, list.ours.tokens), uniquingKeysWith: { first, _ in first })
      return both.base.tokens.compactMap { known[$0] }
    }
  }

  /// The side with the later position, as far as that is known.
  private var laterSide: MergeSide? {
    get throws {
      if case .prefer(let side) = policy { return side }
      return try recency()?.later
    }
  }

  /// Reports positions that were dropped, for a later change or for the order of the list.
  private func report(
    _ merged: PositionMerge.Result, in list: OrderedVersions, _ listStrategy: EffectiveStrategy
  ) throws {
    var mostRecent = listStrategy
    mostRecent.strategy = .mostRecent
    let changedByBoth = merged.changedByBoth.filter(list.isChangedByBoth)
    guard !changedByBoth.isEmpty else { return }
    let places = Dictionary(
      merged.list.tokens.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for (token, side) in changedByBoth {
      let isByOrder = merged.placedByOrder.contains(token)
      let strategy = isByOrder ? listStrategy : mostRecent
      try atPosition(of: token, in: list, listStrategy, index: places[token] ?? 0) { positions in
        if listsChangedByBoth { note(positions, strategy) }
        _ = keep(
          side, of: positions, recency: try recency(), strategy,
          decidedBy: !isByOrder && policy == .prefer(side) ? .preference : .strategy)
      }
    }
  }

  /// Reports values that are no valid positions and were replaced.
  private func reportRefused(
    _ merged: PositionMerge.Result, in list: OrderedVersions, _ strategy: EffectiveStrategy
  ) {
    let range = PositionRange.ofList(strategy.identity)
    guard !list.isPositioned(in: range) else { return }
    let changedByBoth = Set(merged.changedByBoth.filter(list.isChangedByBoth).map(\.token))
    for (index, token) in merged.list.tokens.enumerated() {
      guard let position = merged.list.positions[index], range.limits.contains(position)
      else { continue }
      let refused = list.refused(for: token, in: range)
      guard !refused.isEmpty else { continue }
      atPosition(of: token, in: list, strategy, index: index) { positions in
        if listsChangedByBoth, !changedByBoth.contains(token) {
          listChangedByBoth(positions, strategy)
        }
        for value in refused { report(.noPosition(dropped: value), strategy) }
      }
    }
  }

  /// Reports elements that one side moved and the other deleted: they are deleted.
  private func reportDeleted(
    _ merged: PositionMerge.Result, in list: OrderedVersions, _ strategy: EffectiveStrategy
  ) {
    let kept = Set(merged.list.tokens)
    let moved = list.moved(by: .ours).union(list.moved(by: .theirs))
    let deleted = list.base.tokens.filter { moved.contains($0) && !kept.contains($0) }
    guard !deleted.isEmpty else { return }
    report(
      .movedAndDeleted(elements: deleted.compactMap { list.table.versions(of: $0).base }), strategy)
  }

  /// Reports positions that contradict the order of the side's own list: the order is kept.
  private func reportOutOfOrder(
    _ side: MergeSide, _ merged: PositionMerge.Result, in list: OrderedVersions,
    _ strategy: EffectiveStrategy
  ) {
    guard !list.isInOrder(side) else { return }
    let range = PositionRange.ofList(strategy.identity)
    let changedByBoth = Set(merged.changedByBoth.map(\.token))
    for (index, token) in merged.list.tokens.enumerated() where !changedByBoth.contains(token) {
      guard let written = list.position(of: token, in: side), range.limits.contains(written),
        written != merged.list.positions[index]
      else { continue }
      atPosition(of: token, in: list, strategy, index: index) { positions in
        guard !positions[side].isSame(as: positions.base) else { return }
        if listsChangedByBoth { listChangedByBoth(positions, strategy) }
        report(.outOfOrder(dropped: SideValue(side: side, value: positions[side])), strategy)
      }
    }
  }

  private func step(
    to token: Int, in table: IdentityTable, _ strategy: EffectiveStrategy,
    index: ElementIndex
  ) -> CurrentProperty.Step {
    table.id(of: token).map { .element(identity: strategy.identity, id: $0, index: index) }
      ?? .index(index)
  }

  /// Enters the member that holds an element's position.
  private func atPosition<Result>(
    of token: Int, in list: OrderedVersions, _ strategy: EffectiveStrategy, index: Int = 0,
    _ body: (Versions) throws -> Result
  ) rethrows -> Result {
    place.enter(step(to: token, in: list.table, strategy, index: ElementIndex(index)))
    defer { place.leave() }
    guard let key = list.positionKey(of: token) else { return try body(Versions()) }
    place.enter(.member(key))
    defer { place.leave() }
    return try body(list.positions(of: token))
  }

  /// Merges an element without its position: a move is no change of the element.
  private func mergeElement(
    _ parts: Versions, plan: FieldPlan, name: JSONString?, at step: CurrentProperty.Step
  ) throws -> MergedValue {
    if let decided = decidedByBytes(parts, plan: plan) { return decided }
    if let name, let decided = decidedApartFromPosition(parts, plan: plan, name) { return decided }
    let outer = positionMember
    defer { positionMember = outer }
    positionMember = name.map { PositionMember(name: $0, depth: place.steps.count + 1) }
    return try merge(parts, plan: plan, at: step)
  }

  private func decidedApartFromPosition(
    _ parts: Versions, plan: FieldPlan, _ name: JSONString
  ) -> MergedValue? {
    guard let base = parts.base, let ours = parts.ours, let theirs = parts.theirs else {
      return nil
    }
    // Equal members may be in another order.
    let strategy = EffectiveStrategy(for: parts, plan: plan.fitting(parts), matching)
    guard !strategy.strategy.mergesByParts else { return nil }
    if theirs.isSame(as: base, apartFrom: name) { return .ours(parts) }
    return ours.isSame(as: base, apartFrom: name) ? .taken(theirs) : nil
  }
}

/// The three versions of an ordered list.
private struct OrderedVersions {
  let table: IdentityTable
  let name: JSONString
  let base: PositionedList
  let ours: PositionedList
  let theirs: PositionedList

  init(_ table: IdentityTable, by name: JSONString) {
    self.table = table
    self.name = name
    func list(_ version: IdentityTable.Version) -> PositionedList {
      PositionedList(
        tokens: version.tokens,
        positions: version.elements?.map { $0.listPosition(name) } ?? [])
    }
    base = list(table.base)
    ours = list(table.ours)
    theirs = list(table.theirs)
  }

  func precedes(_ one: Int, _ other: Int) -> Bool {
    ListTies(name: name).precedes(
      (table.id(of: one), table.versions(of: one).present.last),
      (table.id(of: other), table.versions(of: other).present.last))
  }

  /// Returns true if an element may be in the result: not if both sides deleted it, nor if one did and the other left
  /// it unchanged or only moved it.
  func survives(_ token: Int) -> Bool {
    table.versions(of: token).mayBeKept(apartFrom: name)
  }

  func oursPosition(of token: Int) -> Int? { position(of: token, in: .ours) }

  func position(of token: Int, in side: MergeSide) -> Int? {
    (side == .ours ? table.ours : table.theirs).element(token)?.listPosition(name)
  }

  /// The elements that a side has with another position and at another place: behind or before others that have kept
  /// theirs, or in another order. Room for others is no move.
  func moved(by side: MergeSide) -> Set<Int> {
    let tokens = (side == .ours ? ours : theirs).tokens
    func isStill(_ token: Int) -> Bool {
      let positions = positions(of: token)
      return positions[side].isSame(as: positions.base)
    }
    func countsOfStillBefore(_ tokens: [Int]) -> [Int: Int] {
      var count = 0
      return tokens.reduce(into: [:]) { counts, token in
        counts[token] = count
        if isStill(token) { count += 1 }
      }
    }
    let (former, present) = (countsOfStillBefore(base.tokens), countsOfStillBefore(tokens))
    let ordered = Set(
      SequenceDiff.commonRuns(old: base.tokens, new: tokens)
        .flatMap { base.tokens[$0.old..<$0.old + $0.count] })
    return Set(base.tokens).intersection(tokens).filter {
      !isStill($0) && (former[$0] != present[$0] || !ordered.contains($0))
    }
  }

  /// Returns true if the positions of a side match the order of its elements.
  func isInOrder(_ side: MergeSide) -> Bool {
    let list = side == .ours ? ours : theirs
    var last: Int?
    for index in list.tokens.indices {
      guard let position = list.positions[index] else { continue }
      defer { last = index }
      guard let last, let before = list.positions[last] else { continue }
      guard
        before < position || before == position && precedes(list.tokens[last], list.tokens[index])
      else { return false }
    }
    return true
  }

  /// Returns true if the side whose position was dropped wrote that position, and the other side has a different one.
  func isChangedByBoth(_ token: Int, keeping side: MergeSide) -> Bool {
    let positions = positions(of: token)
    return !positions[side.other].isSame(as: positions[side])
      && !positions[side.other].isSame(as: positions.base)
  }

  func positions(of token: Int) -> Versions {
    let parts = table.versions(of: token)
    return Versions(
      base: parts.base?[name], ours: parts.ours?[name], theirs: parts.theirs?[name])
  }

  /// Returns true if every element of both sides has a position in range.
  func isPositioned(in range: PositionRange) -> Bool {
    [ours, theirs].allSatisfy { side in
      side.positions.allSatisfy { position in position.map(range.limits.contains) ?? false }
    }
  }

  /// Returns the values that the sides have for a position and that are no valid ones; equal values only once.
  func refused(for token: Int, in range: PositionRange) -> [SideValue] {
    let parts = table.versions(of: token)
    func refused(_ side: MergeSide, _ element: JSONNode?) -> SideValue? {
      guard let element, element.listPosition(name, in: range) == nil else { return nil }
      return element[name].withoutNull.map { SideValue(side: side, value: $0) }
    }
    let (ours, theirs) = (refused(.ours, parts.ours), refused(.theirs, parts.theirs))
    if let ours, let theirs, ours.value == theirs.value { return [ours] }
    return [ours, theirs].compactMap { $0 }
  }

  func positionKey(of token: Int) -> JSONNode? {
    let parts = table.versions(of: token)
    return (parts.ours?.member(name) ?? parts.theirs?.member(name))?.key
  }
}

extension MergedValue {
  /// Returns the merged element with that position.
  fileprivate func placed(
    at position: Int, _ parts: Versions, _ writing: PositionWriting
  ) -> MergedValue {
    guard case .value(let rewrite) = self else { return self }
    let sides = [parts.ours, parts.theirs].compactMap { $0 }
    let spelled = sides.first { $0.listPosition(writing.name) == position }?[writing.name]
    switch rewrite {
    case .keep(let node) where node.kind == .object:
      guard node.listPosition(writing.name) != position else { return self }
      let entries = node.members.map { JSONRewrite.Entry.member(key: $0.key, .keep($0.value)) }
      return .value(
        .object(like: node, writing.placed(entries, at: position, spelled: spelled)))
    case .take(let node) where node.kind == .object:
      guard node.listPosition(writing.name) != position else { return self }
      let entries = node.members.map { JSONRewrite.Entry.member(key: $0.key, .take($0.value)) }
      return .value(
        .object(like: node, writing.placed(entries, at: position, spelled: spelled)))
    case .object(let like, let entries):
      let own = parts.ours.flatMap { $0.listPosition(writing.name) == position ? $0 : nil }
      if own != nil, entries.contains(where: { $0.isMember(writing.name) }) { return self }
      return .value(
        .object(like: like, writing.placed(entries, at: position, spelled: spelled)))
    default: return self
    }
  }
}
