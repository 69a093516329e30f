import ForkedJSON
import Testing

@Suite("JSON Patch")
struct JSONPatchTests {
  func apply(_ patch: String, to text: String) throws -> String {
    let patch = try JSONPatch(parsing: JSONDocument(patch))
    return String(decoding: try patch.apply(to: JSONDocument(text)), as: UTF8.self)
  }

  @Test(
    "json-patch-tests",
    .enabled(if: PublicSuites.has("json-patch-tests"), "no json-patch-tests in shared/suites"),
    arguments: ["tests.json", "spec_tests.json"])
  func publicSuite(file: String) throws {
    for (index, text) in cases(in: try PublicSuites.bytes("json-patch-tests/\(file)")).enumerated()
    {
      let isDisabled = String(decoding: text, as: UTF8.self).contains("\"disabled\": true")
      guard !isDisabled else { continue }
      let test = try JSONDocument(parsing: text).root
      guard let patchNode = test["patch"], let document = test["doc"] else { continue }
      let name: Comment = "\(file) \(index): \(test["comment"]?.description ?? "")"
      let source = try JSONDocument(parsing: Array(document.bytes))
      let patch = try JSONDocument(parsing: Array(patchNode.bytes))
      if let expected = test["expected"] {
        let found = try JSONPatch(parsing: patch).apply(to: source)
        #expect(try JSONDocument(parsing: found).root == expected, name)
      } else if test["error"] != nil {
        #expect(throws: JSONPatchError.self, name) {
          try JSONPatch(parsing: patch).apply(to: source)
        }
      } else {
        _ = try JSONPatch(parsing: patch).apply(to: source)
      }
    }
  }

  /// The cases one by one, since some of the disabled ones have duplicate keys.
  func cases(in bytes: [UInt8]) -> [[UInt8]] {
    var (result, current, depth, isInString, isEscaped) = ([[UInt8]](), [UInt8](), 0, false, false)
    for byte in bytes {
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      if byte == UInt8(ascii: "{"), !isInString { depth += 1 }
      if depth > 0 { current.append(byte) }
      guard byte == UInt8(ascii: "}"), !isInString else { continue }
      depth -= 1
      guard depth == 0 else { continue }
      result.append(current)
      current = []
    }
    return result
  }

  @Test("errors name the operation, the pointer and the reason")
  func errors() throws {
    func message(_ patch: String) throws -> String? {
      try #require(throws: JSONPatchError.self) { try apply(patch, to: "{\"a\":[1],\"b\":\"x\"}") }
        .description
    }
    #expect(
      try message(
        "[{\"op\":\"test\",\"path\":\"/a\",\"value\":[1]},{\"op\":\"remove\",\"path\":\"/c/d\"}]")
        == "operation 2 (remove \"/c/d\"): there is no member \"c\"")
    #expect(
      try message("[{\"op\":\"replace\",\"path\":\"/a/1\",\"value\":0}]")
        == "operation 1 (replace \"/a/1\"): there is no element 1 in an array of 1")
    #expect(
      try message("[{\"op\":\"add\",\"path\":\"/b/c\",\"value\":0}]")
        == "operation 1 (add \"/b/c\"): the pointer passes through a value of kind string")
    #expect(
      try message("[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a/0\"}]")
        == "operation 1 (move \"/a/0\"): a value can't be moved into itself")
    #expect(
      try message("[{\"op\":\"test\",\"path\":\"/a\",\"value\":[2]}]")?.contains("expected") == true
    )
    #expect(try message("[{\"op\":\"remove\",\"path\":\"\"}]")?.contains("root") == true)
    #expect(
      try message("[{\"op\":\"put\",\"path\":\"\"}]")
        == "operation 1 (put): there is no operation \"put\"")
    #expect(
      try message("[{\"op\":\"add\",\"path\":\"a\",\"value\":1}]")?.contains("JSON Pointer") == true
    )
    #expect(try message("{}") == "a JSON Patch must be an array of operations")
  }

  @Test("only the lines of what a patch changes change")
  func quiet() throws {
    let text =
      "{\n    \"a\": [1, 2,  3],\n    \"b\": {\n        \"c\": 1.0\n    },\n    \"d\": 1e5\n}\n"
    #expect(
      try apply(
        """
        [{"op":"add","path":"/a/1","value":9},{"op":"move","from":"/b","path":"/e"},\
        {"op":"add","path":"/e/f","value":{"g":[]}},{"op":"replace","path":"/d","value":100000}]
        """, to: text)
          == """
          {
              "a": [1, 9, 2,  3],
              "d": 100000,
              "e": {
                  "c": 1.0,
                  "f": {
                      "g": []
                  }
              }
          }

          """)
  }

  @Test("a patch can't make a document of endless depth or size")
  func bombs() throws {
    let nest = "{\"op\":\"copy\",\"from\":\"\",\"path\":\"/a\"}"
    let many = "[" + Array(repeating: nest, count: 2000).joined(separator: ",") + "]"
    #expect(throws: JSONPatchError.self) { try apply(many, to: "{}") }
    let double = "{\"op\":\"copy\",\"from\":\"\",\"path\":\"/-\"}"
    let doubles = "[" + Array(repeating: double, count: 60).joined(separator: ",") + "]"
    var editor = JSONEditor(try JSONDocument("[1]"), limits: JSONLimits(depth: 512, bytes: 100_000))
    let patch = try JSONPatch(parsing: JSONDocument(doubles))
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: &editor) }
    #expect(error?.message.contains("100000 bytes") == true)
    #expect(editor.bytes == Array("[1]".utf8))
  }
}

