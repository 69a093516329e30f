import ForkedJSON
import ForkedMerge
import ForkedSchema
import ForkedTestSupport
import Testing

@Suite struct StrategyTests {
  @Test(arguments: try TableCase.all(in: "strategies"))
  func ofTheTable(row: TableCase) throws {
    let schema = row[all: "schema"].joined(separator: "\n")
    let set =
      schema.isEmpty
      ? row[all: "set"].joined(separator: "\n") : #"{"x-documents": {"*.json": \#(schema)}}"#
    let others = [".fork/other.json": row["other"]]
    let plan = try (set.isEmpty ? SchemaSet() : schemas(set, files: others))
      .plan(forDocument: row[optional: "document"] ?? "a.json")
    for (path, expected) in row[all: "plan"].map(parts) {
      #expect(plan.below(path).text == expected, "\(path)")
    }
    for (path, expected) in row[all: "from"].map(parts) {
      #expect(plan.below(path).origin.text == expected, "\(path)")
    }
    if !set.isEmpty { #expect(plan.defaultMerge == .mostRecent) }
  }

  /// The path of a line, and the rest of it.
  private func parts(_ line: String) -> (path: Substring, rest: String) {
    let path = line.prefix { $0 != " " }
    return (path, String(line.dropFirst(path.count + 1)))
  }

  @Test func aRecursiveSchemaIsWalkedToAnyDepth() throws {
    let set = ##"""
      { "x-documents": { "a.json": { "$ref": "#/$defs/S" } },
        "$defs": { "S": { "items": { "properties": {
          "text": { "x-merge": "textMerge" }, "more": { "$ref": "#/$defs/S" } } } } } }
      """##
    var plan = try schemas(set).plan(forDocument: "a.json")
    for _ in 0..<10_000 {
      plan = plan.element(at: 7)
      #expect(plan["text"].strategy == .textMerge)
      plan = plan["more"]
    }
  }

  @Test(arguments: [
    ("", DefaultMerge.mostRecent), (#""x-default-merge": "manual","#, .manual),
    (#""x-default-merge": "mostRecent","#, .mostRecent),
  ])
  func theDefaultReachesAllDocuments(declaration: String, expected: DefaultMerge) throws {
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

extension FieldPlan {
  /// The plan at a path with a stroke between its parts; a number is an element, and `.` is the plan itself.
  fileprivate func below(_ path: Substring) -> FieldPlan {
    path.split(separator: "/").filter { $0 != "." }.reduce(self) { plan, part in
      Int(part).map(plan.element) ?? plan.property(JSONString(String(part)))
    }
  }

  fileprivate var text: String {
    (strategy?.name ?? "none")
      + (identity.isEmpty ? "" : " by " + identity.map(\.description).joined(separator: " "))
      + (position.map { " at \($0)" } ?? "")
      + (entityIdentity.map { ", of entities " + $0.parts.map(\.name).joined() } ?? "")
  }
}

extension StrategyOrigin {
  fileprivate var text: String {
    switch self {
    case .declared(let file, let pointer): "\(file)\(pointer)"
    case .keyword(let keyword, let file, let pointer):
      "\(file)\(pointer)" == ".fork/schema.json/x-documents/*.json/\(keyword)"
        ? keyword : "\(keyword) in \(file)\(pointer)"
    case .inferred: "nothing"
    }
  }
}

extension IdentityTemplate.Part {
  fileprivate var name: String {
    switch self {
    case .text(let text): text
    case .field(let name): "{\(name)}"
    }
  }
}
