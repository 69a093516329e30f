import ForkedDocument
import ForkedJSON
import ForkedTestSupport
import Testing

/// The last of the members with one key counts, and each other one is a member of its own.
///
/// Random merges without duplicate keys say what must come out: where all versions have the same ones, the same with
/// these planted in it. `FORK_LAW_CASES` and `FORK_LAW_SEED` as for ``DocumentLawTests``.
@Suite struct DuplicateKeyLawTests {
  @Test func equalDuplicateKeysStayAndChangeNothing() throws {
    var (merged, refused, kept, followed) = (0, 0, 0, 0)
    for seed in DocumentLawTests.seeds {
      // What is planted in an element without an id is evidence, too.
      guard let (lawCase, planting) = try Self.planting(seed), !planting.isAtPlace else { continue }
      do {
        let merge = try lawCase.merge(of: lawCase.trees.map(planting.planted)).withoutMoves
        merged += 1
        followed += planting.isInList ? 1 : 0
        let outcome = try Self.outcome(of: merge, lawCase, planting)
        kept += outcome.isKept ? 1 : 0
        if let violation = outcome.violation {
          Issue.record("\(violation)\n\(planting)\n\(lawCase.trail)")
        }
      } catch let error as UnreadableVersion {
        refused += 1
        let bare = try lawCase.merge(of: lawCase.trees).withoutMoves.run()
        if lawCase.shape == nil, !planting.isInList, bare.defects.isEmpty {
          Issue.record("\(error)\n\(planting)\n\(lawCase.trail)")
        }
      }
    }
    print(
      "planted alike: \(merged) merged (\(kept) with what is planted, \(followed) in lists),",
      "\(refused) by lines")
    if LawSeeds.isLong { #expect(merged > refused && kept * 2 > merged) }
  }

  /// Where versions have other members under such a key, they merge as if each but the last had a key of its own.
  @Test func theLastCountsAndEachOtherIsAMemberOfItsOwn() throws {
    var (merged, refused, clean) = (0, 0, 0)
    for seed in DocumentLawTests.seeds {
      guard let (lawCase, planting) = try Self.planting(seed) else { continue }
      var random = SeededGenerator(drawnFrom: seed &+ 2)
      var trees = lawCase.trees.map(planting.planted)
      for version in trees.indices where random.oneIn(2) {
        trees[version] = planting.planted(
          planting.otherMembers(&random), in: lawCase.trees[version])
      }
      let apart = try lawCase.merge(of: trees.map(\.withKeysApart)).withoutMoves.run()
      do {
        let result = try lawCase.merge(of: trees).withoutMoves.run()
        merged += 1
        clean += result.isClean ? 1 : 0
        if let violation = try Self.violation(of: result, apart) {
          Issue.record("\(violation)\n\(trees)\n\(planting)\n\(lawCase.trail)")
        }
      } catch is UnreadableVersion {
        refused += 1
      }
    }
    print("planted otherwise: \(merged) merged (\(clean) clean), \(refused) by lines")
    if LawSeeds.isOptimized { #expect(merged > refused) }
    #expect(clean * 2 > merged)
  }

  private static func planting(_ seed: UInt64) throws -> (LawCase, LawPlanting)? {
    let lawCase = try LawCase(seed: seed)
    var random = SeededGenerator(drawnFrom: seed &+ 1)
    return LawPlanting(in: lawCase.trees, &random).map { (lawCase, $0) }
  }

  /// Returns what is wrong with a merge, beside that of the same versions with different keys.
  private static func violation(
    of result: MergeResult<[UInt8]>, _ apart: MergeResult<[UInt8]>
  ) throws -> String? {
    if let defect = result.defects.first { return "\(defect)" }
    guard result.conflicts.map(\.pointer) == apart.conflicts.map(\.pointer) else {
      return "conflicts \(result.conflicts.map(\.pointer)), not \(apart.conflicts.map(\.pointer))"
    }
    guard result.isClean else { return nil }
    let tree = try LawTree(document(result).root).withKeysApart
    return tree.isSameValue(as: try LawTree(document(apart).root))
      ? nil : "another document: \(result.text)"
  }

  private static func outcome(
    of merge: DocumentMerge, _ lawCase: LawCase, _ planting: LawPlanting
  ) throws -> (violation: String?, isKept: Bool) {
    let (result, bare) = (
      try merge.run(), try lawCase.merge(of: lawCase.trees).withoutMoves.run()
    )
    if let defect = result.defects.first { return ("\(defect)", false) }
    let (conflicts, bareConflicts) = (
      result.conflicts.map(\.pointer), bare.conflicts.map(\.pointer)
    )
    // In a list whose ids repeat, what is planted is evidence, so that another element may be in conflict.
    let areElsewhere = planting.isInList && !conflicts.isEmpty && !bareConflicts.isEmpty
    guard conflicts == bareConflicts || areElsewhere else {
      return ("conflicts \(conflicts), not \(bareConflicts)", false)
    }
    guard result.isClean else { return (nil, false) }
    let tree = try LawTree(document(result).root)
    let bareTree = try LawTree(document(bare).root)
    let text = result.text
    guard tree.withoutPlants.isSameValue(as: bareTree) else {
      return ("another document: \(text)", false)
    }
    // Members that theirs adds follow their left neighbour there, which may be planted, or are sorted into keys that are
    // sorted without what is planted.
    let isThere = planting.found(in: bareTree) != nil
    if isThere, planting.found(in: tree) == [] { return ("no planted members: \(text)", false) }
    guard tree.plants.allSatisfy(planting.isWhole) else {
      return ("other members: \(text)", false)
    }
    let quietness = try LawQuietness(merge, result, lawCase.shape ?? .free)
    if let violation = quietness.violations.first { return ("\(violation): \(text)", false) }
    let isOneStyle =
      merge.ours.root.count > 1 && lawCase.styles[0].isUniform
      && lawCase.styles.allSatisfy { $0 == lawCase.styles[0] }
    if isOneStyle, result.bytes != Array(lawCase.styles[1].document(tree).utf8) {
      return ("style: \(text)", false)
    }
    return (nil, isThere)
  }

  private static func document(_ result: MergeResult<[UInt8]>) throws -> JSONDocument {
    try JSONDocument(parsing: result.bytes, duplicateKeys: .kept)
  }
}

extension LawPlanting {
  /// True if other versions may have another element there.
  fileprivate var isAtPlace: Bool {
    steps.contains { if case .place = $0 { true } else { false } }
  }

  fileprivate var isInList: Bool {
    steps.contains { if case .key = $0 { false } else { true } }
  }
}

extension DocumentMerge {
  /// Moves are followed in documents without duplicate keys only.
  fileprivate var withoutMoves: DocumentMerge {
    var merge = self
    merge.followsMoves = false
    return merge
  }
}

extension LawTree {
  /// The tree in which each member but the last of a key has a key of its own.
  fileprivate var withKeysApart: LawTree {
    switch self {
    case .scalar: self
    case .array(let elements): .array(elements.map(\.withKeysApart))
    case .object(let members):
      .object(
        members.enumerated().map { place, member in
          let later = members[(place + 1)...].count { $0.key.hasScalars(of: member.key) }
          return Member(
            key: later == 0 ? member.key : "\(member.key)-\(later)",
            value: member.value.withKeysApart)
        })
    }
  }
}
