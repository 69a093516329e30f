import ForkedJSON
import Testing

/// Documents that have a key more than once in an object, read as they are.
@Suite("Duplicate keys that are kept")
struct DuplicateKeyTests {
  private func kept(_ text: String) throws -> JSONNode {
    try JSONDocument(parsing: Array(text.utf8), duplicateKeys: .kept).root
  }

  @Test(
    "equal whatever the order of different keys, and however they are spelled",
    arguments: [
      (#"{"a":1,"a":2}"#, #"{ "a": 1.0, "\u0061": 2 }"#),
      (#"{"a":1,"a":2,"b":3}"#, #"{"a":1,"b":3,"a":2}"#),
      (#"{"a":1,"b":1,"a":2,"b":2}"#, #"{"b":1,"b":2,"a":1,"a":2}"#),
      (#"[{"\\":1,"\\":2}]"#, #"[{"\\":1,"\u005c":2}]"#),
      (#"{"a":{"a":1,"a":1},"a":[]}"#, #"{"a":{"a":1,"a":1},"a":[ ]}"#),
    ])
  func equal(a: String, b: String) throws {
    expectEqual(try kept(a), try kept(b))
  }

  @Test(
    "different values",
    arguments: [
      (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#), (#"{"a":1,"a":2}"#, #"{"a":1}"#),
      (#"{"a":1,"a":2}"#, #"{"a":2}"#), (#"{"a":1,"a":1}"#, #"{"a":1}"#),
      (#"{"a":1,"a":1}"#, #"{"a":1,"a":1,"a":1}"#), (#"{"a":1,"a":1}"#, #"{"a":1,"b":1}"#),
      (#"{"a":1,"a":2,"b":3}"#, #"{"b":3,"a":2,"a":1}"#),
      (#"{"a":1,"a":1,"b":1}"#, #"{"a":1,"b":1,"b":1}"#),
      (#"{"a":1,"\u0061":2}"#, #"{"\u0061":2,"a":1}"#), (#"{"a":1,"a":2}"#, #"{"a":1,"a2":2}"#),
    ])
  func different(a: String, b: String) throws {
    expectDifferent(try kept(a), try kept(b))
  }

  @Test("each member has a key of its own", arguments: [0, 8, 100])
  func lookingUp(others: Int) throws {
    let more = (0..<others).map { ",\"k\($0)\":\($0)" }.joined()
    let object = try kept("{\"a\":1,\"\\u0061\":2,\"a\":3\(more)}")
    let other = try kept("{\"a\":1,\"a\":2\(more),\"a\":3,\"a\":4}")
    let keys = object.members.map(\.key)
    #expect(Set(keys).count == others + 3)
    #expect(Set(keys.compactMap(\.string)).count == others + 3)
    #expect(keys[2].string == "a")
    #expect(keys.prefix(3).map { $0.string?.isOverridden } == [true, true, false])
    #expect(keys[2] != keys[0])
    #expect(!keys[0].stringEquals("a"))
    let (table, otherTable) = (JSONMemberTable(object), JSONMemberTable(other))
    for (key, value) in zip(keys, [1, 2, 3]) {
      #expect(object.member(sameKeyAs: key)?.value.number?.int == value)
      #expect(other.member(sameKeyAs: key)?.value.number?.int == value + 1)
      #expect(table[sameKeyAs: key]?.value.number?.int == value)
      #expect(otherTable[sameKeyAs: key]?.value.number?.int == value + 1)
    }
    #expect(object["a"]?.number?.int == 3)
    #expect(table["a"]?.value.number?.int == 3)
    #expect(object.value(at: JSONPointer(["a"]))?.number?.int == 3)
  }

  @Test("they are found with their positions")
  func finding() throws {
    let root = try kept(#"{"x":null,"z":[{"a":1}],"x":{"y":[{"a":1,"b":0,"a":2,"c":0,"b":1}]}}"#)
    #expect(root.duplicateMembers.map(\.key.description) == [#""x""#, #""x""#])
    #expect(root["x"]?.holdsDuplicateKeys == true)
    #expect(root["z"]?.holdsDuplicateKeys == false)
    #expect(root["x"]?.duplicateMembers.isEmpty == true)
    let inner = try root.value(at: JSONPointer(parsing: "/x/y/0"))
    #expect(inner?.duplicateMembers.map(\.value.description) == ["1", "0", "2", "1"])
    #expect(try !json(#"{"a":1,"b":[{"a":1}]}"#).holdsDuplicateKeys)
  }

  @Test("nothing else is accepted with them", arguments: [#"{"a":1,"a":}"#, #"{"a":1,"a":2,}"#])
  func nothingElse(text: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try kept(text) }
    if case .duplicateKey = error?.reason { Issue.record("\(text)") }
  }

  @Test("bytes stay, limits count")
  func bytes() throws {
    let text = Array("\u{FEFF}{ \"a\" : 1 ,\t\"a\" :1 }\r\n".utf8)
    #expect(try JSONDocument(parsing: text, duplicateKeys: .kept).bytes == text)
    let limits = JSONLimits(depth: 3, bytes: 100, values: 4)
    #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: text, limits: limits, duplicateKeys: .kept)
    }
  }

  /// Near the end of a text, keys are compared in another way than before it.
  @Test("a key of any length, however near the end of the text", arguments: 1...12)
  func refusedEverywhere(length: Int) {
    let key = String("abcdefghijkl".prefix(length))
    for space in 0..<12 {
      let text = #"{"\#(key)":1,"\#(key)":2\#(String(repeating: " ", count: space))}"#
      #expect(throws: JSONSyntaxError.self, "\(text)") {
        try JSONDocument(parsing: Array(text.utf8))
      }
    }
  }
}
