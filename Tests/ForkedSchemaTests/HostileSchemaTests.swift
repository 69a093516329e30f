import ForkedJSON
import ForkedMerge
import ForkedTestSupport
import Testing

@testable import ForkedSchema

/// Schemas that nobody wrote to be read: each is taken or refused in a moment.
@Suite(.timeLimit(.minutes(10))) struct HostileSchemaTests {
  @Test func manyProperties() throws {
    let properties = list(4_000) { #""p\#($0)": {"type": "string", "x-merge": "textMerge"}"# }
    let plan = try plan(#"{"properties": {\#(properties)}}"#)
    #expect(plan["p3999"].strategy == .textMerge)
    #expect(plan["p4000"].strategy == nil)
  }

  @Test func manyReferencesIntoOneLargeObject() throws {
    let definitions = list(4_000) { #""d\#($0)": {"x-merge": "manual"}"# }
    let properties = list(4_000) { ##""p\##($0)": {"$ref": "#/$defs/d\##($0)"}"## }
    let set = try schemas(
      ##"{"x-documents": {"*": {"$ref": "#/$defs/all"}}, "$defs": {"all": {"properties": {\##(properties)}}, \##(definitions)}}"##
    )
    #expect(set.plan(forDocument: "a")["p3999"].strategy == .manual)
  }

  @Test func aLongChainOfReferences() throws {
    let chain = list(4_000) { ##""d\##($0)": {"$ref": "#/$defs/d\##($0 + 1)"}"## }
    let properties = list(4_000) { ##""p\##($0)": {"$ref": "#/$defs/d\##($0)"}"## }
    let definitions = #""d4000": {"x-merge": "manual"}, "all": {"properties": {\#(properties)}}"#
    let set = try schemas(
      ##"{"x-documents": {"*": {"$ref": "#/$defs/all"}}, "$defs": {\##(definitions), \##(chain)}}"##
    )
    #expect(set.plan(forDocument: "a")["p7"].strategy == .manual)
  }

  @Test func aLoopOfManyReferences() throws {
    let count = 4_000
    let chain = list(count) { ##""d\##($0)": {"$ref": "#/$defs/d\##(($0 + 1) % count)"}"## }
    let found = try mistakes(#"{"$defs": {\#(chain)}}"#)
    #expect(found.count == 1)
    #expect((found.first?.message.utf8.count ?? 0) < 1000)
  }

  @Test func manyLoops() throws {
    let chain = list(4_000) {
      ##""d\##($0)": {"allOf": [{"$ref": "#/$defs/d\##($0 + 1)"}, {"$ref": "#/$defs/d0"}]}"##
    }
    let found = try mistakes(#"{"$defs": {"d4000": {}, \#(chain)}}"#)
    #expect(found.count == 20)
  }

  @Test func manyReferencesToNowhere() throws {
    let names = list(4_000) { #""definition\#($0)": {}"# }
    let properties = list(4_000) { ##""p\##($0)": {"$ref": "#/$defs/definitoin\##($0)"}"## }
    let found = try mistakes(#"{"properties": {\#(properties)}, "$defs": {\#(names)}}"#)
    #expect(found.count == 4_000)
  }

  @Test func manyBranchesOfOneProperty() throws {
    let branches = list(20_000) { _ in #"{"properties": {"a": {"type": "string"}}}"# }
    #expect(throws: SchemaError.self) { try plan(#"{"allOf": [\#(branches)]}"#) }
  }

  /// A set of subschemas for each subset of n: the textbook case of exponential determinization.
  @Test func combinationsWithoutEnd() throws {
    let count = 40
    let states = list(count) { index in
      let next = ##"{"$ref": "#/$defs/s\##((index + 1) % count)"}"##
      let both = index == 0 ? ##"{"allOf": [{"$ref": "#/$defs/s0"}, \##(next)]}"## : next
      return
        ##""s\##(index)": {"properties": {"a": \##(both), "b": {"$ref": "#/$defs/s\##(index == 0 ? 0 : (index + 1) % count)"}}, "title": "s"}"##
    }
    let found = try mistakes(
      ##"{"x-documents": {"*": {"$ref": "#/$defs/s0"}}, "$defs": {\##(states)}}"##
    )
    #expect(found.map(\.message) == ["too many combinations of schemas to follow"])
  }

  @Test func longChainsWithSomethingBesideEachReference() throws {
    let chain = list(4_000) {
      ##""d\##($0)": {"$ref": "#/$defs/d\##($0 + 1)", "x-merge": "manual"}"##
    }
    let found = try mistakes(#"{"$defs": {"d4000": {}, \#(chain)}}"#)
    #expect(found.count == 1)
  }

  @Test func deepNesting() throws {
    let deep = String(repeating: #"{"items":"#, count: 500) + #"{"x-merge": "txt"}"#
    let found = try mistakes(deep + String(repeating: "}", count: 500))
    #expect(found.first?.pointer.tokens.count == 501)
    let tooDeep = String(repeating: #"{"items":"#, count: 100_000)
    #expect(try mistakes(tooDeep).first?.message.contains("nested too deep") == true)
  }

  @Test func manyMistakesInOneLine() throws {
    let entries = list(4_000) { #""p\#($0)": {"x-merge": 1}"# }
    #expect(try mistakes(#"{"properties": {\#(entries)}}"#).count == 4_000)
  }

  @Test func globsThatBacktrack() throws {
    let names = String(repeating: "*a", count: 2000) + "b"
    let folders = String(repeating: "**/a/", count: 2000) + "b"
    let set = try schemas(#"{"x-documents": {"\#(names)": {}, "\#(folders)": {}}}"#)
    #expect(!set.isDocument(String(repeating: "a", count: 5000)))
    #expect(!set.isDocument(String(repeating: "a/", count: 2500) + "c"))
  }

  @Test func manyGlobs() throws {
    let names = list(1_000) { #""n\#($0).x": {"x-merge": "manual"}"# }
    let suffixes = list(400) { #""*.\#($0).y": {"x-merge": "manual"}"# }
    let set = try schemas(#"{"x-documents": {\#(names),\#(suffixes)}}"#)
    #expect(set.plan(forDocument: "a/n7.x").strategy == .manual)
    #expect(set.plan(forDocument: "a/n.399.y").strategy == .manual)
    #expect(set.plan(forDocument: "a/n.400.y").strategy == nil)
  }

  /// Random bytes in a schema's place never do more than throw.
  @Test func brokenSchemas() throws {
    var random = SeededGenerator(seed: 11)
    let good = try #require(BuiltInSchema.named("fork:notebook")).text()
    for _ in 0..<LawSeeds.count(usually: 2000) {
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = Array("\"{}[]:,1xe/#*\\".utf8).randomElement(using: &random) ?? 0
      }
      do { _ = try SchemaSet(root: bytes) { _ in nil } } catch let error as SchemaError {
        #expect(!error.mistakes.isEmpty)
      }
    }
  }
}
