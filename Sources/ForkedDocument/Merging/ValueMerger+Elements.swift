import Forked
import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The merge of arrays whose elements have ids, and of sets.
extension ValueMerger {
  /// Merges elements by id: ids stay unique, elements merge recursively, and moves of both sides are combined.
  func mergeIdentified(
    _ versions: Versions, plan: FieldPlan, _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    let table = IdentityTable(versions, strategy)
    if strategy.isDeclared { reportWithoutIdentity(table, strategy) }
    let order = try mergedOrder(of: table, versions, strategy) {
      mayBeKept(table.versions(of: $0))
    }
    var output = ArrayOutput(showBase: showBase)
    for token in order {
      if input.disputes == nil, table.isUntouchedByTheirs(token, by: bytes) {
        output.append(ours: table.ours.element(token))
        continue
      }
      let parts = table.versions(of: token)
      let plan = plan.element(at: output.count)
      let decided = decidedByBytes(parts, plan: plan)
      let merged =
        try decided
        ?? mergeElement(
          parts, plan: plan, at: table.step(to: token, strategy, output.next),
          isUncertain: !bytes.haveSameBytes(parts.base, parts.ours)
            && strategy.usual?.mayBeTwo(parts) ?? false && parts.isChangedByBoth)
      output.append(merged)
    }
    return output.value(like: versions)
  }

  func reportWithoutIdentity(_ table: IdentityTable, _ strategy: EffectiveStrategy) {
    let elements = table.withoutIdentity
    if !elements.isEmpty { report(.withoutIdentity(elements: elements), strategy) }
  }

  /// Reports what one side moved, or only numbered anew, and the other deleted: it is deleted.
  func reportDeleted(_ elements: [JSONNode], _ strategy: EffectiveStrategy) {
    if !elements.isEmpty { report(.movedAndDeleted(elements: elements), strategy) }
  }

  /// Merges the versions of an element. If they may be two different elements, their changes are never combined.
  private func mergeElement(
    _ parts: Versions, plan: FieldPlan, at step: CurrentProperty.Step, isUncertain: Bool
  ) throws -> MergedValue {
    guard isUncertain else {
      return try mergeProperty(parts, plan: plan, at: step)
    }
    place.enter(step)
    defer { place.leave() }
    return decideByUser(parts, plan: plan, reason: .identityUncertain)
  }

  /// Combines the additions and the removals of both sides. A repeated element is no addition: it stays with the first.
  func mergeSets(_ versions: Versions, _ strategy: EffectiveStrategy) throws -> MergedValue {
    let table = IdentityTable(versions, identity: [JSONPointer()])
    let order = try mergedOrder(of: table, versions, strategy) { token in
      table.versions(of: token).isInMergedSet
        && table.versions(of: table.first(of: token)).isInMergedSet
    }
    var output = ArrayOutput(showBase: showBase)
    for token in order {
      let parts = table.versions(of: token)
      output.append(parts.ours == nil ? .taken(parts.theirs) : .ours(parts))
    }
    return output.value(like: versions)
  }

  /// Returns the merged order. The history is asked only if it makes a difference.
  func mergedOrder(
    of table: IdentityTable, _ versions: Versions, _ strategy: EffectiveStrategy,
    survives: (Int) -> Bool
  ) throws -> [Int] {
    if table.isOneOrder { return table.base.tokens }
    let listOrder =
      strategy.isDeclared
      ? nil : ListOrder(table.base.list, ours: table.ours.list, theirs: table.theirs.list)
    func merge(_ precedence: Precedence) -> OrderMerge.Result {
      OrderMerge.merge(
        base: table.base.tokens, ours: table.ours.tokens, theirs: table.theirs.tokens,
        first: precedence.first,
        firstOf: { runs in
          let (ours, theirs) = table.elements(of: runs)
          return listOrder?.first(ours: ours, theirs: theirs)
            ?? precedence.first(ours: ours, theirs: theirs)
            ?? (runs.isAtEnd ? precedence.atEnd : nil)
        },
        survives: survives)
    }
    func sorted(_ order: [Int]) -> [Int] {
      guard let listOrder else { return order }
      return order.sortingRuns(where: { table.versions(of: $0).base == nil }) { run in
        listOrder.sorted(run) { table.versions(of: $0).present.first }
      }
    }
    var result = merge(Precedence.either[0])
    guard result.dependsOnFirst else { return result.order }
    result.order = sorted(result.order)
    guard sorted(merge(Precedence.either[1]).order) != result.order else { return result.order }
    let precedence = try precedence(
      versions, .order(identity: strategy.identity), strategy, firstByBytes: table.firstByOrder)
    let side = precedence.first
    result = merge(precedence)
    let moved = result.movedByBoth.compactMap { table.versions(of: $0).present.last }
    if !moved.isEmpty { report(.movedByBoth(side: side, elements: moved), strategy) }
    return sorted(result.order)
  }
}

