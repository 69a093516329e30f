import Forked
import ForkedJSON
import ForkedMerge
import ForkedSchema

/// Decisions where both sides changed one value and no strategy combines the two.
extension ValueMerger {
  /// Both changed one value: a person's choice, the declared strategy, or the policy decides.
  func decide(
    _ versions: Versions, _ strategy: EffectiveStrategy, reason: MergeConflict.Reason
  ) throws -> MergedValue {
    if let choice = choices[place.pointer] { return chosen(choice, versions, strategy) }
    switch (policy, strategy.strategy) {
    case (.base, _): return .taken(versions.base)
    case (.prefer(let side), _): return prefer(side, of: versions, strategy)
    case (_, .manual): return left(versions, reason: .manual)
    case (.manual, _) where !strategy.isDeclared: return left(versions, reason: reason)
    default: return try keepLater(versions, strategy)
    }
  }

  /// Both changed what may be two elements: which change is later says nothing, so only a choice decides.
  func decideUncertain(_ versions: Versions, _ strategy: EffectiveStrategy) -> MergedValue {
    if let choice = choices[place.pointer] { return chosen(choice, versions, strategy) }
    switch policy {
    case .base: return .taken(versions.base)
    case .prefer(let side): return prefer(side, of: versions, strategy)
    case .mostRecent, .manual: return left(versions, reason: .identityUncertain)
    }
  }

  /// Keeps both sides apart where together they are not valid; nil at any other place.
  func leaveRefused(_ versions: Versions, plan: FieldPlan) throws -> MergedValue? {
    guard refused.contains(place.pointer), versions.isChangedByBoth else { return nil }
    let strategy = EffectiveStrategy(for: versions, plan: plan.fitting(versions), identities)
    if let choice = choices[place.pointer] { return chosen(choice, versions, strategy) }
    guard case .prefer(let side) = policy else { return left(versions, reason: .invalid) }
    let (kept, dropped) = sideValues(of: versions, keeping: side, recency: nil)
    report(.preferred(kept: kept, dropped: dropped), strategy, decidedBy: .preference)
    return value(of: side, in: versions)
  }

  /// One side changed what the other deleted.
  func changeAgainstDeletion(
    _ versions: Versions, changed side: MergeSide, _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    let isContainer = versions[side].map { $0.kind == .object || $0.kind == .array } ?? false
    let survives =
      strategy.isDeclared
      ? !strategy.strategy.takesOneSide : policy == .mostRecent && isContainer
    guard survives else { return try decide(versions, strategy, reason: .deletedAndChanged) }
    let (kept, dropped) = sideValues(of: versions, keeping: side, recency: nil)
    report(.changeBeatDeletion(kept: kept, dropped: dropped), strategy)
    return value(of: side, in: versions)
  }

  /// The side that the choice names, or the value that it gives.
  private func chosen(
    _ choice: ConflictChoice, _ versions: Versions, _ strategy: EffectiveStrategy
  ) -> MergedValue {
    let (ours, theirs) = sideValues(of: versions, keeping: .ours, recency: nil)
    report(.chosen(choice, ours: ours, theirs: theirs), strategy, decidedBy: .user)
    switch choice {
    case .ours: return .ours(versions)
    case .theirs: return .taken(versions.theirs)
    case .base: return .taken(versions.base)
    case .delete: return .absent
    case .value(let node): return .taken(node)
    }
  }

  private func left(_ versions: Versions, reason: MergeConflict.Reason) -> MergedValue {
    leave(versions, reason: reason)
    return .conflict(versions)
  }

  private func keepLater(
    _ versions: Versions, _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    guard let recency = try recency() else { return left(versions, reason: .recencyUnknown) }
    return keep(recency.later, of: versions, recency: recency, strategy)
  }

  /// Keeps the value of the side that the user prefers.
  func prefer(
    _ side: MergeSide, of versions: Versions, _ strategy: EffectiveStrategy
  ) -> MergedValue {
    keep(side, of: versions, recency: nil, strategy, decidedBy: .preference)
  }

  /// Keeps one side's value and reports the other's.
  func keep(
    _ side: MergeSide, of versions: Versions, recency: Recency?, _ strategy: EffectiveStrategy,
    decidedBy decider: MergeDecision.Decider = .strategy
  ) -> MergedValue {
    let (kept, dropped) = sideValues(of: versions, keeping: side, recency: recency)
    report(.gaveWay(kept: kept, dropped: dropped), strategy, decidedBy: decider)
    return value(of: side, in: versions)
  }

  private func value(of side: MergeSide, in versions: Versions) -> MergedValue {
    side == .ours ? .ours(versions) : .taken(versions.theirs)
  }

  /// Both sides' values for the report, the kept one first.
  func sideValues(
    of versions: Versions, keeping side: MergeSide, recency: Recency?
  ) -> (SideValue, SideValue) {
    let ours = SideValue(side: .ours, value: versions.ours, commit: recency?.ours)
    let theirs = SideValue(side: .theirs, value: versions.theirs, commit: recency?.theirs)
    return side == .ours ? (ours, theirs) : (theirs, ours)
  }
}

