import ForkedJSON
import ForkedMerge
import ForkedSchema
import Testing

@Suite struct DescriptionTests {
  private func rows(_ plan: FieldPlan, _ document: String) throws -> [String] {
    try plan.describe(json(document)).map { row in
      let options =
        (row.identity.map(\.description) + (row.position.map { [$0.description] } ?? []))
      return (["\(row.pointer)", row.strategy.name] + options + ["<", row.origin])
        .joined(separator: " ")
    }
  }

  @Test func declaredImpliedAndInferredFieldsAreShown() throws {
    let plan = try plan(
      #"""
      { "properties": {
          "title": { "x-merge": "textMerge" },
          "counts": { "additionalProperties": { "x-merge": "counterMerge" } },
          "steps": { "x-merge": "orderedMerge" },
          "pair": { "x-merge": "arrayOfIdentifiableMerge", "prefixItems": [{ "x-merge": "manual" }] } } }
      """#)
    let found = try rows(
      plan,
      #"""
      { "title": "x", "counts": { "a": 1, "b": 2 }, "steps": [{ "uuid": 1, "position": 5, "t": null }, { "uuid": 2, "t": [1] }],
        "pair": [{ "id": 1 }, { "id": 2 }], "n": 1, "list": [1], "people": [{ "name": "x", "f": { "g": 1 } }],
        "*": null }
      """#)
    let place = ".fork/schema.json#/x-documents/*.json/properties"
    #expect(
      found == [
        " object < \(place)",
        "/title textMerge < \(place)/title/x-merge",
        "/counts dictionaryMerge < \(place)/counts/additionalProperties",
        "/counts/* counterMerge < \(place)/counts/additionalProperties/x-merge",
        "/steps orderedMerge /uuid position < \(place)/steps/x-merge",
        "/steps/* object < inferred: an object merges by property",
        "/steps/*/uuid mostRecent < default: x-default-merge",
        "/steps/*/position mostRecent < \(place)/steps/x-merge",
        "/steps/*/t arrayMerge < inferred: elements without a usual id",
        "/pair arrayOfIdentifiableMerge /id < \(place)/pair/x-merge",
        "/pair/0 manual < \(place)/pair/prefixItems/0/x-merge",
        "/pair/* object < inferred: an object merges by property",
        "/pair/*/id mostRecent < default: x-default-merge",
        "/n mostRecent < default: x-default-merge",
        "/list arrayMerge < inferred: elements without a usual id",
        "/people arrayOfIdentifiableMerge /name < inferred: elements have a unique name",
        "/people/* object < inferred: an object merges by property",
        "/people/*/name mostRecent < default: x-default-merge",
        "/people/*/f object < inferred: an object merges by property",
        "/people/*/f/g mostRecent < default: x-default-merge",
        "/* mostRecent < default: x-default-merge",
      ])
  }

  @Test func withoutASchemaNobodyDecides() throws {
    #expect(
      try rows(FieldPlan.none, #"{"a": "x"}"#) == [
        " object < inferred: an object merges by property",
        "/a manual < default: a conflict if both sides changed it",
      ])
    #expect(
      try rows(FieldPlan.none, "1") == [" manual < default: a conflict if both sides changed it"])
  }

  @Test(.timeLimit(.minutes(10))) func aLargeDocumentIsDescribedInOnePass() throws {
    let elements = (0..<50_000).map { #"{"id": \#($0), "tags": ["a"]}"# }.joined(separator: ",")
    #expect(try rows(FieldPlan.none, "[\(elements)]").count == 4)
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(try rows(FieldPlan.none, deep).count == 1)
    let nested = String(repeating: #"{"a":"#, count: 500) + "1" + String(repeating: "}", count: 500)
    #expect(try rows(FieldPlan.none, nested).count == 501)
  }
}

@Suite struct UsualIdentityTests {
  private func inferred(_ arrays: String...) throws -> JSONString? {
    UsualIdentity.inferred(in: try arrays.map { Array(try json($0).elements) })
  }

  @Test func theFirstUsualKeyThatIsUniqueEverywhere() throws {
    #expect(try inferred(#"[{"name": "a", "id": 1}, {"name": "b", "id": 2}]"#) == "id")
    #expect(try inferred(#"[{"name": "a", "id": 1}]"#, #"[{"name": "a"}]"#) == "name")
    #expect(
      try inferred(#"[{"name": "a", "key": 1}]"#, "[]", #"[{"name": "a", "key": 1}]"#) == "key")
    #expect(try inferred(#"[{"_id": "1"}, {"_id": 1}]"#) == "_id", "a string is no number")
  }

  @Test(arguments: [
    "[]", "[1]", #"[{"id": 1}, 1]"#, #"[{"id": 1}, {"id": 1.0}]"#,
    #"[{"id": "a"}, {"id": "\u0061"}]"#,
    #"[{"id": null}]"#, #"[{"id": [1]}]"#, #"[{"id": {}}]"#, #"[{"id": 1}, {"uuid": 2}]"#,
    #"[{"ID": 1}]"#,
  ])
  func othersHaveNone(array: String) throws {
    #expect(try inferred(array) == nil)
  }

  @Test func composedAndDecomposedAreTwo() throws {
    #expect(try inferred("[{\"name\": \"\u{E9}\"}, {\"name\": \"e\u{301}\"}]") == "name")
  }
}
