import ForkedJSON
import ForkedStore
import Testing

@Suite("reports as JSON")
struct ReportValueTests {
  @Test("one line, in order, missing values left out, document values as they are spelled")
  func line() throws {
    let document = try JSONDocument(parsing: Array("{ \"a\" : [1.0,\n \"x  \\\" y\"] }".utf8))
    let value = ReportValue.object([
      "z": 1, "a": nil, "text": "\"\n\u{1}é", "node": document.root, "list": ["x"],
      "none": ReportValue.null, "flag": true, "empty": ReportValue.object([:]),
    ])
    #expect(
      String(decoding: value.bytes, as: UTF8.self)
        == #"{"z":1,"text":"\"\n\u0001é","node":{"a":[1.0,"x  \" y"]},"list":["x"],"none":null,"#
        + #""flag":true,"empty":{}}"#)
  }
}
