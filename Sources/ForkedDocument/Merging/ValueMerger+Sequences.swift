import Forked
import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The merge of arrays of values.
extension ValueMerger {
  /// Merges arrays as sequences: each change of either side happens once, at its place.
  ///
  /// If the strategy is inferred, tuples merge by index, and elements that both sides replaced are a conflict.
  func mergeArrays(
    _ versions: Versions, plan: FieldPlan, _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    if let usual = strategy.usual {
      report(.distrustedIdentity(key: usual.numbering.key), strategy)
    }
    if versions.base.withoutNull == nil { return try mergeAdded(versions, plan, strategy) }
    let elements = { self.elementRows(versions, plan, strategy) }
    if let rows = ListRows(versions, keepsReplacements: strategy.isDeclared, elements) {
      return rows.mayRepeat && !strategy.isDeclared
        ? decideByUser(versions, strategy, reason: .identityUncertain)
        : try mergeRows(rows, versions, plan: plan, strategy)
    }
    let sequences = Sequences(versions, mayRepeat: strategy.isDeclared)
    let merge = sequences.merge
    if !strategy.isDeclared, let tuples = Tuples(versions) {
      switch tuples.reading(merge) {
      case .byIndex: return try mergeTuples(tuples, versions, plan: plan)
      case .uncertain: return try decide(versions, strategy, reason: .bothReplaced)
      case .asList: break
      }
    }
    let conflicts = merge.conflicts(once: sequences.once)
    if conflicts.isEmpty || strategy.isDeclared {
      if !conflicts.isEmpty { report(.combined, strategy) }
      return try write(merge, of: sequences, versions, plan: plan, strategy)
    }
    let decided = try decide(versions, strategy, reason: .bothReplaced)
    guard let decision = RunDecision(decided, versions, choice),
      decision == .conflict || !sequences.haveElementsElsewhere(conflicts)
    else { return decided }
    return try write(
      merge, of: sequences, versions, plan: plan, strategy, around: conflicts, decision)
  }

  /// Returns the elements of a list as the mapping finds them; nil if a side has no list.
  private func elementRows(
    _ versions: Versions, _ plan: FieldPlan, _ strategy: EffectiveStrategy
  ) -> ElementRows? {
    guard let ours = versions.ours, let theirs = versions.theirs else { return nil }
    return strategy.usual?.rows
      ?? ElementRows(
        base: versions.base.withoutNull, ours: ours, theirs: theirs, plan: plan, in: input.mapping)
  }

  /// Merges arrays that both sides added.
  ///
  /// If one holds all elements of the other in the same order, it is kept. If they have nothing in common, both are.
  /// Otherwise one value is kept and the other is dropped.
  private func mergeAdded(
    _ versions: Versions, _ plan: FieldPlan, _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    let rows = ListRows(versions, keepsReplacements: false) {
      elementRows(versions, plan, strategy)
    }
    let sequences = Sequences(versions, mayRepeat: false)
    let isList = Tuples(versions) == nil && policy != .base && rows?.isCertain ?? true
    if isList, let side = sequences.sideWithAll {
      return keep(side, of: versions, strategy)
    }
    guard isList, sequences.areDisjoint else {
      return try decide(versions, strategy, reason: .bothChanged)
    }
    report(.combined, strategy)
    return try write(sequences.merge, of: sequences, versions, plan: .none, strategy)
  }

  /// Merges arrays of numbers of one length, element by element.
  private func mergeTuples(
    _ tuples: Tuples, _ versions: Versions, plan: FieldPlan
  ) throws -> MergedValue {
    var output = ArrayOutput(showBase: showBase)
    for index in tuples.ours.indices {
      let parts = Versions(
        base: tuples.base?[index], ours: tuples.ours[index], theirs: tuples.theirs[index])
      let value = try mergeProperty(
        parts, plan: plan.element(at: index), at: .index(ElementIndex(index)))
      output.append(value)
    }
    return output.value(like: versions)
  }

