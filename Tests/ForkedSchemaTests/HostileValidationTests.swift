import ForkedJSON
import Testing

@testable import ForkedSchema

/// Schemas and documents that nobody wrote to be read: each is refused or answered within a second.
///
/// Tests run unoptimized beside others, which takes many times as long; the limit allows for that.
@Suite(.timeLimit(.minutes(10)), .serialized) struct HostileValidationTests {
  enum Answer: Equatable { case valid, invalid, gaveUp, refused }

  private static let limit = Duration.seconds(50)

  private func answer(_ schema: String, _ value: String) throws -> Answer {
    let clock = ContinuousClock()
    let start = clock.now
    defer {
      let time = clock.now - start
      print("hostile schema of \(schema.utf8.count) bytes: \(time)")
      #expect(time < Self.limit)
    }
    let plan: FieldPlan
    do { plan = try ForkedSchemaTests.plan(schema) } catch is SchemaError { return .refused }
    let document: JSONNode
    do { document = try json(value) } catch is JSONSyntaxError { return .refused }
    do { return try plan.failures(of: document).isEmpty ? .valid : .invalid } catch {
      return .gaveUp
    }
  }

  @Test func exponentialPattern() throws {
    let text = String(repeating: "a", count: 30_000)
    #expect(try answer(#"{"pattern": "^(a+)+$"}"#, "\"\(text)!\"") == .invalid)
    #expect(try answer(#"{"pattern": "^(a|aa)+$"}"#, "\"\(text)!\"") == .invalid)
  }

  @Test func patternOfManySteps() throws {
    let text = String(repeating: "a", count: 100_000)
    #expect(try answer(#"{"pattern": "(.*a){1000}b"}"#, "\"\(text)\"") == .gaveUp)
  }

  @Test func endlessReferences() throws {
    #expect(try answer(##"{"$ref": "#/x-documents/*.json"}"##, "1") == .refused)
    #expect(
      try answer(##"{"allOf": [{"not": {"$ref": "#/x-documents/*.json"}}]}"##, "1") == .refused)
  }

  @Test func mutualReferences() throws {
    let schema =
      ##"{"$defs": {"a": {"$ref": "#/x-documents/*.json/$defs/b"}, "b": {"anyOf": [{"$ref": "#/x-documents/*.json/$defs/a"}]}}}"##
    #expect(try answer(schema, "1") == .refused)
  }

  /// A loop that only the dynamic scope closes.
  @Test func endlessDynamicReferences() throws {
    let schema =
      ##"{"$id": "https://a/b", "$dynamicAnchor": "x", "$ref": "c", "$defs": {"c": {"$id": "c", "allOf": [{"$dynamicRef": "#x"}], "$defs": {"d": {"$dynamicAnchor": "x"}}}}}"##
    #expect([.gaveUp, .refused].contains(try answer(schema, "1")))
  }

  @Test func millionWayChoice() throws {
    let branches = (0..<1_000_000).map { #"{"const":\#($0)}"# }.joined(separator: ",")
    #expect(try answer(#"{"oneOf": [\#(branches)]}"#, "-1") == .refused)
  }

  @Test func hundredThousandWayChoice() throws {
    let branches = (0..<100_000).map { #"{"const":\#($0)}"# }.joined(separator: ",")
    #expect(try answer(#"{"oneOf": [\#(branches)]}"#, "-1") == .invalid)
  }

  @Test func manyWaysForManyValues() throws {
    let branches = (0..<10_000).map { #"{"const":\#($0)}"# }.joined(separator: ",")
    let values = (0..<10_000).map { _ in "-1" }.joined(separator: ",")
    #expect(try answer(#"{"items": {"oneOf": [\#(branches)]}}"#, "[\(values)]") == .invalid)
  }

  @Test func tenMegabytesOfNesting() throws {
    let count = 5_000_000
    let deep = String(repeating: "[", count: count) + String(repeating: "]", count: count)
    #expect(try answer(#"{"items": {}}"#, deep) == .refused)
    #expect(try answer(#"{"default": \#(deep)}"#, "1") == .refused)
  }

  @Test func doublingReferences() throws {
    let levels = (0..<60).map { level in
      let next = ##"{"$ref": "#/x-documents/*.json/$defs/l\##(level + 1)"}"##
      return
        #""l\#(level)": {"anyOf": [{"allOf": [\#(next), \#(next)]}, {"not": {}}], "title": ""}"#
    }
    let schema =
      ##"{"$ref": "#/x-documents/*.json/$defs/l0", "$defs": {"l60": {"type": "null"}, \##(levels.joined(separator: ","))}}"##
    #expect([.invalid, .gaveUp, .refused].contains(try answer(schema, "1")))
    #expect([.invalid, .valid, .gaveUp, .refused].contains(try answer(schema, "[]")))
  }

  /// Each level tries both branches: 2 to the power of the depth, but for what is remembered.
  @Test func choicesInChoices() throws {
    let schema =
      ##"{"type": "array", "anyOf": [{"items": {"$ref": "#/x-documents/*.json"}, "minItems": 2}, {"items": {"$ref": "#/x-documents/*.json"}, "minItems": 1}, {"maxItems": 0}]}"##
    let depth = 400
    let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(try answer(schema, value) == .valid)
  }

  @Test func manyUnevaluatedProperties() throws {
    let branches = (0..<2000).map { #"{"properties": {"p\#($0)": true}}"# }.joined(separator: ",")
    let members = (0..<20_000).map { #""p\#($0)": 1"# }.joined(separator: ",")
    let schema = #"{"anyOf": [\#(branches)], "unevaluatedProperties": false}"#
    #expect([.gaveUp, .invalid, .refused].contains(try answer(schema, "{\(members)}")))
  }

  @Test func hugeNumbers() throws {
    #expect(try answer(#"{"multipleOf": 1e-999999999}"#, "1e999999999") == .valid)
    let digits = String(repeating: "7", count: 1_000_000)
    #expect(try answer(#"{"multipleOf": 3}"#, digits) == .gaveUp)
    #expect(try answer(#"{"maximum": 1e400}"#, digits) == .invalid)
  }

  @Test func manyRequiredAndDependent() throws {
    let names = (0..<50_000).map { "\"p\($0)\"" }.joined(separator: ",")
    let members = (0..<50_000).map { #""q\#($0)": 1"# }.joined(separator: ",")
    #expect(try answer(#"{"required": [\#(names)]}"#, "{\(members)}") == .invalid)
  }
}
