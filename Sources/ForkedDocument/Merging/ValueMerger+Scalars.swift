import Forked
import ForkedJSON
import ForkedMerge

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
