import ForkedJSON
import ForkedMerge
import ForkedSchema
import Testing

@Suite struct StrategyTests {
  static let notes = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "x-documents": { "notes/*.json": { "$ref": "#/$defs/Note" }, "**/*.ipynb": { "$ref": "fork:notebook" } },
      "$defs": {
        "Note": {
          "type": "object",
          "required": ["title"],
          "properties": {
            "title": { "type": "string", "x-merge": "textMerge" },
            "state": { "enum": ["draft", "final"], "x-merge": "manual" },
            "tags": { "type": "array", "uniqueItems": true, "x-merge": "setMerge" },
            "pages": { "type": "array", "x-merge": "arrayMerge" },
            "views": { "type": "integer", "x-merge": "counterMerge" },
            "metadata": { "type": "object", "additionalProperties": { "type": "integer" },
                          "x-merge": "dictionaryMerge" },
            "author": { "$ref": "#/$defs/Person" },
            "comments": { "type": "array", "items": { "$ref": "#/$defs/Comment" },
                          "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/id" } },
            "steps": { "type": "array", "items": { "$ref": "#/$defs/Step" },
                       "x-merge": { "using": "orderedMerge", "id": ["/a/b", "/c"], "position": "place" } }
          }
        },
        "Person": { "type": "object", "x-identity": "Person-{id}" },
        "Comment": { "properties": { "text": { "x-merge": "textMerge" },
                                     "replies": { "type": "array", "items": { "$ref": "#/$defs/Comment" } } },
                     "required": ["text", "id"] },
        "Step": { "type": "object", "properties": { "done": { "x-merge": "maxMerge" } } }
      }
    }
    """#

  @Test func theExampleOfTheManual() throws {
    let plan = try schemas(Self.notes).plan(forDocument: "notes/a.json")
    #expect(plan.strategy == .object)
    #expect(plan.defaultMerge == .mostRecent)
    #expect(plan["title"].strategy == .textMerge)
    #expect(
      plan["title"].origin
        == .declared(
          file: ".fork/schema.json",
          pointer: try JSONPointer(parsing: "/$defs/Note/properties/title/x-merge")))
    #expect(plan["state"].strategy == .manual)
    #expect(plan["tags"].strategy == .setMerge)
    #expect(plan["pages"].strategy == .arrayMerge)
    #expect(plan["views"].strategy == .counterMerge)
    #expect(plan["metadata"].strategy == .dictionaryMerge)
    #expect(plan["author"].strategy == nil)
    #expect(plan["author"].entityIdentity?.parts == [.text("Person-"), .field("id")])
    #expect(plan["comments"].strategy == .arrayOfIdentifiableMerge)
    #expect(plan["comments"].identity == [JSONPointer(["id"])])
    #expect(plan["comments"].position == nil)
    #expect(plan["steps"].strategy == .orderedMerge)
    #expect(plan["steps"].identity == [JSONPointer(["a", "b"]), JSONPointer(["c"])])
    #expect(plan["steps"].position == "place")
    #expect(plan["steps", "*", "done"].strategy == .maxMerge)
    #expect(plan["unknown"].strategy == nil)
    #expect(plan["unknown"].origin == .inferred)
    #expect(plan["unknown", "deeper", "*"].defaultMerge == .mostRecent)
  }

  @Test func aRecursiveSchemaIsWalkedToAnyDepth() throws {
    var plan = try schemas(Self.notes).plan(forDocument: "notes/a.json")["comments", "*"]
    for _ in 0..<10_000 {
      #expect(plan["text"].strategy == .textMerge)
      plan = plan["replies"]
      guard plan.strategy == .arrayOfIdentifiableMerge, plan.identity == [JSONPointer(["id"])]
      else {
        Issue.record("lost on the way down")
        return
      }
      plan = plan.element(at: 7)
    }
  }

  @Test(arguments: [
    (#"{"uniqueItems": true}"#, MergeStrategy.setMerge, "uniqueItems"),
    (#"{"properties": {"a": {}}}"#, .object, "properties"),
    (#"{"additionalProperties": {"type": "string"}}"#, .dictionaryMerge, "additionalProperties"),
    (#"{"patternProperties": {"^x": {}}}"#, .dictionaryMerge, "patternProperties"),
    (
      #"{"items": {"type": "object", "required": ["name", "_id"]}}"#, .arrayOfIdentifiableMerge,
      "items"
    ),
    (
      #"{"uniqueItems": true, "items": {"type": "object", "required": ["id"]}}"#,
      .arrayOfIdentifiableMerge, "items"
    ),
    (
      #"{"properties": {"a": {}}, "additionalProperties": {"type": "string"}}"#, .object,
      "properties"
    ),
  ])
  func aStrategyFollowsFromAKeyword(schema: String, strategy: MergeStrategy, keyword: String) throws
  {
    let plan = try plan(schema)
    #expect(plan.strategy == strategy)
    let pointer = JSONPointer(["x-documents", "*.json", JSONString(keyword)])
    #expect(plan.origin == .keyword(keyword, file: ".fork/schema.json", pointer: pointer))
  }

  @Test(arguments: [
    #"{"uniqueItems": false}"#, #"{"properties": {}}"#, #"{"additionalProperties": false}"#,
    #"{"additionalProperties": true}"#, #"{"items": {"type": "object"}}"#,
    #"{"items": {"required": ["id"]}}"#,
    #"{"type": "string", "uniqueItems": true}"#, #"true"#, #"false"#, #"{}"#,
    #"{"items": {"type": "object", "required": ["id"], "properties": {"id": {"type": "object"}}}}"#,
    #"{"oneOf": [{"type": "string"}, {"type": "null"}], "anyOf": [{}], "if": {}, "then": {}, "else": false}"#,
  ])
  func nothingFollowsFromOthers(schema: String) throws {
    #expect(try plan(schema).strategy == nil)
  }

  @Test func theUsualIdsAreTakenInTheirOrder() throws {
    let plan = try plan(#"{"items": {"type": "object", "required": ["name", "uuid", "key"]}}"#)
    #expect(plan.identity == [JSONPointer(["uuid"])])
  }

  @Test func anIdIsFoundForADeclaredStrategyToo() throws {
    let plan = try plan(
      #"{"x-merge": "orderedMerge", "items": {"type": "object", "required": ["uuid"]}}"#)
    #expect(plan.identity == [JSONPointer(["uuid"])])
    #expect(plan.position == "position")
  }

  @Test func allOfIsCombinedAndTheNearestDecides() throws {
    let plan = try plan(
      #"""
      { "$ref": "other.json#/$defs/A", "x-merge": "mostRecent",
        "allOf": [
          { "properties": { "a": { "properties": { "x": { "x-merge": "textMerge" } } } } },
          { "properties": { "a": { "properties": { "y": { "x-merge": "maxMerge" } } } } } ] }
      """#,
      files: [
        ".fork/other.json":
          #"{"$defs": {"A": {"x-merge": "manual", "properties": {"b": {"x-merge": "manual"}}}}}"#
      ])
    #expect(plan.strategy == .mostRecent)
    #expect(plan["a", "x"].strategy == .textMerge)
    #expect(plan["a", "y"].strategy == .maxMerge)
    #expect(plan["b"].strategy == .manual)
    #expect(
      plan["b"].origin
        == .declared(
          file: ".fork/other.json",
          pointer: JSONPointer(["$defs", "A", "properties", "b", "x-merge"])))
  }

  @Test func prefixItemsGoBeforeItems() throws {
    let plan = try plan(
      #"{"prefixItems": [{"x-merge": "maxMerge"}, {"x-merge": "minMerge"}], "items": {"x-merge": "manual"}}"#
    )
    #expect(plan.element(at: 0).strategy == .maxMerge)
    #expect(plan.element(at: 1).strategy == .minMerge)
    #expect(plan.element(at: 2).strategy == .manual)
    #expect(plan.element(at: -1).strategy == .manual)
    #expect(plan.element(at: .max).strategy == .manual)
  }

  @Test func keysAreFoundByNameThenPatternThenTheRest() throws {
    let plan = try plan(
      #"""
      { "properties": { "x1": { "x-merge": "maxMerge" }, "é": { "x-merge": "minMerge" } },
        "patternProperties": { "^x[0-9]+$": { "x-merge": "manual" } },
        "additionalProperties": { "x-merge": "textMerge" } }
      """#)
    #expect(plan["x1"].strategy == .maxMerge)
    #expect(plan["x2"].strategy == .manual)
    #expect(plan["x"].strategy == .textMerge)
    #expect(plan["\u{E9}"].strategy == .minMerge)
    #expect(plan["e\u{301}"].strategy == .textMerge, "a decomposed key is another key")
  }

  /// A key that one schema of `allOf` has a pattern for is one of the rest to another.
  @Test func aPatternCombinesWithTheRestOfOtherSchemas() throws {
    let plan = try plan(
      #"""
      { "allOf": [{ "patternProperties": { "^x": { "type": "number" } } },
                  { "additionalProperties": { "x-merge": "counterMerge" } }] }
      """#)
    #expect(plan["x1"].strategy == .counterMerge)
    #expect(plan["y"].strategy == .counterMerge)
  }

  @Test(arguments: [
    ("", MergeStrategy.mostRecent), (#""x-default-merge": "manual","#, .manual),
    (#""x-default-merge": "mostRecent","#, .mostRecent),
  ])
  func theDefaultReachesAllDocuments(declaration: String, expected: MergeStrategy) throws {
    let set = try schemas("{\(declaration) \"x-documents\": {\"a.json\": {\"items\": {}}}}")
    for path in ["a.json", "b.json", "package.json", "x.ipynb", ".fork/schema.json"] {
      #expect(set.plan(forDocument: path).defaultMerge == expected)
      #expect(set.plan(forDocument: path).element(at: 0)["a"].defaultMerge == expected)
    }
    #expect(SchemaSet().plan(forDocument: "package.json").defaultMerge == nil)
  }

  @Test func nothingIsReportedWithoutASchema() {
    let plan = SchemaSet().plan(forDocument: "a.json")
    #expect(plan.isSilent && plan.strategy == nil && plan.defaultMerge == nil)
    #expect(plan["a", "*"].isSilent && plan.identity.isEmpty && plan.origin == .inferred)
  }
}
