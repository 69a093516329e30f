import Forked
import ForkedJSON
import ForkedMerge

/// Whose insertions stand first where both sides inserted at one place of an array.
struct Precedence {
  var first: MergeSide
  /// The same behind the last element of a list of records.
  var atEnd: MergeSide

  /// Both answers that matter: what comes out alike for them needs no history.
  static let either = [MergeSide.ours, .theirs].map { Precedence(first: $0, atEnd: $0.other) }
}

extension ValueMerger {
  /// The later change's insertions go first; where no history is known, those of the side whose whole value comes
  /// first by its canonical bytes.
  func firstSide(_ versions: Versions, _ aspect: PropertyPath.Aspect = .value) throws -> MergeSide {
    if case .prefer(let side) = policy { return side }
    if let later = try recency(aspect)?.later { return later }
    let ours = versions.ours?.canonicalBytes ?? []
    return ours.lexicographicallyPrecedes(versions.theirs?.canonicalBytes ?? []) ? .ours : .theirs
  }

  /// Whose insertions stand first. Who appends a record to a list writes it on, so where nobody declared how the
  /// list merges, what both appended stands in the order of time, as far as that is known.
  func precedence(
    _ versions: Versions, _ aspect: PropertyPath.Aspect, _ strategy: EffectiveStrategy
  ) throws -> Precedence {
    let first = try firstSide(versions, aspect)
    var precedence = Precedence(first: first, atEnd: first)
    if case .prefer = policy { return precedence }
    if !strategy.isDeclared, try recency(aspect) != nil { precedence.atEnd = first.other }
    return precedence
  }
}