extension Versions {
  /// True if both sides have the element, or one side added it.
  fileprivate var isInMergedSet: Bool {
    let sides = [ours, theirs].compactMap { $0 }.count
    return sides == 2 || (sides == 1 && base == nil)
  }
}

extension IdentityTable {
  /// Returns the step from the list to an element: by its id if it has one.
  func step(
    to token: Int, _ strategy: EffectiveStrategy, _ index: ElementIndex
  ) -> CurrentProperty.Step {
    id(of: token).map { .element(identity: strategy.identity, id: $0, index: index) }
      ?? .index(index)
  }

  /// Returns the elements that both sides inserted at one place.
  fileprivate func elements(of runs: MeetingRuns) -> (ours: [JSONNode], theirs: [JSONNode]) {
    (
      runs.ours.compactMap { versions(of: $0).ours },
      runs.theirs.compactMap { versions(of: $0).theirs }
    )
  }
}

/// Collects the elements of a merged array.
struct ArrayOutput {
  private let showBase: Bool
  private var entries: [JSONRewrite.Entry] = []
  /// The number of elements so far; a conflict counts as the elements that ours has there.
  private(set) var count = 0
  /// The number of elements that the user's choices removed so far, less those that they added.
  private var removed = 0

  init(showBase: Bool) {
    self.showBase = showBase
  }

  /// The place of the next element.
  var next: ElementIndex { ElementIndex(merged: count, undecided: count + removed) }

  /// Appends the merged version of an element.
  mutating func append(_ value: MergedValue) {
    if let entry = value.entry(showBase: showBase, wrap: { .element($0) }) {
      entries.append(entry)
      count += 1
    } else if case .removed = value {
      removed += 1
    }
  }

  /// Appends our version of an element unchanged; nothing if we have none.
  mutating func append(ours: JSONNode?) {
    guard let ours else { return }
    entries.append(.element(.keep(ours)))
    count += 1
  }

  /// Counts a run that the user chose like the conflict in its place.
  ///
  /// - Parameters:
  ///   - count: the number of elements of the run.
  ///   - undecided: the number of elements that the conflict counts as.
  mutating func noteChosenRun(of count: Int, undecided: Int) { removed += undecided - count }

  /// Appends elements that are in conflict.
  mutating func append(_ conflict: JSONRewrite.Conflict) {
    entries.append(.conflict(conflict))
    count += conflict.ours.count
  }

  /// Returns the array; ours itself if nothing differs from it, theirs as it is written if ours or the result has no
  /// elements.
  func value(like versions: Versions) -> MergedValue {
    guard let ours = versions.ours else { return .absent }
    if isEqual(to: ours) { return .ours(versions) }
    if let theirs = versions.theirs, theirs.kind == .array,
      entries.isEmpty ? theirs.count == 0 : ours.count == 0 && entries.areTaken(from: theirs)
    {
      return .taken(theirs)
    }
    return .value(.array(like: ours, entries))
  }

  /// Returns true if the elements equal those of ours in the same order, whatever version they come from: then the
  /// bytes of ours are kept.
  private func isEqual(to ours: JSONNode) -> Bool {
    entries.count == ours.count
      && zip(entries, ours.elements).allSatisfy { entry, element in
        switch entry {
        case .element(.keep(let node)), .element(.take(let node)):
          node.isIdentical(to: element) || node == element
        default: false
        }
      }
  }
}
