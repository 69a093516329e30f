import Forked
import ForkedDocument
import ForkedJSON
import ForkedModel
import ForkedSchema
import ForkedTestSupport
import Foundation
import Testing

/// The laws of each strategy. The merge of Swift values and the merge of their JSON both keep them, with equal results.
@Suite struct StrategyLawTests {
  static let seeds = LawSeeds.range(usually: 500)

  @Test(arguments: MergeStrategy.all)
  func hold(of strategy: MergeStrategy) throws {
    switch strategy {
    case .mostRecent: try check(LatestList.self, of: strategy)
    case .object: try check(PointOnMap.self, of: strategy)
    case .textMerge: try check(Note.self, of: strategy)
    case .arrayMerge: try check(Steps.self, of: strategy)
    case .arrayOfIdentifiableMerge: try check(Contacts.self, of: strategy)
    case .setMerge: try check(Tags.self, of: strategy)
    case .dictionaryMerge: try check(Prices.self, of: strategy)
    case .counterMerge: try check(Views.self, of: strategy)
    case .maxMerge: try check(HighScore.self, of: strategy)
    case .minMerge: try check(FirstName.self, of: strategy)
    case .versionMerge: try check(Release.self, of: strategy)
    case .orderedMerge: try check(Songs.self, of: strategy)
    case .manual: try check(OwnCode.self, of: strategy)
    case .generated: break  // Only a repository knows the program that writes the value again.
    default: Issue.record("\(strategy.name) has no laws")
    }
  }

  private func check<Model: LawfulModel>(_ type: Model.Type, of strategy: MergeStrategy) throws {
    let laws = try StrategyLaws<Model>()
    #expect(laws.plan.strategy == strategy)
    var leftToUser = 0
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let versions = Model.versions(&random)
      let violation = try laws.violation(by: versions)
      #expect(violation == nil, "seed \(seed): \(versions)")
      if versions.isLeftToUser { leftToUser += 1 }
    }
    #expect((leftToUser > 0) == Model.differsInJSON, "what the merger's description says")
  }
}

/// The laws of the strategy that merges the value of a model.
struct StrategyLaws<Model: LawfulModel> {
  /// A merge; nil if it is left to the user.
  typealias Merge = (_ base: Model, _ dominant: Model, _ other: Model) throws -> Model?

  /// The plan of the value by the schema of the model.
  let plan: FieldPlan
  private let documentPlan: FieldPlan

  init() throws {
    let schema = Array(Model.forkedSchema(documents: ["*.json"]).utf8)
    documentPlan = try SchemaSet(root: schema) { _ in nil }.plan(forDocument: "model.json")
    plan = documentPlan.property("value")
  }

  /// The law that some versions violate, and how they were merged; nil if there is none.
  func violation(by versions: LawfulVersions<Model>) throws -> String? {
    try violation(of: mergeValues, by: versions).map { "values: \($0)" }
      ?? violation(of: mergeJSON, by: versions).map { "JSON: \($0)" }
      ?? agreement(on: versions)
  }

  private func violation(of merge: Merge, by versions: LawfulVersions<Model>) throws -> String? {
    let (base, one, other) = (versions.base, versions.one, versions.other)
    for (dominant, second) in [(one, base), (base, one)] {
      guard try isSame(merge(base, dominant, second), one) else { return "one side alone" }
    }
    let both = try merge(base, one, one)
    guard try plan.strategy?.addsUp ?? false || isSame(both, one) else {
      return "both alike"
    }
    guard let merged = try merge(base, one, other) else {
      return versions.isLeftToUser ? nil : "left to the user"
    }
    let isExpected = Model.combines(base.value, one.value, other.value, merged.value)
    guard isExpected || versions.isLeftToUser else { return "not the changes of both: \(merged)" }
    return try Model.isSymmetric ? asymmetry(of: merge, on: versions) : nil
  }

  /// The law of strategies that give one result whichever side dominates, and in whatever order forks merge.
  private func asymmetry(of merge: Merge, on versions: LawfulVersions<Model>) throws -> String? {
    guard !versions.areAnyLeftToUser else { return nil }
    let (base, one, other) = (versions.base, versions.one, versions.other)
    guard let merged = try merge(base, one, other),
      try isSame(merge(base, other, one), merged)
    else { return "the dominant side matters" }
    let third = versions.third
    guard let rest = try merge(base, other, third),
      try isSame(merge(base, merged, third), merge(base, one, rest))
    else { return "the order of merges matters" }
    return nil
  }

  private func agreement(on versions: LawfulVersions<Model>) throws -> String? {
    let (base, one, other) = (versions.base, versions.one, versions.other)
    let merged = try mergeJSON(base, one, other)
    guard (merged == nil) == versions.isLeftToUser else { return "JSON: left to the user" }
    guard let merged else { return nil }
    return try isSame(merged, mergeValues(base, one, other)) ? nil : "JSON differs: \(merged)"
  }

  // MARK: - The two merges

  private func mergeValues(_ base: Model, _ dominant: Model, _ other: Model) throws -> Model? {
    try dominant.merged(withSubordinate: other, commonAncestor: base)
  }

  /// Merges the JSON in both directions, which must agree.
  private func mergeJSON(_ base: Model, _ dominant: Model, _ other: Model) throws -> Model? {
    let results = try [(dominant, other, MergeSide.ours), (other, dominant, .theirs)].map {
      try mergeJSON(base, $0, $1, later: $2)
    }
    let areSame = try isSame(results[0], results[1])
    try #require(areSame, "the direction of the merge matters")
    return results[0]
  }

  private func mergeJSON(
    _ base: Model, _ ours: Model, _ theirs: Model, later: MergeSide
  ) throws -> Model? {
    let merge = try DocumentMerge(
      base: json(base), ours: json(ours), theirs: json(theirs), plan: documentPlan,
      recency: { _ in Recency(later: later) })
    let result = try merge.run()
    try #require(result.defects.isEmpty)
    return result.isClean ? try JSONDecoder().decode(Model.self, from: Data(result.bytes)) : nil
  }

  // MARK: - Comparing

  /// Returns true if the models have equal JSON, sets without order.
  private func isSame(_ one: Model?, _ other: Model?) throws -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    let sets: Set<String> = plan.strategy == .setMerge ? ["value"] : []
    return try Unordered(json(one).root, sets) == Unordered(json(other).root, sets)
  }
}
