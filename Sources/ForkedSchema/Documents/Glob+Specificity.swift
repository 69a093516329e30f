/// The order by which one of several matching globs is chosen.
extension Glob {
  /// The specificity of a glob; the greater one is chosen.
  ///
  /// A pattern for one directory precedes one for any depth. Then the longer literal prefix decides, then fewer
  /// wildcards (`**` counts as two), then more literal characters (`*.schema.json` before `*.json`).
  struct Specificity: Hashable, Comparable, Sendable {
    let isAnchored: Bool
    let literalPrefix: Int
    let wildcards: Int
    let literals: Int

    static func < (a: Specificity, b: Specificity) -> Bool {
      if a.isAnchored != b.isAnchored { return b.isAnchored }
      return (a.literalPrefix, -a.wildcards, a.literals)
        < (b.literalPrefix, -b.wildcards, b.literals)
    }
  }

  /// The pattern after a leading `**/`, as one list of elements; nil for `**`.
  private var flattened: [Element?] {
    var row: [Element?] = []
    let isAnyDepth = !isAnchored && segments.count > 1
    for segment in segments.dropFirst(isAnyDepth ? 1 : 0) {
      if !row.isEmpty { row.append(.literal("/")) }
      switch segment {
      case .anyFolders: row.append(nil)
      case .name(let elements): row += elements
      }
    }
    return row
  }

  var isAnchored: Bool { segments.first != .anyFolders }

  /// The literal characters before the first wildcard.
  var literalPrefix: [Unicode.Scalar] {
    flattened.prefix(while: Self.isLiteral).compactMap {
      if case .literal(let scalar) = $0 { scalar } else { nil }
    }
  }

  var specificity: Specificity {
    let row = flattened
    let literals = row.count(where: Self.isLiteral)
    return Specificity(
      isAnchored: isAnchored, literalPrefix: row.prefix(while: Self.isLiteral).count,
      wildcards: row.count - literals + row.count { $0 == nil }, literals: literals)
  }

  /// True if the glob matches exactly one path.
  var isLiteral: Bool { isAnchored && specificity.wildcards == 0 }

  private static func isLiteral(_ element: Element?) -> Bool {
    if case .literal = element { true } else { false }
  }
}

/// The search for globs of equal specificity that match a common path.
extension Glob {
  /// Two globs of a list, by index, that have equal specificity and may match one path.
  struct Tie: Hashable {
    let first: Int
    let second: Int
    /// True if both match the same paths.
    let areAlike: Bool
  }

  private struct Rank: Hashable {
    let specificity: Specificity
    let prefix: [Unicode.Scalar]
  }

  /// Returns at most one tie for each glob.
  ///
  /// Pairs of equal specificity are compared up to a limit. Beyond it, `DocumentGlobs` still chooses deterministically.
  /// - Complexity: O(n) for globs that differ in their literal text.
  static func ties(among globs: [Glob]) -> [Tie] {
    var ties: [Tie] = []
    var firstByPattern: [[Segment]: Int] = [:]
    var rivals: [Rank: [Int]] = [:]
    var steps = 1_000_000
    for (index, glob) in globs.enumerated() {
      if let first = firstByPattern[glob.segments] {
        ties.append(Tie(first: first, second: index, areAlike: true))
        continue
      }
      firstByPattern[glob.segments] = index
      let rank = Rank(specificity: glob.specificity, prefix: glob.literalPrefix)
      guard steps > 0 else { continue }
      let rival = rivals[rank, default: []].first { globs[$0].meets(glob, &steps) }
      if let rival { ties.append(Tie(first: rival, second: index, areAlike: false)) }
      rivals[rank, default: []].append(index)
    }
    return ties
  }
}