  /// Returns the merged elements, with `decision` for each conflict.
  private func write(
    _ merge: SequenceMerge, of sequences: Sequences, _ versions: Versions, plan: FieldPlan,
    _ strategy: EffectiveStrategy, around conflicts: [SequenceRegion] = [],
    _ decision: RunDecision = .conflict
  ) throws -> MergedValue {
    let result = try ordered(merge, of: sequences, around: conflicts, strategy) {
      try precedence(versions, .value, strategy)
    }
    guard let result,
      sequences.mayRepeat || sequences.keepCounts(result.items, around: conflicts)
    else { return try decide(versions, strategy, reason: .bothReplaced) }
    var output = ArrayOutput(showBase: showBase)
    for item in sequences.sorted(result.items) {
      try append(item, of: sequences, decision, plan: plan, to: &output)
    }
    return output.value(like: versions)
  }

  /// Returns the merged items, and reports moves that both made, or that the other side's deletion beat; nil if they
  /// are ambiguous.
  /// - Parameter precedence: asks which side's insertions and moves come first. Called only if it makes a difference.
  private func ordered(
    _ merge: SequenceMerge, of sequences: Sequences, around conflicts: [SequenceRegion],
    _ strategy: EffectiveStrategy, _ precedence: () throws -> Precedence
  ) throws -> SequenceMerge.Result? {
    var dependsOnPrecedence = merge.hasElementsMovedByBoth
    let merged = { (precedence: Precedence) in
      merge.merged(around: conflicts, first: precedence.first) { runs in
        guard !runs.ours.isEmpty, !runs.theirs.isEmpty else { return nil }
        if let first = sequences.first(of: runs) { return first }
        dependsOnPrecedence = true
        return sequences.first(of: runs, precedence)
      }
    }
    let result = merged(Precedence.either[0])
    if sequences.areAmbiguous(result, of: merge) { return nil }
    // What was moved may be left out of a run, so that its order makes no difference.
    guard dependsOnPrecedence, result.items != merged(Precedence.either[1]).items else {
      reportMoves(result, of: sequences, first: .ours, strategy)
      return result
    }
    let known = try precedence()
    let ordered = merged(known)
    reportMoves(ordered, of: sequences, first: known.first, strategy)
    return ordered
  }

  private func reportMoves(
    _ result: SequenceMerge.Result, of sequences: Sequences, first: MergeSide,
    _ strategy: EffectiveStrategy
  ) {
    if !result.movedByBoth.isEmpty {
      let elements = result.movedByBoth.map { sequences.base[$0] }
      report(.movedByBoth(side: first, elements: elements), strategy)
    }
    if !result.movedAndDeleted.isEmpty {
      report(
        .movedAndDeleted(elements: result.movedAndDeleted.map { sequences.base[$0] }), strategy)
    }
  }

  private func append(
    _ item: SequenceItem, of sequences: Sequences, _ decision: RunDecision, plan: FieldPlan,
    to output: inout ArrayOutput
  ) throws {
    switch item {
    case .kept(let element, let our, let their):
      // Equal values may differ in the order of members.
      let parts = Versions(
        base: sequences.base[element], ours: sequences.ours[our], theirs: sequences.theirs[their])
      let isContainer = parts.ours?.kind.isContainer ?? false
      output.append(
        isContainer
          ? try mergeProperty(
            parts, plan: plan.element(at: output.count), at: .index(output.next))
          : .ours(parts))
    case .insertedByOurs(let place), .insertedByBoth(let place, _):
      let parts = Versions(ours: sequences.ours[place])
      output.append(decideDisputed(parts, plan, at: output.next) ?? .ours(parts))
    case .insertedByTheirs(let place):
      let parts = Versions(theirs: sequences.theirs[place])
      output.append(
        decideDisputed(parts, plan, at: output.next) ?? .taken(parts.theirs))
    case .movedByOurs(let place):
      append(decision, ReplacedRun(ours: [sequences.ours[place]]), to: &output)
    case .movedByTheirs(let place):
      append(decision, ReplacedRun(theirs: [sequences.theirs[place]]), to: &output)
    case .conflict(let base, let ours, let theirs):
      append(
        decision,
        ReplacedRun(
          base: Array(sequences.base[base]), ours: ours.map { sequences.ours[$0] },
          theirs: theirs.map { sequences.theirs[$0] }),
        to: &output)
    }
  }

