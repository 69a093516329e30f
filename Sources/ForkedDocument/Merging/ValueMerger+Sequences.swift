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
    let sequences = Sequences(versions)
    let chunks = sequences.chunks
    if chunks.contains(where: sequences.isDisputed) {
      guard strategy.isDeclared else {
        return try mergeAroundDisputes(chunks, sequences, versions, strategy)
      }
      report(.combined, strategy)
    }
    var output = ArrayOutput(showBase: showBase)
    for chunk in chunks { try append(chunk, of: sequences, versions, to: &output) }
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

  /// Disputed runs are one true conflict of the array; everything around them is merged.
  private func mergeAroundDisputes(
    _ chunks: [SequenceChunk], _ sequences: Sequences, _ versions: Versions,
    _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    let decision = try decide(versions, strategy, reason: .bothReplaced)
    guard let side = RunDecision(decision, versions, choices[place.pointer]) else {
      return decision
    }
    var output = ArrayOutput(showBase: showBase)
    for chunk in chunks {
      if sequences.isDisputed(chunk) {
        append(side, for: chunk, of: sequences, to: &output)
      } else {
        try append(chunk, of: sequences, versions, to: &output)
      }
    }
    return output.value(like: versions)
  }

  private func append(
    _ decision: RunDecision, for chunk: SequenceChunk, of sequences: Sequences,
    to output: inout ArrayOutput
  ) {
    let (base, ours, theirs) = chunk.ranges
    switch decision {
    case .ours: output.append(sequences.ours[ours], areOurs: true)
    case .theirs: output.append(sequences.theirs[theirs], areOurs: false)
    case .base: output.append(sequences.base[base], areOurs: false)
    case .conflict:
      let entries = { (nodes: ArraySlice<JSONNode>) in
        nodes.map { JSONRewrite.Entry.element(.take($0)) }
      }
      output.append(
        conflict: .conflict(
          .init(
            ours: sequences.ours[ours].map { .element(.keep($0)) },
            base: showBase ? entries(sequences.base[base]) : nil,
            theirs: entries(sequences.theirs[theirs]))))
    }
  }

  private func append(
    _ chunk: SequenceChunk, of sequences: Sequences, _ versions: Versions,
    to output: inout ArrayOutput
  ) throws {
    switch chunk {
    case .unchanged(_, let ours, _), .changedByOurs(_, let ours, _), .changedAlike(_, let ours, _):
      output.append(sequences.ours[ours], areOurs: true)
    case .changedByTheirs(_, _, let theirs):
      output.append(sequences.theirs[theirs], areOurs: false)
    case .contested(let base, let ours, let theirs):
      for item in try items(base, ours, theirs, of: sequences, versions) {
        switch item {
        case .kept(_, let place, _), .insertedByOurs(let place), .insertedByBoth(let place, _):
          output.append(sequences.ours[(ours.lowerBound + place)...].prefix(1), areOurs: true)
        case .insertedByTheirs(let place):
          output.append(sequences.theirs[(theirs.lowerBound + place)...].prefix(1), areOurs: false)
        }
      }
    }
  }

  /// Both sides' changes of one place, combined. History is asked only where it makes a difference.
  private func items(
    _ base: Range<Int>, _ ours: Range<Int>, _ theirs: Range<Int>, of sequences: Sequences,
    _ versions: Versions
  ) throws -> [SequenceItem] {
    let merge = { (first: MergeSide) in
      SequenceMerge.items(
        base: Array(sequences.baseTokens[base]), ours: Array(sequences.oursTokens[ours]),
        theirs: Array(sequences.theirsTokens[theirs]), first: first)
    }
    let result = merge(.ours)
    let other = merge(.theirs)
    return result == other ? result : try firstSide(versions) == .ours ? result : other
  }
}

/// What stands in place of a run that both sides replaced.
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

extension SequenceChunk {
  var ranges: (base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) {
    switch self {
    case .unchanged(let base, let ours, let theirs), .changedByOurs(let base, let ours, let theirs),
      .changedByTheirs(let base, let ours, let theirs),
      .changedAlike(let base, let ours, let theirs), .contested(let base, let ours, let theirs):
      (base, ours, theirs)
    }
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

/// Three versions of an array as tokens: equal integers for equal values.
private struct Sequences {
  let base: [JSONNode]
  let ours: [JSONNode]
  let theirs: [JSONNode]
  private(set) var baseTokens: [Int] = []
  private(set) var oursTokens: [Int] = []
  private(set) var theirsTokens: [Int] = []

  init(_ versions: Versions) {
    base = versions.base.withoutNull.map { Array($0.elements) } ?? []
    ours = versions.ours.map { Array($0.elements) } ?? []
    theirs = versions.theirs.map { Array($0.elements) } ?? []
    var tokens: [JSONNode: Int] = [:]
    let intern = { (nodes: [JSONNode]) in
      nodes.map { node in
        if let token = tokens[node] { return token }
        tokens[node] = tokens.count
        return tokens.count - 1
      }
    }
    baseTokens = intern(base)
    oursTokens = intern(ours)
    theirsTokens = intern(theirs)
  }

  var chunks: [SequenceChunk] {
    SequenceMerge.chunks(base: baseTokens, ours: oursTokens, theirs: theirsTokens)
  }

  /// Whether both sides took the same elements away and at least one put something in their place: then
  /// one replaced what the other replaced or deleted.
  func isDisputed(_ chunk: SequenceChunk) -> Bool {
    guard case .contested(let base, let ours, let theirs) = chunk, !base.isEmpty else {
      return false
    }
    let old = Array(baseTokens[base])
    let kept = [oursTokens[ours], theirsTokens[theirs]].map { new in
      SequenceDiff.commonRuns(old: old, new: Array(new)).reduce(0) { $0 + $1.count }
    }
    let bothTook = kept.allSatisfy { $0 < old.count }
    return bothTook && (ours.count > kept[0] || theirs.count > kept[1])
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
