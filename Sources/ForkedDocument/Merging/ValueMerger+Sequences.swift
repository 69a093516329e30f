import Forked
import ForkedJSON
import ForkedMerge
import ForkedSchema

/// Arrays of values.
extension ValueMerger {
  /// A sequence merge. Where the strategy is only inferred, tuples merge by index, and a run that both
  /// sides replaced is a true conflict.
  func mergeArrays(
    _ versions: Versions, plan: FieldPlan, _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    if !strategy.isDeclared, let tuples = Tuples(versions) {
      return try merge(tuples, versions, plan: plan)
    }
    var sequences = Sequences(versions, mayRepeat: strategy.isDeclared)
    var disputes = sequences.disputes
    if !strategy.isDeclared, !disputes.isEmpty {
      sequences.pairElements(in: disputes)
      disputes = sequences.disputes
    }
    if !disputes.isEmpty {
      guard strategy.isDeclared else {
        return try mergeAround(disputes, sequences, versions, plan: plan, strategy)
      }
      report(.combined, strategy)
    }
    var output = ArrayOutput(showBase: showBase)
    try append(sequences.whole, of: sequences, versions, plan: plan, strategy, to: &output)
    return output.value(like: versions)
  }

  /// Number arrays of one length, element by element.
  private func merge(
    _ tuples: Tuples, _ versions: Versions, plan: FieldPlan
  ) throws -> MergedValue {
    var output = ArrayOutput(showBase: showBase)
    for index in tuples.ours.indices {
      let parts = Versions(
        base: tuples.base[index], ours: tuples.ours[index], theirs: tuples.theirs[index])
      let value = try merge(parts, plan: plan.element(at: index), at: .index(index))
      output.append(value, ours: parts.ours)
    }
    return output.value(like: versions)
  }

  /// Disputes are one true conflict of the array; everything around them is merged.
  private func mergeAround(
    _ disputes: [SequenceRegion], _ sequences: Sequences, _ versions: Versions, plan: FieldPlan,
    _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    let decided = try decide(versions, strategy, reason: .bothReplaced)
    guard let decision = RunDecision(decided, versions, choices[place.pointer]) else {
      return decided
    }
    var output = ArrayOutput(showBase: showBase)
    var rest = sequences.whole
    for dispute in disputes {
      try append(rest.upTo(dispute), of: sequences, versions, plan: plan, strategy, to: &output)
      append(decision, for: dispute, of: sequences, to: &output)
      rest = rest.after(dispute)
    }
    try append(rest, of: sequences, versions, plan: plan, strategy, to: &output)
    return output.value(like: versions)
  }

  private func append(
    _ decision: RunDecision, for dispute: SequenceRegion, of sequences: Sequences,
    to output: inout ArrayOutput
  ) {
    let ours = sequences.ours[dispute.ours]
    let theirs = sequences.theirs[dispute.theirs]
    let base = sequences.base[dispute.base]
    switch decision {
    case .ours: output.append(ours, areOurs: true)
    case .theirs: output.append(theirs, areOurs: false)
    case .base: output.append(base, areOurs: false)
    case .conflict:
      let entries = { (nodes: ArraySlice<JSONNode>) in
        nodes.map { JSONRewrite.Entry.element(.take($0)) }
      }
      output.append(
        conflict: .conflict(
          .init(
            ours: ours.map { .element(.keep($0)) }, base: showBase ? entries(base) : nil,
            theirs: entries(theirs))))
    }
  }

