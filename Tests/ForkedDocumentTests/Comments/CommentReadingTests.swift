import ForkedJSON
import Testing

@Suite struct CommentReadingTests {
  @Test(arguments: [
    ("{\n  // a\n  \"a\": 1 // b\n}\n", "{\n  \"a\": 1\n}\n"),
    ("// a\n\n/* b */ {}\n// c", "\n{}\n"),
    ("[1, /* a */ 2 /* b */, 3,]", "[1, 2, 3]"),
    ("{\"a\" /* : */ : // x\n 1,}", "{\"a\" :\n 1}"),
    ("\"a // b\" /* \" */", "\"a // b\""),
    ("[\r\n  1, // a\r\n  // b\r\n  2,\r\n]\r\n", "[\r\n  1,\r\n  2\r\n]\r\n"),
    ("{/*/ */}", "{}"), ("[\"\\\"\" // \"\n]", "[\"\\\"\"\n]"),
  ])
  func readsComments(_ file: String, _ text: String) throws {
    let document = try JSONDocument.reading(Array(file.utf8))
    #expect(String(decoding: document.bytes, as: UTF8.self) == text)
    #expect(document.file == Array(file.utf8))
    #expect(try document.rewrittenFile(.keep(document.root)) == Array(file.utf8))
  }

  @Test(arguments: [
    "[,]", "[1,,]", "{,}", "/", "[1 / 2]", "/* a", "[1] /", "{\"a\":,}", "[1] // a\n]", "// a",
    "[1 /* a *]", "{\"a\" // : 1\n}",
  ])
  func refuses(_ file: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONDocument.reading(Array(file.utf8)) }
  }

  @Test func plainJSONHasNoComments() {
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: Array("[1,]".utf8)) }
  }

  @Test func findsValuesAndErrorsInTheFile() throws {
    let document = try JSONDocument.reading(Array("{\n  // a\n  \"a\": 1, \"b\": 2\n}".utf8))
    let value = try #require(document.root["b"])
    #expect(document.position(of: value).description == "line 3, column 16")
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument.reading(Array("{\n  // a\n  \"a\": x\n}".utf8))
    }
    #expect(error?.position.description == "line 3, column 8")
  }

  @Test("an edit keeps each comment beside its member")
  func editKeepsComments() throws {
    let file = """
      {
        // strictness
        "strict": false, // not yet
        "lib": [
          // for browsers
          "dom"
        ],
        "old": 1 /* unused */,
      }

      """
    var editor = JSONEditor(try JSONDocument.reading(Array(file.utf8)))
    try editor.set(JSONPointer(["strict"]), to: json("true"))
    try editor.unset(JSONPointer(["old"]))
    try editor.set(JSONPointer(["new"]), to: json("[1]"))
    try editor.insert(json("\"es6\""), at: JSONPointer(["lib", "0"]))
    #expect(
      String(decoding: try editor.file(), as: UTF8.self) == """
        {
          // strictness
          "strict": true, // not yet
          "lib": [
            "es6",
            // for browsers
            "dom"
          ],
          "new": [
            1
          ],
        }

        """)
  }
}
