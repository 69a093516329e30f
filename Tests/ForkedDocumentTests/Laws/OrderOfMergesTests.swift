import ForkedDocument
import ForkedJSON
import ForkedTestSupport
import Testing

/// Law 4 (b): for sets, dictionaries, counters and extremes the order in which forks merge makes no difference.
///
/// Apart from deletions of what another fork changed: three versions that differ in two ways cannot tell which of
/// the changes is the older one.
@Suite struct OrderOfMergesTests {
  private static let shape = LawShape.object([
    ("set", .set), ("map", .map(.free)), ("counters", .map(.value(.counterMerge))),
    ("high", .value(.maxMerge)), ("low", .value(.minMerge)), ("sets", .map(.set)),
  ])

  @Test func makesNoDifference() throws {
    let plan = try plan(Self.shape.schema)
    for seed in DocumentLawTests.seeds {
      var forks = ForkedVersions(seed: seed)
      let base = forks.version()
      let all = try (0..<4).map { _ in try forks.edited(base) }
      let merge = { (ours: JSONDocument, theirs: JSONDocument) in
        let merge = DocumentMerge(base: try base.json, ours: ours, theirs: theirs, plan: plan)
        let result = try merge.run()
        #expect(result.isClean, "seed \(seed)")
        return try JSONDocument(parsing: result.bytes)
      }
      let first = try all.dropFirst().reduce(all[0], merge)
      let backwards = try all.dropLast().reversed().reduce(all[3], merge)
      let pairs = try merge(merge(all[2], all[0]), merge(all[1], all[3]))
      for other in [backwards, pairs] {
        #expect(
          first.root.isSame(as: other.root, Self.shape),
          "seed \(seed)\nbase \(base.text)\n\(all.map(\.root))\n\(first.root)\n\(other.root)")
      }
    }
  }
}

/// A document of the forks; a key's value in a dictionary follows from the key.
private struct ForkedVersions {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(drawnFrom: seed) }

  struct Version {
    var members: Set<Int>
    var keys: Set<Int>
    var counters: [Int]
    var high: Int
    var low: Int
    var inner: Set<Int>

    var text: String {
      let set = { (members: Set<Int>) in
        "[" + members.sorted().map(String.init).joined(separator: ", ") + "]"
      }
      let map = keys.sorted().map { "\"k\($0)\": {\"n\": \($0)}" }.joined(separator: ", ")
      let counts = counters.enumerated().map { "\"c\($0)\": \($1)" }.joined(separator: ", ")
      return """
        {"set": \(set(members)), "map": {\(map)}, "counters": {\(counts)}, "high": \(high), "low": \(low),
         "sets": {"inner": \(set(inner))}}
        """
    }

    var json: JSONDocument { get throws { try parse(text) } }
  }

  mutating func version() -> Version {
    Version(
      members: some(), keys: some(), counters: (0..<3).map { _ in number() }, high: number(),
      low: number(), inner: some())
  }

  mutating func edited(_ base: Version) throws -> JSONDocument {
    var version = base
    for _ in 0..<random.below(5) {
      switch random.below(6) {
      case 0: version.members.formSymmetricDifference([number()])
      case 1: version.keys.formSymmetricDifference([number()])
      case 2: version.counters[random.below(3)] += random.pick([-1, 1, 2])
      case 3: version.high = number()
      case 4: version.low = number()
      default: version.inner.formSymmetricDifference([number()])
      }
    }
    return try version.json
  }

  private mutating func some() -> Set<Int> { Set((0..<random.below(5)).map { _ in number() }) }
  private mutating func number() -> Int { random.below(6) }
}