  /// Appends a stretch in which nothing is disputed, or both readings stand.
  private func append(
    _ region: SequenceRegion, of sequences: Sequences, _ versions: Versions, plan: FieldPlan,
    _ strategy: EffectiveStrategy, to output: inout ArrayOutput
  ) throws {
    let items = try items(of: region, in: sequences, versions, strategy)
    let ours = sequences.ours[region.ours]
    let theirs = sequences.theirs[region.theirs]
    for item in items {
      switch item {
      case .kept(let old, let our, let their):
        let parts = Versions(
          base: sequences.base[region.base.lowerBound + old],
          ours: sequences.ours[region.ours.lowerBound + our],
          theirs: sequences.theirs[region.theirs.lowerBound + their])
        let isPaired = sequences.isPaired(region.base.lowerBound + old)
        let value = isPaired ? try mergePaired(parts, plan, at: output.count) : .ours(parts)
        output.append(value, ours: parts.ours)
      case .insertedByOurs(let place), .insertedByBoth(let place, _):
        output.append(ours.dropFirst(place).prefix(1), areOurs: true)
      case .insertedByTheirs(let place):
        output.append(theirs.dropFirst(place).prefix(1), areOurs: false)
      }
    }
  }

  /// An element that both sides changed and that was found again.
  private func mergePaired(
    _ parts: Versions, _ plan: FieldPlan, at index: Int
  ) throws -> MergedValue {
    place.enter(.index(index))
    defer { place.leave() }
    if let base = parts.base, let ours = parts.ours, let theirs = parts.theirs {
      report(
        .paired(base: base, ours: ours, theirs: theirs),
        EffectiveStrategy(for: parts, plan: plan.element(at: index), numberings))
    }
    return try merge(parts, plan: plan.element(at: index))
  }

  /// The elements of a stretch, merged. History is asked only where it makes a difference.
  private func items(
    of region: SequenceRegion, in sequences: Sequences, _ versions: Versions,
    _ strategy: EffectiveStrategy
  ) throws -> [SequenceItem] {
    let merged = { (precedence: Precedence) in
      SequenceMerge.items(
        base: Array(sequences.baseTokens[region.base]),
        ours: Array(sequences.oursTokens[region.ours]),
        theirs: Array(sequences.theirsTokens[region.theirs]), first: precedence.first,
        firstOf: { sequences.first(of: $0, in: region, precedence) })
    }
    let (items, other) = (merged(Precedence.either[0]), merged(Precedence.either[1]))
    let chosen = items == other ? items : merged(try precedence(versions, .value, strategy))
    return sequences.mayRepeat ? chosen : sequences.withoutNewRepetitions(chosen, in: region)
  }
}

/// What stands in place of a dispute.
private enum RunDecision {
  case ours, theirs, base, conflict

  /// nil where the decision is about the array as a whole.
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

extension SequenceRegion {
  fileprivate func upTo(_ other: SequenceRegion) -> SequenceRegion {
    SequenceRegion(
      base: base.lowerBound..<other.base.lowerBound, ours: ours.lowerBound..<other.ours.lowerBound,
      theirs: theirs.lowerBound..<other.theirs.lowerBound)
  }

  fileprivate func after(_ other: SequenceRegion) -> SequenceRegion {
    SequenceRegion(
      base: other.base.upperBound..<base.upperBound, ours: other.ours.upperBound..<ours.upperBound,
      theirs: other.theirs.upperBound..<theirs.upperBound)
  }
}

extension ArrayOutput {
  fileprivate mutating func append(_ elements: ArraySlice<JSONNode>, areOurs: Bool) {
    for element in elements {
      append(
        .value(areOurs ? .keep(element) : .take(element)), ours: areOurs ? element : nil)
    }
  }
}

/// Arrays of numbers of one length in all three versions: coordinates, colours, versions.
private struct Tuples {
  let base: [JSONNode]
  let ours: [JSONNode]
  let theirs: [JSONNode]

  init?(_ versions: Versions) {
    guard let base = Self.numbers(versions.base), let ours = Self.numbers(versions.ours),
      let theirs = Self.numbers(versions.theirs), base.count == ours.count,
      base.count == theirs.count
    else { return nil }
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  private static func numbers(_ array: JSONNode?) -> [JSONNode]? {
    guard let array, array.kind == .array else { return nil }
    let elements = Array(array.elements)
    return elements.allSatisfy { $0.kind == .number } ? elements : nil
  }
}
