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

  private struct Candidate {
    let index: Int
    let suffix: [Unicode.Scalar]
    let machine: GlobMachine
  }

  /// At most one tie for each glob. O(n) for globs that differ in their literal text; pairs of one rank are
  /// compared within a bound, beyond which `DocumentGlobs` still chooses in one documented order.
  static func ties(among globs: [Glob]) -> [Tie] {
    var ties: [Tie] = []
    var firstByPattern: [[Segment]: Int] = [:]
    var candidates: [Rank: [Candidate]] = [:]
    var steps = 1_000_000
    for (index, glob) in globs.enumerated() {
      if let first = firstByPattern[glob.segments] {
        ties.append(Tie(first: first, second: index, areAlike: true))
        continue
      }
      firstByPattern[glob.segments] = index
      let rank = Rank(specificity: glob.specificity, prefix: glob.literalPrefix)
      let candidate = Candidate(
        index: index, suffix: glob.literalSuffix, machine: GlobMachine(glob))
      if let rival = rival(of: candidate, among: candidates[rank, default: []], &steps) {
        ties.append(Tie(first: rival, second: index, areAlike: false))
      }
      candidates[rank, default: []].append(candidate)
    }
    return ties
  }

  /// The first that can match a path which the candidate matches too.
  private static func rival(
    of candidate: Candidate, among others: [Candidate], _ steps: inout Int
  ) -> Int? {
    for other in others {
      guard steps > 0 else { return nil }
      steps -= 1
      let mayMeet = zip(candidate.suffix.reversed(), other.suffix.reversed()).allSatisfy {
        $0 == $1
      }
      if mayMeet, candidate.machine.accepts(inCommonWith: other.machine, &steps) {
        return other.index
      }
    }
    return nil
  }
}
