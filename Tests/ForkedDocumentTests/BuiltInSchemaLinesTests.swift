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
    let set = try SchemaSet(
      root: Array(##"{"x-documents": {"*.json": {"$ref": "fork:geojson"}}}"##.utf8),
      load: { _ in nil })
    let place = [Step.key("coordinates")]
    let merge = try Self.merge(.array, at: place, set.plan(forDocument: "a.json"))
    let lines = Array(Self.text(.array, at: place, first: 7, last: 8).utf8)
    #expect(try merge.run(orByLines: { lines }).conflicts.map(\.reason) == [.manual])
  }

  private static func merge(
    _ value: Value, at place: [Step], _ plan: FieldPlan
  ) throws -> DocumentMerge {
    func version(_ first: Int, _ last: Int) throws -> JSONDocument {
      try JSONDocument(parsing: Array(text(value, at: place, first: first, last: last).utf8))
    }
    return DocumentMerge(
      base: try version(1, 1), ours: try version(7, 1), theirs: try version(1, 8), plan: plan)
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
    let names = try names(in: JSONDocument(parsing: Array(schema.text.utf8)).root)
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