@Suite("JSON Merge Patch")
struct JSONMergePatchTests {
  /// The examples of RFC 7396, appendix A.
  @Test(
    "RFC 7396",
    arguments: [
      ("{\"a\":\"b\"}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"),
      ("{\"a\":\"b\"}", "{\"b\":\"c\"}", "{\"a\":\"b\",\"b\":\"c\"}"),
      ("{\"a\":\"b\"}", "{\"a\":null}", "{}"),
      ("{\"a\":\"b\",\"b\":\"c\"}", "{\"a\":null}", "{\"b\":\"c\"}"),
      ("{\"a\":[\"b\"]}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"),
      ("{\"a\":\"c\"}", "{\"a\":[\"b\"]}", "{\"a\":[\"b\"]}"),
      ("{\"a\":{\"b\":\"c\"}}", "{\"a\":{\"b\":\"d\",\"c\":null}}", "{\"a\":{\"b\":\"d\"}}"),
      ("{\"a\":[{\"b\":\"c\"}]}", "{\"a\":[1]}", "{\"a\":[1]}"),
      ("[\"a\",\"b\"]", "[\"c\",\"d\"]", "[\"c\",\"d\"]"),
      ("{\"a\":\"b\"}", "[\"c\"]", "[\"c\"]"),
      ("{\"a\":\"foo\"}", "null", "null"),
      ("{\"a\":\"foo\"}", "\"bar\"", "\"bar\""),
      ("{\"e\":null}", "{\"a\":1}", "{\"e\":null,\"a\":1}"),
      ("[1,2]", "{\"a\":\"b\",\"c\":null}", "{\"a\":\"b\"}"),
      ("{}", "{\"a\":{\"bb\":{\"ccc\":null}}}", "{\"a\":{\"bb\":{}}}"),
    ])
  func examples(document: String, patch: String, expected: String) throws {
    let bytes = try merged(patch, into: document)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("a patch with the present values changes nothing")
  func unchanged() throws {
    let text = "{ \"a\" : {\"b\":1.0} ,\n \"c\" : [1, 2]}"
    let patch = "{\"a\":{\"b\":1.0,\"x\":null},\"c\":[1, 2]}"
    #expect(try merged(patch, into: text) == Array(text.utf8))
  }

  @Test("new objects are laid out as the document is")
  func layout() throws {
    let bytes = try merged(
      "{\"b\":{\"c\":{\"d\":1,\"e\":null}}}", into: "{\n\t\"a\": 1\n}\n")
    let expected = "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": {\n\t\t\t\"d\": 1\n\t\t}\n\t}\n}\n"
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }
}

extension JSONPatch {
  fileprivate func apply(to document: JSONDocument) throws -> [UInt8] {
    var editor = JSONEditor(document)
    try apply(to: &editor)
    return editor.bytes
  }
}

private func merged(_ patch: String, into document: String) throws -> [UInt8] {
  var editor = JSONEditor(try JSONDocument(document))
  try editor.merge(JSONDocument(patch).root)
  return editor.bytes
}
