import ForkedJSON
import Testing

@testable import ForkedSchema

/// Schemas and documents that nobody wrote to be read: each is refused, answered in few steps, or given up.
///
/// Steps are counted, not seconds: they are the same on any machine.
@Suite struct HostileValidationTests {
  enum Answer: Equatable { case valid, invalid, gaveUp, refused }

  /// The result of validation, and the steps that it took.
  private struct Verdict {
    var answer: Answer
    var work: Int
  }

  /// - Parameter limit: the steps after which it gives up; nil: as many as suit the value.
  private func verdict(_ schema: String, _ value: String, limit: Int? = nil) throws -> Verdict {
    let plan: FieldPlan
    do { plan = try ForkedSchemaTests.plan(schema) } catch is SchemaError {
      return Verdict(answer: .refused, work: 0)
    }
    let (graph, document) = (try #require(plan.graph), try json(value))
    func validation(isReporting: Bool) -> (isValid: Bool, validation: Validation) {
      var validation = Validation(
        graph.program, for: document, isReporting: isReporting, limit: limit)
      var isValid = true
      for seed in graph[plan.rule].seeds {
        isValid = validation.accepts(document, seed) && isValid
      }
      return (isValid, validation)
    }
    let (isValid, first) = validation(isReporting: false)
    if first.isExhausted { return Verdict(answer: .gaveUp, work: first.work) }
    if isValid { return Verdict(answer: .valid, work: first.work) }
    let (_, second) = validation(isReporting: true)
    return Verdict(
      answer: second.isExhausted ? .gaveUp : .invalid, work: first.work + second.work)
  }

  private func answer(_ schema: String, _ value: String) throws -> Answer {
    try verdict(schema, value).answer
  }

  /// Twice the size gets the same answer in some twice the steps; where they grew by the square, it would take four times.
  private func expectLinear(
    _ size: Int, _ answer: Answer, at location: SourceLocation = #_sourceLocation,
    _ texts: (Int) -> (schema: String, value: String)
  ) throws {
    let verdicts = try [size, 2 * size].map(texts).map { try verdict($0.schema, $0.value) }
    #expect(verdicts.map(\.answer) == [answer, answer], sourceLocation: location)
    #expect(verdicts[0].work >= size, "the steps are not counted", sourceLocation: location)
    #expect(2 * verdicts[1].work < 5 * verdicts[0].work, sourceLocation: location)
  }

  @Test(arguments: ["^(a+)+$", "^(a|aa)+$"]) func exponentialPattern(pattern: String) throws {
    try expectLinear(2000, .invalid) { size in
      (#"{"pattern": "\#(pattern)"}"#, "\"\(String(repeating: "a", count: size))!\"")
    }
  }

  @Test func patternOfManySteps() throws {
    let schema = #"{"pattern": "(.*a){1000}b"}"#
    let text = "\"\(String(repeating: "a", count: 3000))\""
    #expect(try verdict(schema, text, limit: 1_000_000).answer == .gaveUp)
  }

  /// A loop that only the dynamic scope closes.
  @Test func endlessDynamicReferences() throws {
    let schema =
      ##"{"$id": "https://a/b", "$dynamicAnchor": "x", "$ref": "c", "$defs": {"c": {"$id": "c", "allOf": [{"$dynamicRef": "#x"}], "$defs": {"d": {"$dynamicAnchor": "x"}}}}}"##
    let verdict = try verdict(schema, "1")
    #expect(verdict.answer == .gaveUp)
    #expect(verdict.work < 10_000)
  }

  @Test func moreWaysThanAreRead() throws {
    let schema = #"{"oneOf": [\#(list(SchemaReader.mostSubschemas) { #"{"const":\#($0)}"# })]}"#
    #expect(try answer(schema, "-1") == .refused)
  }

  @Test func manyWayChoice() throws {
    try expectLinear(5000, .invalid) { size in
      (#"{"oneOf": [\#(list(size) { #"{"const":\#($0)}"# })]}"#, "-1")
    }
  }

  /// As many values as ways; the report ends after a hundred failures.
  @Test func manyWaysForManyValues() throws {
    try expectLinear(1000, .invalid) { size in
      (
        #"{"items": {"oneOf": [\#(list(size) { #"{"const":\#($0)}"# })]}}"#,
        "[\(list(size) { _ in "-1" })]"
      )
    }
  }

  @Test func megabytesOfNesting() throws {
    let count = 1_000_000
    let deep = String(repeating: "[", count: count) + String(repeating: "]", count: count)
    let error = #expect(throws: JSONSyntaxError.self) { try json(deep) }
    #expect(error?.position.column ?? .max < 1000)
    #expect(try answer(#"{"default": \#(deep)}"#, "1") == .refused)
  }

  @Test func doublingReferences() throws {
    func schema(_ count: Int) -> String {
      let levels = list(count) { level in
        let next = ##"{"$ref": "#/x-documents/*.json/$defs/l\##(level + 1)"}"##
        return
          #""l\#(level)": {"anyOf": [{"allOf": [\#(next), \#(next)]}, {"not": {}}], "title": ""}"#
      }
      return
        ##"{"$ref": "#/x-documents/*.json/$defs/l0", "$defs": {"l\##(count)": {"type": "null"}, \##(levels)}}"##
    }
    try expectLinear(30, .invalid) { (schema($0), "1") }
    try expectLinear(30, .invalid) { (schema($0), "[]") }
  }

  /// Each level tries both branches: 2 to the power of the depth, but for what is remembered.
  @Test func choicesInChoices() throws {
    let schema =
      ##"{"type": "array", "anyOf": [{"items": {"$ref": "#/x-documents/*.json"}, "minItems": 2}, {"items": {"$ref": "#/x-documents/*.json"}, "minItems": 1}, {"maxItems": 0}]}"##
    try expectLinear(200, .valid) { depth in
      (schema, String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }
  }

  /// Each branch is asked for the one member that it names, not for all.
  @Test(arguments: [
    (#"{"anyOf": [BRANCHES], "unevaluatedProperties": false}"#, "p", Answer.invalid),
    (#"{"allOf": [BRANCHES]}"#, "p", .valid), (#"{"oneOf": [BRANCHES]}"#, "q", .invalid),
  ])
  func manyBranchesForManyMembers(keywords: String, name: String, answer: Answer) throws {
    try expectLinear(200, answer) { size in
      let branches = list(size) {
        #"{"properties": {"\#(name)\#($0)": true}, "required": ["\#(name)\#($0)"]}"#
      }
      let members = list(10 * size) { #""p\#($0)": 1"# }
      return (keywords.replacing("BRANCHES", with: branches), "{\(members)}")
    }
  }

  @Test func hugeNumbers() throws {
    #expect(try answer(#"{"multipleOf": 1e-999999999}"#, "1e999999999") == .valid)
    let digits = String(repeating: "7", count: 20_000)
    #expect(try answer(#"{"multipleOf": 3}"#, digits) == .gaveUp)
    #expect(try answer(#"{"maximum": 1e400}"#, digits) == .invalid)
  }

  @Test func manyRequired() throws {
    try expectLinear(5000, .invalid) { size in
      (
        #"{"required": [\#(list(size) { "\"p\($0)\"" })]}"#,
        "{\(list(size) { #""q\#($0)": 1"# })}"
      )
    }
  }
}
