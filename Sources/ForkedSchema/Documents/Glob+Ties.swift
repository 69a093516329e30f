/// Globs between which no path can choose.
extension Glob {
  /// Two globs of a list, by index, of equal rank that can match one path.
  struct Tie: Hashable {
    let first: Int
    let second: Int
    /// Both match the same paths.
    let areAlike: Bool
  }

  private struct Rank: Hashable {
    let specificity: Specificity
    let prefix: [Unicode.Scalar]
  }

  /// At most one tie for each glob. O(n) for globs that differ in their literal text; pairs of one rank are
  /// compared within a bound, beyond which `DocumentGlobs` still chooses in one documented order.
  static func ties(among globs: [Glob]) -> [Tie] {
    var ties: [Tie] = []
    var firstByPattern: [[Segment]: Int] = [:]
    var byRank: [Rank: [Int]] = [:]
    var steps = 2_000_000
    for (index, glob) in globs.enumerated() {
      if let first = firstByPattern[glob.segments] {
        ties.append(Tie(first: first, second: index, areAlike: true))
        continue
      }
      firstByPattern[glob.segments] = index
      let rank = Rank(specificity: glob.specificity, prefix: glob.literalPrefix)
      let rival = byRank[rank, default: []].first { globs[$0].overlaps(glob, &steps) }
      if let rival { ties.append(Tie(first: rival, second: index, areAlike: false)) }
      byRank[rank, default: []].append(index)
    }
    return ties
  }

  private func overlaps(_ other: Glob, _ steps: inout Int) -> Bool {
    steps -= 1
    guard steps > 0, Self.agree(literalSuffix, other.literalSuffix) else { return false }
    return GlobMachine(self).accepts(inCommonWith: GlobMachine(other), &steps)
  }

  /// One is the end of the other.
  private static func agree(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
    zip(a.reversed(), b.reversed()).allSatisfy { $0 == $1 }
  }
}
