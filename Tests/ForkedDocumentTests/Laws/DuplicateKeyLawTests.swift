import ForkedDocument
import ForkedJSON
import ForkedTestSupport
import Testing

/// Duplicate keys that all versions have alike are no matter to a merge by property.
///
/// Random merges without duplicate keys say what must come out: the same, with the members planted in it that were
/// planted in the three versions. `FORK_LAW_CASES` and `FORK_LAW_SEED` as for ``DocumentLawTests``.
@Suite struct DuplicateKeyLawTests {
  @Test func equalDuplicateKeysStayAndChangeNothing() throws {
    var (merged, refused, kept, followed) = (0, 0, 0, 0)
    for seed in DocumentLawTests.seeds {
      guard let (lawCase, planting) = try Self.planting(seed) else { continue }
      do {
        let merge = try lawCase.merge(of: lawCase.trees.map(planting.planted))
        merged += 1
        followed += planting.isInList ? 1 : 0
        let outcome = try Self.outcome(of: merge, lawCase, planting)
        kept += outcome.isKept ? 1 : 0
        if let violation = outcome.violation {
          Issue.record("\(violation)\n\(planting)\n\(lawCase.trail)")
        }
      } catch let error as UnreadableVersion {
        refused += 1
        if lawCase.shape == nil, !planting.isInList {
          Issue.record("\(error)\n\(planting)\n\(lawCase.trail)")
        }
      }
    }
    print(
      "planted alike: \(merged) merged (\(kept) with what is planted, \(followed) in lists),",
      "\(refused) by lines")
    #expect(merged > refused)
    #expect(kept * 2 > merged)
  }

  @Test func differentDuplicateKeysMergeByLinesUnlessOneSideReplacedThem() throws {
    var (refused, replaced) = (0, 0)
    for seed in DocumentLawTests.seeds {
      guard let (lawCase, planting) = try Self.planting(seed) else { continue }
      var random = SeededGenerator(drawnFrom: seed &+ 2)
      let holders = lawCase.trees.indices.filter { version in
        (version > 0 || lawCase.hasBase) && planting.found(in: lawCase.trees[version]) != nil
      }
      guard holders.count > 1 else { continue }
      var trees = lawCase.trees.map(planting.planted)
      let other = random.pick(holders)
      let members = planting.otherMembers(&random)
      trees[other] = planting.planted(members, in: lawCase.trees[other])
      let isReplacement = other > 0 && Set(members.map(\.key)).count == members.count
      let error = try Self.refusal {
        let merge = try lawCase.merge(of: trees)
        guard isReplacement else { return }
        replaced += 1
        let bare = lawCase.trees.map { planting.planted(members, in: $0) }
        if let violation = try Self.violation(of: merge, lawCase.merge(of: bare)) {
          Issue.record("\(violation)\n\(planting)\n\(lawCase.trail)")
        }
      }
      if isReplacement, error == nil { continue }
      refused += 1
      guard case .duplicateKey = error?.error.reason else {
        Issue.record("\(String(describing: error)): \(trees[other])\n\(planting)\n\(lawCase.trail)")
        continue
      }
    }
    print("planted otherwise: \(refused) by lines, \(replaced) replaced by one side")
    #expect(refused * 4 > DocumentLawTests.seeds.count)
    #expect(replaced * 100 > DocumentLawTests.seeds.count)
  }

  private static func planting(_ seed: UInt64) throws -> (LawCase, LawPlanting)? {
    let lawCase = try LawCase(seed: seed)
    var random = SeededGenerator(drawnFrom: seed &+ 1)
    return LawPlanting(in: lawCase.trees, &random).map { (lawCase, $0) }
  }

  private static func refusal(_ body: () throws -> Void) throws -> UnreadableVersion? {
    do {
      try body()
      return nil
    } catch let error as UnreadableVersion {
      return error
    }
  }

  /// Returns what is wrong with a merge in which one side replaced all that is planted, beside the merge of versions
  /// that all have what it put there.
  private static func violation(
    of merge: DocumentMerge, _ bareMerge: DocumentMerge
  ) throws -> String? {
    let (result, bare) = (try merge.run(), try bareMerge.run())
    if let defect = result.defects.first { return "\(defect)" }
    guard result.conflicts.map(\.pointer) == bare.conflicts.map(\.pointer) else {
      return "conflicts \(result.conflicts.map(\.pointer))"
    }
    guard result.isClean else { return nil }
    let tree = try LawTree(document(result).root)
    return tree.isSameValue(as: try LawTree(document(bare).root))
      ? nil : "another document: \(String(decoding: result.bytes, as: UTF8.self))"
  }

  private static func outcome(
    of merge: DocumentMerge, _ lawCase: LawCase, _ planting: LawPlanting
  ) throws -> (violation: String?, isKept: Bool) {
    let (result, bare) = (try merge.run(), try lawCase.merge(of: lawCase.trees).run())
    if let defect = result.defects.first { return ("\(defect)", false) }
    guard result.conflicts.map(\.pointer) == bare.conflicts.map(\.pointer) else {
      return ("conflicts \(result.conflicts.map(\.pointer))", false)
    }
    guard result.isClean else { return (nil, false) }
    let tree = try LawTree(document(result).root)
    let bareTree = try LawTree(document(bare).root)
    let text = String(decoding: result.bytes, as: UTF8.self)
    guard isSame(tree.withoutPlants, bareTree, planting) else {
      return ("another document: \(text)", false)
    }
    let isThere = !planting.isAtPlace && planting.found(in: bareTree) != nil
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

  /// Members that theirs adds follow their left neighbour there, which may be planted: then they may be elsewhere.
  private static func isSame(
    _ tree: LawTree, _ bare: LawTree, _ planting: LawPlanting
  ) -> Bool {
    planting.places.allSatisfy { $0 == 0 } ? tree == bare : tree.isSameValue(as: bare)
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
