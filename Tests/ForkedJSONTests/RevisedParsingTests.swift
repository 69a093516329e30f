import ForkedTestSupport
import Testing

@testable import ForkedJSON

/// A version of a document is parsed by what is known of another one. The result must not depend on that.
@Suite("Parsing a version like another")
struct RevisedParsingTests {
  @Test(
    "one scalar that differs is the only part that is parsed",
    arguments: [
      ("{\"a\":1,\"b\":[2,{\"c\":3}]}", "{\"a\":12,\"b\":[2,{\"c\":3}]}"),
      ("{\"a\":1,\"b\":[2,{\"c\":3}]}", "{\"a\":1,\"b\":[2,{\"c\":\"\\n\"}]}"),
      ("[1,1]", "[1,11]"), ("[1,1]", "[11,1]"), ("[true]", "[null]"), ("[\"aa\"]", "[\"a\"]"),
      ("{\"a\": \"\u{E9}\"}", "{\"a\": \"\u{EA}\"}"), ("\u{FEFF}1", "\u{FEFF}21"),
      ("\"\"", "\"x\""),
    ])
  func oneScalar(old: String, new: String) throws {
    #expect(try Self.isRevised(old, new))
    #expect(try Self.isRevised(new, old))
  }

  @Test(
    "any other difference is parsed as usual",
    arguments: [
      ("[\"a\",\"b\"]", "[\"a\",\"c\",\"b\"]"), ("{\"a\":1}", "{\"b\":1}"),
      ("{\"a\" :1}", "{\"b\" :1}"),
      ("[1]", "[[]]"), ("[1]", "[1 ]"), ("[1]", "[ 1]"), ("[1,2]", "[3,4]"), ("[]", "[1]"),
      ("[1]", "[]"), ("[12]", "[1,2]"), ("[1]", "[01]"), ("[1]", "[1"), ("[\"a\"]", "[\"\\\"]"),
      ("{\"a\":1,\"b\":1}", "{\"a\":1,\"a\":1}"), ("[1]", "[1]x"), ("[1]", "[1e]"),
      ("{\"a\":1,\"a\":1}", "{\"a\":1,\"a\":2}"), ("[\"a\"]", "[\"\u{FEFF}"), ("[1]", "[/**/1]"),
    ])
  func otherDifferences(old: String, new: String) throws {
    #expect(try !Self.isRevised(old, new))
  }

  @Test(
    "documents in random layouts, with random mistakes", arguments: LawSeeds.range(usually: 300))
  func random(seed: UInt64) throws {
    var documents = RandomDocuments(seed: seed)
    let value = documents.object()
    let layout = documents.layout()
    let old = Array(documents.text(of: value, in: layout).utf8)
    for _ in 0..<20 {
      var new = old
      let start = documents.random.below(new.count + 1)
      let end = min(new.count, start + documents.random.below(4))
      let texts = ["", "1", "\"", "a", ",", "[", "}", " ", "\\", "null", "\"x\"", "\u{E9}", "0"]
      new.replaceSubrange(start..<end, with: documents.random.pick(texts).utf8)
      _ = try Self.isRevised(old, new)
    }
  }

  @Test("limits count for the scalar that differs")
  func limits() throws {
    let limits = JSONLimits(depth: 8, bytes: 10, exponentDigits: 2)
    let old = try JSONDocument("[1]", limits: limits)
    for text in ["[1e100]", "[123456789]"] {
      #expect(throws: JSONSyntaxError.self) {
        try JSONDocument.reading(Array(text.utf8), limits: limits, like: old)
      }
    }
    #expect(
      try JSONDocument.reading(Array("[1e10]".utf8), limits: limits, like: old).root.count == 1)
  }

  private static func isRevised(_ old: String, _ new: String) throws -> Bool {
    try isRevised(Array(old.utf8), Array(new.utf8))
  }

  /// Returns true if the new text needed no parsing, and requires that the result is the same.
  private static func isRevised(_ old: [UInt8], _ new: [UInt8]) throws -> Bool {
    let other = try JSONDocument.reading(old, duplicateKeys: .kept)
    for duplicateKeys in [JSONDuplicateKeys.kept, .refused] {
      let usual = Self.outcome { () throws(JSONSyntaxError) in
        try .reading(new, duplicateKeys: duplicateKeys)
      }
      let revised = Self.outcome { () throws(JSONSyntaxError) in
        try .reading(new, duplicateKeys: duplicateKeys, like: other)
      }
      #expect(
        usual == revised,
        "\(String(decoding: old, as: UTF8.self)) -> \(String(decoding: new, as: UTF8.self))")
    }
    return JSONDocument(revising: other, to: new, limits: .standard) != nil
  }

  /// Returns all that a document knows, or the error, as text.
  private static func outcome(
    _ document: () throws(JSONSyntaxError) -> JSONDocument
  ) -> String {
    do throws(JSONSyntaxError) {
      let document = try document()
      let nodes = document.nodes.indices.map { index in
        let node = document.nodes[index]
        return "\(node.kind) \(node.range) \(node.hasEscapes) \(node.next) \(node.count)"
      }
      return "\(nodes) \(document.depth) \(document.hasDuplicateKeys) \(document.bytes)"
    } catch {
      return "\(error)"
    }
  }
}
