import ForkedJSON
import ForkedStore
import ForkedTestSupport
import Testing

@Suite("writing documents")
struct UpdateTests {
  @Test("any bytes that parse come back, whatever the order of updates, from a seeded generator")
  func roundTrip() throws {
    let test = try TestStore(bare: true)
    var generator = SeededGenerator(seed: 2_024)
    var expected: [String: String] = [:]
    var trail: [String] = []
    for _ in 0..<200 {
      let document = "\(Int.random(in: 0..<5, using: &generator))/d.json"
      let text = Self.text(&generator)
      trail.append("\(document) <- \(text)")
      let report = try test.update(document, text)
      #expect(report.changed == (expected[document] != text), "\(trail)")
      expected[document] = text
    }
    for (document, text) in expected {
      #expect(try test.store.text(of: document) == text, "\(trail)")
    }
  }

  @Test("an edit that cannot be made names the document")
  func impossibleEdit() throws {
    let test = try TestStore()
    try test.update("a.json", "1")
    let edit = DocumentContent.edits([.unset(JSONPointer(["a"]))])
    let error = #expect(throws: StoreError.self) {
      try test.store.updateDocument("a.json", with: edit)
    }
    #expect(error?.kind == .invalidData && error?.location?.document == "a.json")
  }

  private static func text(_ generator: inout SeededGenerator) -> String {
    let space = ["", " ", "\n", "\r\n\t"].randomElement(using: &generator) ?? ""
    let value =
      ["1", "1.0", "1e5", "\"\\u00e9\"", "\"é\"", "null", "[ ]", "{\"a\" :1}"]
      .randomElement(using: &generator) ?? "0"
    return space + value + space
  }
}
