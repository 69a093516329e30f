import Forked
import ForkedJSON
import ForkedSchema
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// Whatever is decided together, by which rule and under which policy, the audit accepts it: no user ever sees a defect.
///
/// `FORK_LAW_CASES` and `FORK_LAW_SEED` as for ``DocumentLawTests``.
@Suite struct TogetherRuleLawTests {
  @Test func hasNoDefects() throws {
    for seed in DocumentLawTests.seeds {
      var random = SeededGenerator(drawnFrom: seed)
      let schema = TogetherSchema(&random)
      let base = schema.object(&random, depth: 0)
      let (ours, theirs) = (schema.edited(base, &random), schema.edited(base, &random))
      let policy: ConflictPolicy = random.pick([
        .mostRecent, .mostRecent, .manual, .prefer(.ours), .prefer(.theirs), .versions,
      ])
      var merge = try DocumentMerge(
        [base, ours, theirs].map(LawStyle.plain.document), plan: plan(schema.json), policy: policy)
      let salt = random.below(3)
      merge.recency = { path in
        let sum = "\(path)".utf8.reduce(salt) { $0 + Int($1) }
        return Recency(later: sum % 2 == 0 ? .ours : .theirs)
      }
      let result = try merge.run()
      #expect(
        result.defects.isEmpty,
        """
        seed \(seed), \(policy): \(result.defects)
        \(schema.json)
        \([base, ours, theirs].map(\.text).joined(separator: "\n"))
        \(result.text)
        """)
    }
  }
}

/// A schema with `x-together`, and documents for it.
private struct TogetherSchema {
  private let strategies: [String: String]
  private let rule: String
  private let inner: String?

  init(_ random: inout SeededGenerator) {
    let known = [
      "mostRecent", "counterMerge", "setMerge", "arrayMerge", "manual", "versionMerge", "maxMerge",
      "textMerge", "", "", "", "",
    ]
    var strategies: [String: String] = [:]
    for key in ["a", "b", "c", "d", "e"] { strategies[key] = random.pick(known) }
    strategies["v"] = random.pick(["versionMerge", "versionMerge", "maxMerge", "mostRecent", ""])
    rule = random.pick([
      "true", #"{"by": "/v"}"#, #"{"by": "/v", "unit": ["/u", "/o/x"]}"#,
      #"{"by": "/v", "unit": true}"#, #"["/a", "/b", "/o"]"#, #"["/a", "/u", "/o/x"]"#,
      #"{"unit": ["/u", "/o/x"]}"#, #"{"unit": true}"#, #"{"by": "/v", "properties": ["/a"]}"#,
    ])
    // A rule that leads into an object with a rule of its own is not judged here.
    inner = rule.contains("/o") ? nil : random.pick([nil, "true", #"{"by": "/x"}"#])
    if rule.contains("\"unit\": true") { strategies = strategies.filter { $0.key == "v" } }
    self.strategies = strategies.filter { !$0.value.isEmpty }
  }

  var json: String {
    var properties = strategies.sorted { $0.key < $1.key }.map {
      #""\#($0.key)": {"x-merge": "\#($0.value)"}"#
    }
    if let inner { properties.append(#""o": {"x-together": \#(inner)}"#) }
    return #"{"x-together": \#(rule), "properties": {\#(properties.joined(separator: ", "))}}"#
  }

  private static let keys = ["a", "b", "c", "d", "e", "u", "v", "o", "n"]

  func object(_ random: inout SeededGenerator, depth: Int) -> LawTree {
    var members: [String: LawTree] = [:]
    for key in depth == 0 ? Self.keys : ["x", "y", "z"] where random.below(3) > 0 {
      members[key] = value(of: key, &random, depth: depth + 1)
    }
    return Self.object(members)
  }

  private static func object(_ members: [String: LawTree]) -> LawTree {
    .object(members.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value) })
  }

  private func value(of key: String, _ random: inout SeededGenerator, depth: Int) -> LawTree {
    let numbers = { (random: inout SeededGenerator) in LawTree.scalar("\(random.below(9))") }
    switch strategies[key] {
    case "counterMerge", "maxMerge": return numbers(&random)
    case "setMerge", "arrayMerge":
      let elements = Set((0..<random.below(4)).map { _ in random.below(9) }).sorted()
      return .scalar("[" + elements.map { "\"e\($0)\"" }.joined(separator: ", ") + "]")
    default: break
    }
    if key == "v" || strategies[key] == "versionMerge" {
      return .scalar(random.pick(["\"1.0.1\"", "\"1.0.2\"", "\"1.2.0\"", "\"main\""]))
    }
    if depth == 1, key == "o" || random.below(8) == 0 { return object(&random, depth: 1) }
    return random.pick([numbers(&random), .scalar("\"s\(random.below(5))\""), .scalar("null")])
  }

  func edited(_ value: LawTree, _ random: inout SeededGenerator, depth: Int = 0) -> LawTree {
    guard case .object(let list) = value else { return value }
    var members = Dictionary(uniqueKeysWithValues: list.map { ($0.key, $0.value) })
    for _ in 0...random.below(4) {
      let key = random.pick(depth == 0 ? Self.keys : ["x", "y", "z"])
      switch (random.below(4), members[key]) {
      case (0, _?): members[key] = nil
      case (1...2, .object(let inner)?):
        members[key] = edited(.object(inner), &random, depth: depth + 1)
      default: members[key] = self.value(of: key, &random, depth: depth + 1)
      }
    }
    return Self.object(members)
  }
}