  private func append(
    _ decision: RunDecision, _ run: ReplacedRun, to output: inout ArrayOutput
  ) {
    let start = output.count
    defer {
      if decision != .conflict, choice != nil {
        output.noteChosenRun(of: output.count - start, undecided: run.ours.count)
      }
    }
    switch decision {
    case .ours: for element in run.ours { output.append(ours: element) }
    case .theirs: for element in run.theirs { output.append(.taken(element)) }
    case .base: for element in run.base { output.append(.taken(element)) }
    case .conflict:
      let entries = { (nodes: [JSONNode]) in
        nodes.map { JSONRewrite.Entry.element(.take($0)) }
      }
      output.append(
        JSONRewrite.Conflict(
          ours: run.ours.map { .element(.keep($0)) },
          base: showBase ? entries(run.base) : nil, theirs: entries(run.theirs)))
    }
  }

  /// Decides about an element that only one side has here, if something that moved may be it; returns nil for any other.
  private func decideDisputed(
    _ parts: Versions, _ plan: FieldPlan, at index: ElementIndex
  ) -> MergedValue? {
    guard let note = input.disputes?.note(at: parts) else { return nil }
    place.enter(.index(index))
    defer { place.leave() }
    let plan = plan.element(at: index.merged)
    report(
      matched: parts, plan, isDecision: true, by: "nothing tells whether it is another one")
    return decideByUser(parts, plan: plan, reason: .init(disputed: note), note: note)
  }
}

/// Elements of base, and the elements that each side has in their place.
private struct ReplacedRun {
  var base: [JSONNode] = []
  var ours: [JSONNode] = []
  var theirs: [JSONNode] = []
}

/// The decision of a conflict: the side whose elements are kept.
private enum RunDecision {
  case ours, theirs, base, conflict

  /// Nil if the decision is about the array as a whole.
  init?(_ decision: MergedValue, _ versions: Versions, _ choice: ConflictChoice?) {
    switch (decision, choice) {
    case (_, .delete), (_, .value): return nil
    case (.conflict, _): self = .conflict
    case (_, .base): self = .base
    case (.value(.keep), _): self = .ours
    case (.value(.take(let node)), _):
      self = versions.theirs?.isIdentical(to: node) == true ? .theirs : .base
    default: return nil
    }
  }
}

/// Arrays of numbers that have one length in all existing versions: coordinates, colours, versions.
private struct Tuples {
  let base: [JSONNode]?
  let ours: [JSONNode]
  let theirs: [JSONNode]

  init?(_ versions: Versions) {
    guard let ours = Self.numbers(versions.ours), let theirs = Self.numbers(versions.theirs),
      ours.count == theirs.count
    else { return nil }
    let base = Self.numbers(versions.base)
    guard versions.base.withoutNull == nil || base?.count == ours.count else { return nil }
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  /// The kind of the arrays.
  enum Reading {
    case byIndex, asList, uncertain
  }

  /// How much more it must take to change elements at their indices than to insert and delete some: then the arrays are
  /// lists. Below, each reading is as good. By 3 to 2 a number was moved in a colour as well as in a list.
  private static let margin = (3, of: 2)

  /// Tells what the arrays are by what it takes to make both sides of base.
  func reading(_ merge: SequenceMerge) -> Reading {
    guard let base else { return .byIndex }
    let costs = [(ours, MergeSide.ours), (theirs, .theirs)].map { side, name in
      (byIndex: 3 * zip(base, side).count { $0 != $1 }, asList: merge.cost(of: name))
    }
    let isOneSided = costs.contains { $0.byIndex == 0 }
    if isOneSided || costs.allSatisfy({ $0.byIndex <= $0.asList }) { return .byIndex }
    let isList = costs.contains { $0.byIndex * Self.margin.of > $0.asList * Self.margin.0 }
    return isList ? .asList : .uncertain
  }

  private static func numbers(_ array: JSONNode?) -> [JSONNode]? {
    guard let array, array.kind == .array else { return nil }
    let elements = Array(array.elements)
    return elements.allSatisfy { $0.kind == .number } ? elements : nil
  }
}
