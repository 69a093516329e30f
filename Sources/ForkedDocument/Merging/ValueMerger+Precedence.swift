import Forked
import ForkedJSON
import ForkedMerge

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
