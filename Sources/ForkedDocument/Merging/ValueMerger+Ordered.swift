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
    reportWithoutIdentity(table, strategy)
    let list = OrderedVersions(table, by: name, strategy)
    let merged = try PositionMerge.merge(
      base: list.base, ours: list.ours, theirs: list.theirs, in: list.range,
      ties: list.precedes,
      survives: { mayBeKept(table.versions(of: $0), apartFrom: name) },
      later: { token in try self.atPosition(of: token, in: list) { _ in try self.laterSide } },
      ancestors: { try self.ancestralOrders(of: versions.ours, in: list) })
    try report(merged, in: list)
    let writing = PositionWriting(name, in: [versions.ours, versions.theirs, versions.base])
    var output = ArrayOutput(showBase: showBase)
    for (token, position) in zip(merged.list.tokens, merged.list.positions) {
      if input.disputes == nil, table.isUntouchedByTheirs(token, by: bytes),
        list.position(of: token, in: .ours) == position
      {
        output.append(ours: table.ours.element(token))
        continue
      }
      let parts = table.versions(of: token)
      let value = try mergeElement(
        parts, plan: plan.element(at: output.count), name: position.map { _ in name },
        at: table.step(to: token, strategy, output.next))
      output.append(position.map { value.placed(at: $0, parts, writing) } ?? value)
    }
    return output.value(like: versions)
  }

  /// Returns the orders in which the ancestors of base have the elements that ours has too.
  private func ancestralOrders(
    of ours: JSONNode?, in list: OrderedVersions
  ) throws -> [[Int]] {
    try ancestralValues().map { ancestor in
      let both = IdentityTable(
        Versions(base: ancestor, ours: ours), identity: list.strategy.identity, position: list.name)
      let known = Dictionary(
        zip(both.ours.tokens, list.ours.tokens), uniquingKeysWith: { first, _ in first })
      return both.base.tokens.compactMap { known[$0] }
    }
  }

  private func report(_ merged: PositionMerge.Result, in list: OrderedVersions) throws {
    try reportChangedByBoth(merged, in: list)
    reportRefused(merged, in: list)
    reportDeleted(merged.movedAndDeleted.compactMap { list.table.base.element($0) }, list.strategy)
    for side in MergeSide.both { reportOutOfOrder(side, merged, in: list) }
  }

  /// Reports positions that were dropped, for a later change or for the order of the list.
  private func reportChangedByBoth(
    _ merged: PositionMerge.Result, in list: OrderedVersions
  ) throws {
    var mostRecent = list.strategy
    mostRecent.strategy = .mostRecent
    let changedByBoth = merged.changedByBoth.filter(list.isChangedByBoth)
    guard !changedByBoth.isEmpty else { return }
    let places = Dictionary(
      uniqueKeysWithValues: zip(merged.list.tokens, merged.list.tokens.indices))
    for (token, side) in changedByBoth {
      let isByOrder = merged.placedByOrder.contains(token)
      let strategy = isByOrder ? list.strategy : mostRecent
      try atPosition(of: token, in: list, index: places[token] ?? 0) { positions in
        if listsChangedByBoth { note(positions, strategy) }
        _ = keep(
          side, of: positions, strategy, recency: try recency(),
          decidedBy: !isByOrder && policy == .prefer(side) ? .preference : .strategy)
      }
    }
  }

  /// Reports values that are no valid positions and were replaced.
  private func reportRefused(_ merged: PositionMerge.Result, in list: OrderedVersions) {
    guard !list.isPositioned else { return }
    let changedByBoth = Set(merged.changedByBoth.filter(list.isChangedByBoth).map(\.token))
    for (index, token) in merged.list.tokens.enumerated() {
      let refused = list.refused(for: token)
      guard !refused.isEmpty, list.isValid(merged.list.positions[index]) else { continue }
      atPosition(of: token, in: list, index: index) { positions in
        if listsChangedByBoth, !changedByBoth.contains(token) {
          listChangedByBoth(positions, list.strategy)
        }
        for value in refused { report(.noPosition(dropped: value), list.strategy) }
      }
    }
  }

  /// Reports positions that contradict the order of the side's own list: the order is kept.
  private func reportOutOfOrder(
    _ side: MergeSide, _ merged: PositionMerge.Result, in list: OrderedVersions
  ) {
    guard !list.isInOrder(side) else { return }
    let changedByBoth = Set(merged.changedByBoth.map(\.token))
    for (index, token) in merged.list.tokens.enumerated() where !changedByBoth.contains(token) {
      let written = list.position(of: token, in: side)
      guard list.isValid(written), written != merged.list.positions[index] else { continue }
      atPosition(of: token, in: list, index: index) { positions in
        guard !positions[side].isSame(as: positions.base) else { return }
        if listsChangedByBoth { listChangedByBoth(positions, list.strategy) }
        report(.outOfOrder(dropped: SideValue(side: side, value: positions[side])), list.strategy)
      }
    }
  }

  /// Enters the member that holds an element's position.
  private func atPosition<Result>(
    of token: Int, in list: OrderedVersions, index: Int = 0, _ body: (Versions) throws -> Result
  ) rethrows -> Result {
    place.enter(list.table.step(to: token, list.strategy, ElementIndex(index)))
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
    return try mergeProperty(parts, plan: plan, at: step)
  }

  private func decidedApartFromPosition(
    _ parts: Versions, plan: FieldPlan, _ name: JSONString
  ) -> MergedValue? {
    guard let base = parts.base, let ours = parts.ours, let theirs = parts.theirs else {
      return nil
    }
    // Equal members may be in another order.
    let strategy = EffectiveStrategy(for: parts, plan: plan.fitting(parts), input.mapping)
    guard !strategy.strategy.mergesByParts else { return nil }
    if theirs.isSame(as: base, apartFrom: name) { return .ours(parts) }
    return ours.isSame(as: base, apartFrom: name) ? .taken(theirs) : nil
  }
}

