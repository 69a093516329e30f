import ForkedTestSupport
import Testing

@testable import ForkedJSON

@Suite("Edits by pointer")
struct JSONEditorTests {
  func edited(
    _ text: String, _ edits: (inout JSONEditor) throws -> Void
  ) throws -> String {
    var editor = JSONEditor(try JSONDocument(text))
    try edits(&editor)
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  func pointer(_ text: String) throws -> JSONPointer { try JSONPointer(parsing: text) }

  @Test("set replaces, adds the last member, appends; it creates no containers")
  func set() throws {
    let text = "{\n  \"a\": [1, 2],\n  \"b\": {}\n}\n"
    #expect(
      try edited(text) {
        try $0.set(pointer("/a/0"), to: json("\"x\""))
        try $0.set(pointer("/a/-"), to: json("3"))
        try $0.set(pointer("/b/c"), to: json("true"))
        try $0.set(pointer("/d"), to: json("null"))
      }
        == "{\n  \"a\": [\"x\", 2, 3],\n  \"b\": {\n    \"c\": true\n  },\n  \"d\": null\n}\n")
    for wrong in ["/x/y", "/a/2", "/a/01", "/a/0/b"] {
      #expect(throws: JSONEditError.self, "\(wrong)") {
        try edited(text) { try $0.set(pointer(wrong), to: json("1")) }
      }
    }
  }

  @Test("the same spelling changes nothing, another one is written")
  func spelling() throws {
    let text = "{\"a\" : 1.0}"
    #expect(try edited(text) { try $0.set(pointer("/a"), to: json("1.0")) } == text)
    #expect(try edited(text) { try $0.set(pointer("/a"), to: json("1")) } == "{\"a\" : 1}")
  }

  @Test("the root is replaced, never removed")
  func root() throws {
    #expect(try edited(" [1]\n") { try $0.set(pointer(""), to: json("2")) } == " 2\n")
    #expect(
      try edited("{\"a\":[1]}\n") { try $0.move(from: pointer("/a"), to: pointer("")) } == "[1]\n")
    #expect(throws: JSONEditError.self) { try edited("1") { try $0.unset(pointer("")) } }
    let pretty = "{\n\t\"a\": 1\n}"
    #expect(try edited("{}\n") { try $0.set(pointer(""), to: json(pretty)) } == pretty + "\n")
  }

  @Test("an edit that throws changes nothing")
  func failures() throws {
    let text = "{\"a\":{\"b\":1,\"c\":2},\"l\":[1,2]}"
    var editor = JSONEditor(try JSONDocument(text))
    #expect(throws: JSONEditError.self) {
      try editor.move(from: pointer("/a/b"), to: pointer("/x/y"))
    }
    #expect(throws: JSONEditError.self) {
      try editor.move(from: pointer("/l/0"), to: pointer("/l/2"))
    }
    #expect(throws: JSONEditError.self) { try editor.unset(pointer("/l/-")) }
    #expect(String(decoding: editor.bytes, as: UTF8.self) == text)
  }

  @Test("random edits give the value that a plain model gives")
  func model() throws {
    for seed in LawSeeds.range(usually: 1000) {
      var random = SeededGenerator(seed: seed)
      var model = Array(0..<random.below(5))
      var editor = JSONEditor(try JSONDocument("\(model)"))
      for step in 0..<10 {
        let value = try json("\(100 + step)")
        let index = random.below(model.count + 1)
        let place = JSONPointer().appending(index: index)
        switch random.below(3) {
        case 0 where index < model.count:
          try editor.unset(place)
          model.remove(at: index)
        case 1 where index < model.count:
          try editor.set(place, to: value)
          model[index] = 100 + step
        default:
          try editor.insert(value, at: place)
          model.insert(100 + step, at: index)
        }
        #expect(try JSONDocument(parsing: editor.bytes).root == json("\(model)"), "seed \(seed)")
      }
    }
  }

  @Test("many edits in one large object open it once")
  func manyEdits() throws {
    let members = (0..<2_000).map { "\"k\($0)\": \($0)" }
    var editor = JSONEditor(try JSONDocument("{" + members.joined(separator: ", ") + "}"))
    let one = try json("1")
    for index in 0..<2_000 {
      try editor.set(JSONPointer([JSONString("k\(index)")]), to: one)
      try editor.move(
        from: JSONPointer([JSONString("k\(index)")]), to: JSONPointer([JSONString("m\(index)")]))
    }
    #expect(try JSONDocument(parsing: editor.bytes).root.count == 2_000)
  }

  @Test("the deepest edit is safe on a small stack")
  func deepest() async throws {
    let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    let document = try JSONDocument(text)
    try await onSmallStack {
      var editor = JSONEditor(document)
      let path = JSONPointer([JSONString](repeating: "0", count: 511))
      try editor.insert(JSONDocument("1").root, at: path.appending("-"))
      #expect(editor.bytes.count == 1025)
      #expect(throws: JSONEditError.self) {
        try editor.insert(JSONDocument("[]").root, at: path.appending("-"))
      }
    }
  }

  @Test("reports embed values as they are spelled")
  func output() throws {
    let node = try json("{ \"x\\\" : [\" : [1.0, \"\\ud800 {\\\\\" ] }")
    let output: JSONOutput = ["n": .node(node), "i": -3, "s": "a\n", "l": [true, nil]]
    #expect(
      output.text
        == "{\"n\":{\"x\\\" : [\":[1.0,\"\\ud800 {\\\\\"]},\"i\":-3,\"s\":\"a\\n\",\"l\":[true,null]}"
    )
  }
}
