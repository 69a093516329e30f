import Testing

@Suite("keys of a batch")
struct BatchKeyTests {
  @Test(
    "an unknown key is an error with the nearest name, and nothing is written",
    arguments: [
      (#"{"op":"update","document":"a.json","value":1,"frok":"ui"}"#, #"did you mean \"fork\"?"#),
      (#"{"op":"get","document":"a.json","pionter":"/a"}"#, #"did you mean \"pointer\"?"#),
      (#"{"op":"create","fork":"x","expect":"absent"}"#, "its keys are fork, from"),
    ])
  func unknown(line: String, hint: String) async throws {
    let sandbox = try await Sandbox.withRepository()
    let state = try await sandbox.state()
    try await sandbox.fork("batch", input: line + "\n").prints("unknown key", hint, status: 64)
    #expect(try await sandbox.state() == state)
  }

  @Test("insert, move and test are edits, applied in the order of the line")
  func edits() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.put(#"{"v":1,"old":true,"tags":["a"]}"#)
    let line =
      #"{"op":"update","document":"a.json","test":{"/v":1},"insert":{"/tags/0":"z"},"#
      + #""move":{"/old":"/new"},"set":{"/new":false}}"#
    try await sandbox.fork("batch", input: line + "\n").succeed()
    #expect(try await sandbox.document() == #"{"v":1,"tags":["z","a"],"new":false}"#)
    try await sandbox.fork(
      "batch", input: #"{"op":"update","document":"a.json","test":{"/v":2},"set":{"/v":3}}"# + "\n"
    ).prints(#""pointer":"/v","value":1"#, status: 75)
    #expect(try await sandbox.fork("get", "a.json", "/v").line == "1")
  }

  @Test("a key of an update that is used as an operation is explained")
  func operation() async throws {
    let sandbox = try await Sandbox.withRepository()
    let outcome = try await sandbox.fork(
      "batch", input: #"{"op":"patch","document":"a.json","patch":[]}"# + "\n")
    #expect(outcome.text.contains("it is a key of an update"), "\(outcome)")
  }
}
