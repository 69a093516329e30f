import ForkedTestSupport
import Testing

@testable import ForkedJSON

@Suite("Numbers for values, parts and lists")
struct PartNumbersTests {
  @Test(
    "parts are equal where values are equal under the same keys",
    arguments: [
      ("{\"a\":1,\"b\":\"x\"}", "{\"b\":\"\\u0078\",\"a\":1.0}", true),
      ("{\"a\":1,\"b\":2}", "{\"a\":2,\"b\":1}", false),
      ("{\"a\":[1,2]}", "{\"a\":[2,1]}", true), ("{\"a\":[1]}", "{\"a\":{\"\":1}}", false),
      ("{\"a\":[]}", "{\"a\":{}}", false), ("{\"\\u0061\":[]}", "{\"a\":[ ]}", true),
      ("[[1],[2]]", "[[1,2]]", true), ("{\"a\":{\"b\":1}}", "{\"b\":{\"a\":1}}", false),
    ])
  func parts(one: String, other: String, areEqual: Bool) throws {
    var numbers = JSONPartNumbers(levels: 4)
    let found = try [one, other].map { try Set(numbers.parts(of: json($0))) }
    #expect((found[0] == found[1]) == areEqual)
  }

  @Test("parts are numbered as they are met, and know their paths")
  func paths() throws {
    var numbers = JSONPartNumbers(levels: 2)
    let first = try numbers.parts(of: json("{\"a\":1,\"b\":[2,3],\"c\":{\"d\":{\"e\":4}}}"))
    #expect(first == [0, 1, 2, 3])
    let second = try numbers.parts(of: json("{\"b\":[3],\"a\":2,\"c\":{\"d\":{\"e\": 4.0}}}"))
    #expect(second == [2, 4, 3])
    let a = numbers.path(under: "a")
    #expect(numbers.parts.map { $0.path == a } == [true, false, false, false, true])
    #expect(numbers.paths[a].isOfMembers)
    #expect(!numbers.paths[numbers.parts[1].path].isOfMembers)
    #expect(numbers.parts[3].kind == .object)
    #expect(try numbers.parts(of: json("1")).isEmpty)
  }

  @Test(
    "values have the numbers of their first occurrence, whatever was inserted, replaced, deleted or moved",
    arguments: [
      "[1,2,3,4]", "[9,1,2,3,4]", "[1,9,3,4]", "[1,9,8,2,3,4]", "[1,9,8,7,4]", "[4]", "[2,1,4,3]",
      "[1,1,2,2,1]", "[9,8,7]", "[1.0,20e-1,3,9,4]", "[]",
    ])
  func values(text: String) throws {
    let base = try Array(json("[1,2,3,4]").elements)
    let others = try Array(json(text).elements) + base
    var numbers = JSONValueNumbers()
    #expect(base.map { numbers.number(of: $0) } == [0, 1, 2, 3])
    let found = others.map { numbers.number(of: $0) }
    #expect(found.map { numbers.values[$0] } == others)
    #expect(Set(numbers.values).count == numbers.count)
  }

  @Test(
    "numbers precede by value, strings without regard to case",
    arguments: [
      ("1", "2", true), ("2", "1", false), ("1", "1.0", false), ("-2", "1e-1", true),
      ("2", "10", true), ("12345678901234567890", "12345678901234567891", true),
      ("\"A\"", "\"b\"", true), ("\"b\"", "\"C\"", true), ("\"C\"", "\"b\"", false),
      ("\"a\"", "\"A\"", false), ("\"a\"", "\"aB\"", true), ("\"aB\"", "\"a\"", false),
      ("\"\\u0041\"", "\"b\"", true), ("\"Z\"", "\"[\"", false), ("\"\"", "\"\"", false),
      ("1", "\"2\"", false), ("\"1\"", "2", false), ("null", "1", false), ("[1]", "[2]", false),
    ])
  func listOrder(one: String, other: String, precedes: Bool) throws {
    #expect(try json(one).precedesInLists(json(other)) == precedes)
  }

  @Test("equal lists have one number")
  func lists() {
    var lists = ListNumbers()
    let found = [[1, 2], [], [2, 1], [1, 2], [1], []].map { lists.number(of: $0) }
    #expect(found == [0, 1, 2, 0, 3, 1])
    #expect(lists.count == 4)
  }

  @Test("long containers of different hashes are known to differ once both were hashed")
  func knownHashes() throws {
    let numbers = (0..<1_000).map { "\($0)" }
    let one = try json("[" + numbers.joined(separator: ",") + "]")
    let same = try json("[" + numbers.joined(separator: ", ") + "]")
    let other = try json("[" + numbers.reversed().joined(separator: ",") + "]")
    #expect(!one.isKnownToDiffer(from: other))
    #expect(one != other && one == same)
    #expect(one.hashValue == same.hashValue && one.hashValue != other.hashValue)
    #expect(one.isKnownToDiffer(from: other) && !one.isKnownToDiffer(from: same))
    #expect(one != other && one == same)
  }

  @Test("a cursor finds members in any order, and counts those that were not asked for")
  func members() throws {
    let object = try json("{\"a\":1,\"b\":2,\"c\":3}")
    let keys = try json("{\"c\":0,\"\\u0061\":0,\"d\":0}").members.map(\.key)
    var cursor = JSONMemberCursor(object)
    #expect(keys.map { cursor.member($0)?.place } == [2, 0, nil])
    #expect(cursor.hasUnasked)
    let second = try #require(object.members.map(\.key).dropFirst().first)
    #expect(cursor.value(second)?.description == "2")
    #expect(!cursor.hasUnasked)
    var empty = try JSONMemberCursor(json("[1]"))
    #expect(empty.member(keys[0]) == nil && !empty.hasUnasked)
  }
}

extension JSONPartNumbers {
  fileprivate mutating func parts(of value: JSONNode) -> [Int] {
    var numbers: [Int] = []
    append(partsOf: value, to: &numbers)
    return numbers
  }
}
