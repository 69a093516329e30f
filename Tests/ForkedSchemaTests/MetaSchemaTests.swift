import Foundation
import ForkedJSON
import ForkedMerge
import Testing

@testable import ForkedSchema

/// The meta-schema by which editors complete and check schema files.
@Suite struct MetaSchemaTests {
  private static let file = URL(filePath: #filePath)
    .appending(path: "../../../Completions/fork-schema.json").standardized

  private func failures(_ schema: String) throws -> [String] {
    let text = String(decoding: try Data(contentsOf: Self.file), as: UTF8.self)
    let set = try schemas(
      #"{"x-documents": {"*.json": {"$ref": "meta.json"}}}"#, files: [".fork/meta.json": text])
    return try set.plan(forDocument: "a.json").failures(of: json(schema)).map {
      "\($0.pointer) \($0.keyword)"
    }
  }

  @Test(arguments: BuiltInSchema.all)
  func itAllowsTheBuiltInSchemas(schema: BuiltInSchema) throws {
    #expect(try failures(String(decoding: schema.text(), as: UTF8.self)) == [])
  }

  @Test func itKnowsEveryStrategy() throws {
    for strategy in MergeStrategy.all {
      #expect(try failures(#"{"x-merge": "\#(strategy.name)"}"#) == [])
    }
    #expect(try failures(#"{"properties": {"a": {"x-merge": "sets"}}}"#).count == 1)
    #expect(try failures(#"{"x-merge": {"using": "setMerge", "ids": "/a"}}"#).count == 1)
    #expect(try failures(#"{"x-default-merge": "newest"}"#) == ["/x-default-merge enum"])
  }

  /// The language service of common editors stops at drafts after 07, and answers with that alone.
  @Test func editorsReadItsDraft() throws {
    let text = String(decoding: try Data(contentsOf: Self.file), as: UTF8.self)
    #expect(text.contains(##""$schema": "http://json-schema.org/draft-07/schema#""##))
  }
}
