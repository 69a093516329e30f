import ForkedDocument
import ForkedJSON
import ForkedSchema
import Testing

/// The identifiers of entities, and the parts of a document that are removed with them.
@Suite struct EntityTests {
  @Test func numbersNameAnEntityByTheirValue() throws {
    let document = try parse(#"{"a":{"id":1},"b":{"id":1.0},"c":{"id":10e-1},"d":{"id":10}}"#)
    let plan = try Self.plan(##"{"additionalProperties": {"$ref": "#/$defs/Person"}}"##)
    let names = DocumentEntities(in: document, plan: plan).occurrences.map(\.identifier.description)
    #expect(names == ["Person-1", "Person-1", "Person-1", "Person-10"])
  }

  /// The next element of a tuple would take the index of a removed one.
  @Test func anElementOfATupleTakesTheTupleAlong() throws {
    let person = ##"{"$ref": "#/$defs/Person"}"##
    let list = #"{"prefixItems": [\#(person)], "items": \#(person)}"#
    #expect(try Self.left(of: #"{"v":[{"id":1},{"id":2}]}"#, without: "Person-1", list) == "{}")
    #expect(
      try Self.left(of: #"{"v":[{"id":1},{"id":2}]}"#, without: "Person-2", list)
        == #"{"v":[{"id":1}]}"#)
  }

  @Test func anArrayGoesWhereAnyOfItsSchemasNeedsMoreElements() throws {
    for least in [(1, 2), (2, 1)] {
      let list = """
        {"items": {"$ref": "#/$defs/Person"}, "allOf": [{"minItems": \(least.0)}, {"minItems": \(least.1)}]}
        """
      #expect(try Self.left(of: #"{"v":[{"id":1},{"id":2}]}"#, without: "Person-1", list) == "{}")
      #expect(
        try Self.left(of: #"{"v":[{"id":1},{"id":2},{"id":3}]}"#, without: "Person-1", list)
          == #"{"v":[{"id":2},{"id":3}]}"#)
    }
  }

  /// The position of an entity in a list belongs to the list.
  @Test func aPositionIsAChangeOfTheListThatHoldsIt() throws {
    let list = ##"{"items": {"$ref": "#/$defs/Person"}, "x-merge": "orderedMerge"}"##
    let plan = try Self.plan(#"{"x-identity": "Team-{id}", "properties": {"v": \#(list)}}"#)
    let documents = try [3, 5].map {
      try parse(#"{"id":7,"v":[{"id":1,"position":\#($0)}]}"#)
    }
    let states = documents.map { document in
      DocumentEntities(in: document, plan: plan).occurrences.filter { $0.pointer.tokens.isEmpty }
    }
    let team = try #require(states[1].first)
    var changes = EntityChanges()
    #expect(changes.add(team, since: EntityState(try #require(states[0].first))))
    let changed = try changes.applied(to: documents[0], plan: plan)
    #expect(changed == documents[1].file)
  }

  /// The document without an entity; `v` follows the schema.
  private static func left(
    of text: String, without entity: JSONString, _ schema: String
  ) throws -> String? {
    let plan = try plan(#"{"properties": {"v": \#(schema)}}"#)
    let removal = try EntityRemoval(of: EntityIdentifier(entity), from: parse(text), plan: plan)
    return removal?.bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func plan(_ schema: String) throws -> FieldPlan {
    let text = """
      {"x-documents": {"*.json": \(schema)}, "$defs": {"Person": {"type": "object", "x-identity": "Person-{id}"}}}
      """
    return try SchemaSet(root: Array(text.utf8), load: { _ in nil }).plan(forDocument: "a.json")
  }
}
