import Forked
import ForkedDocument
import ForkedJSON
import ForkedMerge
import ForkedModel
import ForkedSchema
import ForkedTestSupport
import Foundation
import Synchronization
import Testing

/// Macro and schema agree: merging two versions of a model gives what merging their JSON by the model's schema gives. And
/// by both, a version merged with its base is itself (invariant 1).
///
/// The strategies by themselves are in ``StrategyLawTests``. Values are compared as JSON, sets without order, and the first side is the later one in both merges.
@Suite struct AgreementTests {
  static let count = LawSeeds.number("FORK_LAW_CASES") ?? 100

  @Test(arguments: Set(PropertyMerge.allCases).subtracting([.automatic, .mergeableProtocol]))
  func aNameIsThatOfAStrategy(name: PropertyMerge) {
    #expect(MergeStrategy.all.contains { $0.name == name.rawValue })
  }

  @Test func optionals() throws { try check(Perhaps.self) }
  @Test func modelsInModels() throws { try check(Library.self) }

  @Test func orderedRelationships() throws {
    let random = Mutex(SeededGenerator(seed: 0))
    let replica = Replica(random: { random.withLock { $0.next() } })
    try Replica.$current.withValue(replica) { try check(Shelves.self) }
  }

  private func check<Model: RandomModel>(
    _ type: Model.Type, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let schema = Array(Model.forkedSchema(documents: ["*.json"]).utf8)
    let plan = try SchemaSet(root: schema) { _ in nil }.plan(forDocument: "model.json")
    func byMacro(_ one: Model, _ other: Model, _ base: Model) throws -> Unordered {
      try Unordered(
        json(one.merged(withSubordinate: other, commonAncestor: base)).root, Model.sets)
    }
    func bySchema(_ one: Model, _ other: Model, _ base: Model) throws -> Unordered {
      let document = try DocumentMerge(
        base: json(base), ours: json(one), theirs: json(other), plan: plan,
        recency: { _ in Recency(later: .ours) }
      ).run()
      #expect(document.isClean, sourceLocation: sourceLocation)
      return try Unordered(JSONDocument(parsing: document.bytes).root, Model.sets)
    }
    for seed in 0..<UInt64(Self.count) {
      var random = SeededGenerator(seed: seed)
      var base = Model()
      for _ in 0..<6 { base.edit(&random) }
      var (one, other) = (base, base)
      for _ in 0..<random.below(5) { one.edit(&random) }
      for _ in 0..<random.below(5) { other.edit(&random) }

      let trail: Comment = "seed \(seed)\n\(base)\n\(one)\n\(other)"
      for (ours, theirs) in [(one, other), (one, one)] {
        let macro = try byMacro(ours, theirs, base)
        let schema = try bySchema(ours, theirs, base)
        #expect(macro == schema, trail, sourceLocation: sourceLocation)
      }
      let alone = try Unordered(json(one).root, Model.sets)
      for merge in [byMacro, bySchema] {
        #expect(try merge(one, base, base) == alone, trail, sourceLocation: sourceLocation)
        #expect(try merge(base, one, base) == alone, trail, sourceLocation: sourceLocation)
      }
    }
  }
}

/// The JSON of a model.
func json(_ model: some Encodable) throws -> JSONDocument {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys]
  return try JSONDocument(parsing: Array(encoder.encode(model)))
}

/// A JSON value in which the arrays under some keys are sets.
indirect enum Unordered: Hashable {
  case scalar(JSONNode)
  case array([Unordered])
  case set(Set<Unordered>)
  case object([String: Unordered])

  init(_ node: JSONNode, _ sets: Set<String>, isSet: Bool = false) {
    switch node.kind {
    case .array where isSet: self = .set(Set(node.elements.map { Unordered($0, sets) }))
    case .array: self = .array(node.elements.map { Unordered($0, sets) })
    case .object:
      self = .object(
        Dictionary(
          node.members.map { member in
            let name = member.key.string?.exactString ?? ""
            return (name, Unordered(member.value, sets, isSet: sets.contains(name)))
          }, uniquingKeysWith: { $1 }))
    default: self = .scalar(node)
    }
  }
}
