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
        [base, ours, theirs].map(\.json), plan: plan(schema.json), policy: policy)
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
        \([base, ours, theirs].map(\.json).joined(separator: "\n"))
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

  func object(_ random: inout SeededGenerator, depth: Int) -> Value {
    var members: [String: Value] = [:]
    for key in depth == 0 ? Self.keys : ["x", "y", "z"] where random.below(3) > 0 {
      members[key] = value(of: key, &random, depth: depth + 1)
    }
    return .object(members)
  }

  private func value(of key: String, _ random: inout SeededGenerator, depth: Int) -> Value {
    let numbers = { (random: inout SeededGenerator) in Value.literal("\(random.below(9))") }
    switch strategies[key] {
    case "counterMerge", "maxMerge": return numbers(&random)
    case "setMerge", "arrayMerge":
      let elements = Set((0..<random.below(4)).map { _ in random.below(9) }).sorted()
      return .literal("[" + elements.map { "\"e\($0)\"" }.joined(separator: ", ") + "]")
    default: break
    }
    if key == "v" || strategies[key] == "versionMerge" {
      return .literal(random.pick(["\"1.0.1\"", "\"1.0.2\"", "\"1.2.0\"", "\"main\""]))
    }
    if depth == 1, key == "o" || random.below(8) == 0 { return object(&random, depth: 1) }
    return random.pick([numbers(&random), .literal("\"s\(random.below(5))\""), .literal("null")])
  }

  func edited(_ value: Value, _ random: inout SeededGenerator, depth: Int = 0) -> Value {
    guard case .object(var members) = value else { return value }
    for _ in 0...random.below(4) {
      let key = random.pick(depth == 0 ? Self.keys : ["x", "y", "z"])
      switch (random.below(4), members[key]) {
      case (0, _?): members[key] = nil
      case (1...2, .object(let inner)?):
        members[key] = edited(.object(inner), &random, depth: depth + 1)
      default: members[key] = self.value(of: key, &random, depth: depth + 1)
      }
    }
    return .object(members)
  }
}

private indirect enum Value {
  case literal(String)
  case object([String: Value])

  var json: String {
    switch self {
    case .literal(let text): text
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value.json)" }
        .joined(separator: ", ") + "}"
    }
  }
}