/// The three versions of an ordered list.
private struct OrderedVersions {
  let table: IdentityTable
  let name: JSONString
  let strategy: EffectiveStrategy
  let base: PositionedList
  let ours: PositionedList
  let theirs: PositionedList

  init(_ table: IdentityTable, by name: JSONString, _ strategy: EffectiveStrategy) {
    self.table = table
    self.name = name
    self.strategy = strategy
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

  var range: PositionRange { .ofList(strategy.identity) }

  func isValid(_ position: Int?) -> Bool { position.map(range.limits.contains) ?? false }

  func position(of token: Int, in side: MergeSide) -> Int? {
    (side == .ours ? table.ours : table.theirs).element(token)?.listPosition(name)
  }

  /// Returns true if the positions of a side match the order of its elements.
  func isInOrder(_ side: MergeSide) -> Bool {
    let list = side == .ours ? ours : theirs
    let known = zip(list.tokens, list.positions).compactMap { token, position in
      position.map { (token: token, position: $0) }
    }
    return zip(known, known.dropFirst()).allSatisfy { before, next in
      before.position < next.position
        || before.position == next.position && precedes(before.token, next.token)
    }
  }

  /// Returns true if the side whose position was dropped wrote that position, and the other side has a different one.
  func isChangedByBoth(_ token: Int, keeping side: MergeSide) -> Bool {
    let positions = positions(of: token)
    return !positions[side.other].isSame(as: positions[side])
      && !positions[side.other].isSame(as: positions.base)
  }

  func positions(of token: Int) -> Versions {
    table.versions(of: token).member(name)
  }

  /// True if every element of both sides has a valid position.
  var isPositioned: Bool { [ours, theirs].allSatisfy { $0.positions.allSatisfy(isValid) } }

  /// Returns the values that the sides have for a position and that are no valid ones; equal values only once.
  func refused(for token: Int) -> [SideValue] {
    let positions = positions(of: token)
    let refused = MergeSide.both.compactMap { side in
      isValid(position(of: token, in: side))
        ? nil : positions[side].withoutNull.map { SideValue(side: side, value: $0) }
    }
    return refused.count == 2 && refused[0].value == refused[1].value ? [refused[0]] : refused
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
    return .value(
      writing.placed(rewrite, of: parts.ours, at: position, spelled: spelled) ?? rewrite)
  }
}
