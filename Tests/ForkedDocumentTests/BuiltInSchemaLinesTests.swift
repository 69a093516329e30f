import ForkedDocument
import ForkedJSON
import ForkedMerge
import Testing

@testable import ForkedSchema

/// A built-in schema never makes a conflict that git's line merge would not have had.
@Suite struct BuiltInSchemaLinesTests {
  enum Step: Hashable {
    case key(String)
    case element
  }

  /// Many scalars on lines of their own, of which ours changes the first and theirs the last.
  enum Value: CaseIterable { case array, object }

  @Test(arguments: BuiltInSchema.all, Value.allCases)
  func noConflictWhereLinesMerge(schema: BuiltInSchema, value: Value) throws {
    let places = try Self.places(of: schema)
    #expect(places.count > 1)
    for place in places {
      let merge = try Self.merge(value, at: place, schema.plan)
      let lines = Array(Self.text(value, at: place, first: 7, last: 8).utf8)
      let merged = try merge.run(orByLines: { lines })
      let isClean = merged.isClean
      #expect(isClean, "\(place) \(merged.conflicts.map(\.reason))")
    }
  }

  @Test func schemasThatTheUserRefersToAreDeclared() throws {
    let place = [Step.key("coordinates")]
    let merge = try Self.merge(.array, at: place, plan(#"{"$ref": "fork:geojson"}"#))
    let lines = Array(Self.text(.array, at: place, first: 7, last: 8).utf8)
    #expect(try merge.run(orByLines: { lines }).conflicts.map(\.reason) == [.manual])
  }

  private static func merge(
    _ value: Value, at place: [Step], _ plan: FieldPlan
  ) throws -> DocumentMerge {
    try DocumentMerge(
      [(1, 1), (7, 1), (1, 8)].map { text(value, at: place, first: $0, last: $1) }, plan: plan)
  }

  private static func text(_ value: Value, at place: [Step], first: Int, last: Int) -> String {
    let numbers = [first] + Array(2..<12) + [last]
    let parts = numbers.enumerated().map { index, number in
      value == .array ? "\(number)" : "\"k\(index)\": \(number)"
    }
    let lines = parts.joined(separator: ",\n")
    let text = value == .array ? "[\n\(lines)\n]" : "{\n\(lines)\n}"
    return place.reversed().reduce(text) { text, step in
      switch step {
      case .key(let key): "{\"id\": \"x\",\n\"\(key)\": \(text)}"
      case .element: "[\n\(text)\n]"
      }
    } + "\n"
  }

  /// Ways to all that the schema says something about, each plan once.
  private static func places(of schema: BuiltInSchema) throws -> [[Step]] {
    let names = try names(in: JSONDocument(parsing: schema.text()).root)
    var seen: Set<FieldPlan> = []
    var waiting: [(plan: FieldPlan, place: [Step])] = [(schema.plan, [])]
    var places: [[Step]] = [[]]
    while let (plan, place) = waiting.popLast() {
      let below =
        names.map { (plan.property(JSONString($0)), place + [.key($0)]) }
        + [(plan.element(at: 0), place + [.element])]
      for (plan, place) in below where !plan.isSilent && seen.insert(plan).inserted {
        places.append(place)
        waiting.append((plan, place))
      }
    }
    return places
  }

  private static func names(in schema: JSONNode) -> Set<String> {
    var names: Set<String> = []
    var waiting = [schema]
    while let node = waiting.popLast() {
      if let properties = node["properties"], properties.kind == .object {
        names.formUnion(properties.members.compactMap { $0.key.string?.exactString })
      }
      waiting += node.members.map(\.value) + Array(node.elements)
    }
    return names.subtracting(["id"]).union(["any"])
  }
}