/// Texts, counters, and the greater or smaller of two.
extension ValueMerger {
  /// Both edits of one text. Strings that hold a lone surrogate are no texts, and go as whole values.
  func mergeTexts(_ versions: Versions, _ strategy: EffectiveStrategy) throws -> MergedValue {
    guard let base = versions.base?.string?.exactString,
      let ours = versions.ours?.string?.exactString,
      let theirs = versions.theirs?.string?.exactString
    else { return try decide(versions, strategy, reason: .bothChanged) }
    let merge = { TextMerge.merge(base: base, ours: ours, theirs: theirs, first: $0) }
    var result = merge(.ours)
    if result.contested { report(.combined, strategy) }
    let other = merge(.theirs)
    let isOrderFree = JSONString(result.text) == JSONString(other.text)
    if !isOrderFree, try firstSide(versions) == .theirs { result = other }
    let text = JSONString(result.text)
    return written(text.literal, from: versions) { $0.string == text }
  }

  /// ours + theirs - base, exactly; whole values where the digits would pass the limit.
  func mergeCounters(_ versions: Versions, _ strategy: EffectiveStrategy) throws -> MergedValue {
    guard let base = versions.base?.number, let ours = versions.ours?.number,
      let theirs = versions.theirs?.number,
      let sum = ours.adding(theirs)?.subtracting(base)
    else { return try decide(versions, strategy, reason: .bothChanged) }
    return written(sum.literal, from: versions) { $0.number == sum }
  }

  /// The greater or the smaller of both: numbers by value, strings by Unicode scalars.
  func takeExtreme(_ versions: Versions, _ strategy: EffectiveStrategy) -> MergedValue {
    guard let ours = versions.ours, let theirs = versions.theirs else { return .ours(versions) }
    let oursIsLess = ours.isLess(than: theirs)
    let side: MergeSide = oursIsLess == (strategy.strategy == .maxMerge) ? .theirs : .ours
    return keep(side, of: versions, recency: nil, strategy)
  }

  /// A side's own spelling where it already says what the merge made, else the new one.
  private func written(
    _ literal: [UInt8], from versions: Versions, isMeant: (JSONNode) -> Bool
  ) -> MergedValue {
    if let ours = versions.ours, isMeant(ours) { return .ours(versions) }
    if let theirs = versions.theirs, isMeant(theirs) { return .taken(theirs) }
    return .value(.literal(literal))
  }
}

extension JSONNode {
  fileprivate func isLess(than other: JSONNode) -> Bool {
    if let mine = number, let its = other.number { return mine < its }
    if let mine = string, let its = other.string { return mine < its }
    // Exponents that no `Int` holds: any order will do that is the same for both sides.
    if kind == .number, other.kind == .number {
      return bytes.lexicographicallyPrecedes(other.bytes)
    }
    return false
  }
}

/// Whose insertions stand first where both sides inserted at one place of an array.
struct Precedence {
  var first: MergeSide
  /// The same behind the last element of a list of records.
  var atEnd: MergeSide
  /// True if no history is known: then what both inserted at one place stands in the order of its own bytes, and
  /// `first` decides only what is no matter of two such runs.
  private(set) var goesByBytes = false

  /// Both answers that matter: what comes out alike for them needs no history.
  static let either = [MergeSide.ours, .theirs].map { Precedence(first: $0, atEnd: $0.other) }

  /// Without history.
  /// - Parameter first: decides what is no matter of two runs.
  static func byBytes(first: MergeSide) -> Precedence {
    Precedence(first: first, atEnd: first, goesByBytes: true)
  }

  /// The side whose run comes first by its canonical bytes; nil where these don't decide, or don't differ.
  /// Complexity: O(bytes up to the first difference).
  func first(ours: [JSONNode], theirs: [JSONNode]) -> MergeSide? {
    guard goesByBytes else { return nil }
    if ours.canonicallyPrecede(theirs) { return .ours }
    return theirs.canonicallyPrecede(ours) ? .theirs : nil
  }
}

extension ValueMerger {
  /// The side whose version of a text stands first where both inserted; where no history is known, that of the side whose whole
  /// value comes first by its canonical bytes.
  func firstSide(_ versions: Versions, _ aspect: PropertyPath.Aspect = .value) throws -> MergeSide {
    if case .prefer(let side) = policy { return side }
    return try recency(aspect)?.later ?? versions.firstByBytes
  }

  /// The side whose insertions into an array stand first, found out once for each array. Who appends a record to a list writes
  /// it on, so where nobody declared how the list merges, what both appended stands in the order of time, as far as
  /// that is known.
  /// - Parameter firstByBytes: decides between orders where no history is known; nil: the whole values do.
  func precedence(
    _ versions: Versions, _ aspect: PropertyPath.Aspect, _ strategy: EffectiveStrategy,
    firstByBytes: MergeSide? = nil
  ) throws -> Precedence {
    let array = ArrayKey(versions)
    if let known = precedences[array] { return known }
    let precedence: Precedence
    if case .prefer(let side) = policy {
      precedence = Precedence(first: side, atEnd: side)
    } else if let later = try recency(aspect)?.later {
      precedence = Precedence(first: later, atEnd: strategy.isDeclared ? later : later.other)
    } else {
      precedence = .byBytes(first: firstByBytes ?? versions.firstByBytes)
    }
    precedences[array] = precedence
    return precedence
  }
}

/// An array, by where its two sides begin.
struct ArrayKey: Hashable {
  private var ours: Int
  private var theirs: Int

  init(_ versions: Versions) {
    ours = versions.ours?.range.lowerBound ?? -1
    theirs = versions.theirs?.range.lowerBound ?? -1
  }
}

extension Versions {
  /// The side whose value comes first by its canonical bytes.
  fileprivate var firstByBytes: MergeSide {
    guard let ours, let theirs else { return ours == nil ? .ours : .theirs }
    return ours.canonicallyPrecedes(theirs) ? .ours : .theirs
  }
}
