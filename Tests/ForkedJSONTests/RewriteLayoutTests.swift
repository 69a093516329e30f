import ForkedJSON
import Testing

@Suite("Layout of new values")
struct RewriteLayoutTests {
  /// The document with one more member, taken from another text.
  func adding(_ value: String, to text: String, at place: Int? = nil) throws -> String {
    let (root, other) = (try json(text), try json(value))
    var entries: [JSONRewrite.Entry] =
      root.members.map { .member(key: $0.key, .keep($0.value)) }
      + root.elements.map { .element(.keep($0)) }
    let new: JSONRewrite.Entry =
      root.kind == .object ? .newMember(key: "new", .take(other)) : .element(.take(other))
    entries.insert(new, at: place ?? entries.count)
    return rewritten(root, entries)
  }

  func rewritten(_ node: JSONNode, _ entries: [JSONRewrite.Entry]) -> String {
    let rewrite: JSONRewrite =
      node.kind == .object ? .object(like: node, entries) : .array(like: node, entries)
    return String(decoding: node.document.rewritten(rewrite), as: UTF8.self)
  }

  @Test(
    "a value from elsewhere fits its new place",
    arguments: [
      // pretty into pretty: indentation, unit and line endings
      (
        "{\n  \"a\": 1\n}\n", "[\n    1,\n    {\n        \"b\": 2\n    }\n]",
        "{\n  \"a\": 1,\n  \"new\": [\n    1,\n    {\n      \"b\": 2\n    }\n  ]\n}\n"
      ),
      (
        "{\r\n\t\"a\": 1\r\n}\r\n", "[\n  1,\n\n  2\n]",
        "{\r\n\t\"a\": 1,\r\n\t\"new\": [\r\n\t\t1,\r\n\r\n\t\t2\r\n\t]\r\n}\r\n"
      ),
      // one line of a pretty document stays one
      ("{\n  \"a\": 1\n}", "[1, 2]", "{\n  \"a\": 1,\n  \"new\": [\n    1,\n    2\n  ]\n}"),
      ("{\n \"a\": [1, 2]\n}", "[3,4]", "{\n \"a\": [1, 2],\n \"new\": [3, 4]\n}"),
      // pretty into one line
      ("{\"a\":1}", "{\n  \"b\": [ 1.0,\n 2 ]\n}", "{\"a\":1,\"new\":{\"b\":[1.0,2]}}"),
      (
        "{\"a\": 1, \"b\": 2}", "{\n\"c\":[1,2]\n}",
        "{\"a\": 1, \"b\": 2, \"new\": {\"c\": [1, 2]}}"
      ),
      // minified into pretty
      (
        "{\n  \"a\": {\n    \"b\": 1\n  }\n}", "{\"c\":{\"d\":[1,2]},\"e\":{}}",
        "{\n  \"a\": {\n    \"b\": 1\n  },\n  \"new\": {\n    \"c\": {\n      \"d\": [\n        1,\n        2\n      ]\n    },\n    \"e\": {}\n  }\n}"
      ),
      // empty containers
      ("{}", "1", "{\"new\":1}"), ("{}\n", "1", "{\n  \"new\": 1\n}\n"), ("[ ]", "[]", "[[]]"),
      // other habits
      ("{ \"a\" : 1 }", "true", "{ \"a\" : 1, \"new\" : true }"),
      ("{ \"a\":1\n, \"b\":2\n}", "3", "{ \"a\":1\n, \"b\":2\n, \"new\":3\n}"),
      // commas that begin lines
      ("{ \"a\": 1\n}\n", "2", "{ \"a\": 1, \"new\": 2\n}\n"),
      (
        "{ \"a\": 1\n, \"b\":\n  { \"c\": 2\n  }\n}", "[3,{\"d\":4}]",
        "{ \"a\": 1\n, \"b\":\n  { \"c\": 2\n  }\n, \"new\": [ 3\n  , { \"d\": 4\n    }\n  ]\n}"
      ),
      (
        "{\n    \"a\": 1\n  , \"b\": 2\n}", "[3,{\"d\":4}]",
        "{\n    \"a\": 1\n  , \"b\": 2\n  , \"new\": [\n        3\n      , {\n            \"d\": 4\n        }\n    ]\n}"
      ),
      (
        "{\r\n\t\"a\": 1\r\n, \"b\": 2\r\n}", "[ 3\n, { \"d\": 4\n  }\n]",
        "{\r\n\t\"a\": 1\r\n, \"b\": 2\r\n, \"new\": [ 3\r\n\t, { \"d\": 4\r\n\t\t}\r\n\t]\r\n}"
      ),
      (
        "[{\n  \"a\": 1\n}, {\n  \"a\": 2\n}]", "{\n    \"b\": 3\n}",
        "[{\n  \"a\": 1\n}, {\n  \"a\": 2\n}, {\n  \"b\": 3\n}]"
      ),
      ("\u{FEFF}[\n1\n]\n", "2", "\u{FEFF}[\n1,\n2\n]\n"),
    ])
  func taking(text: String, value: String, expected: String) throws {
    let found = try adding(value, to: text)
    #expect(Array(found.utf8) == Array(expected.utf8), "\(found)")
  }

  @Test("a one-line value of a pretty document stays on one line")
  func oneLine() throws {
    let other = try json("{\n  \"x\": [1,  {\"a\":2}]\n}")
    let root = try json("{\n\t\"a\": 1\n}")
    let value = try #require(other["x"])
    let found = rewritten(
      root, [.member(key: try #require(other.members.first { _ in true }).key, .take(value))])
    #expect(found == "{\n\t\"x\": [1,  {\"a\":2}]\n}")
  }

  @Test("an empty container inside a pretty document grows at its own indentation")
  func nestedEmpty() throws {
    let root = try json("{\n    \"a\": {\n        \"b\": {}\n    }\n}")
    let (a, b) = (try #require(root["a"]), try #require(root["a"]?["b"]))
    let inner = JSONRewrite.object(like: b, [.newMember(key: "c", .literal(Array("1".utf8)))])
    let (keyA, keyB) = (try #require(root.member("a")).key, try #require(a.member("b")).key)
    let found = rewritten(
      root, [.member(key: keyA, .object(like: a, [.member(key: keyB, inner)]))])
    #expect(
      found
        == "{\n    \"a\": {\n        \"b\": {\n            \"c\": 1\n        }\n    }\n}")
  }

  @Test("a container that becomes empty has no stale white space")
  func emptied() throws {
    #expect(rewritten(try json("{\n  \"a\": 1\n}\n"), []) == "{}\n")
    #expect(rewritten(try json(" [ 1 ]"), []) == " []")
    #expect(rewritten(try json("[ ]"), []) == "[ ]")
  }

  @Test("removing and inserting leave the other lines alone")
  func neighbours() throws {
    let text = "{\n  \"a\": 1,\n\n  \"b\":  2,\n  \"c\" : [1,2]\n}\n"
    let root = try json(text)
    let entries = root.members.map { JSONRewrite.Entry.member(key: $0.key, .keep($0.value)) }
    #expect(rewritten(root, Array(entries[1...])) == "{\n  \"b\":  2,\n  \"c\" : [1,2]\n}\n")
    #expect(rewritten(root, Array(entries[..<2])) == "{\n  \"a\": 1,\n\n  \"b\":  2\n}\n")
    #expect(rewritten(root, [entries[0], entries[2]]) == "{\n  \"a\": 1,\n  \"c\" : [1,2]\n}\n")
    #expect(
      try adding("0", to: text, at: 1)
        == "{\n  \"a\": 1,\n  \"new\": 0,\n\n  \"b\":  2,\n  \"c\" : [1,2]\n}\n")
  }

  func conflicted(
    _ text: String, ours: [String], base: [String]? = nil, theirs: [String], at place: Int,
    replacing: Int = 0
  ) throws -> String {
    let root = try json(text)
    var entries: [JSONRewrite.Entry] = root.members.map { .member(key: $0.key, .keep($0.value)) }
    func side(_ texts: [String]) -> [JSONRewrite.Entry] {
      texts.map { .newMember(key: "x", .literal(Array($0.utf8))) }
    }
    let conflict = JSONRewrite.Entry.conflict(
      .init(ours: side(ours), base: base.map(side), theirs: side(theirs)))
    entries.replaceSubrange(place..<place + replacing, with: [conflict])
    return rewritten(root, entries)
  }

  @Test("conflicts are between markers, on lines of their own")
  func conflicts() throws {
    let text = "{\n  \"a\": 1,\n  \"x\": 2,\n  \"c\": 3\n}\n"
    #expect(
      try conflicted(text, ours: ["4"], base: ["2"], theirs: ["5"], at: 1, replacing: 1) == """
        {
          "a": 1,
        <<<<<<< ours
          "x": 4,
        ||||||| base
          "x": 2,
        =======
          "x": 5,
        >>>>>>> theirs
          "c": 3
        }

        """)
    #expect(
      try conflicted(text, ours: ["4"], theirs: [], at: 3) == """
        {
          "a": 1,
          "x": 2,
          "c": 3
        <<<<<<< ours
          , "x": 4
        =======
        >>>>>>> theirs
        }

        """)
    #expect(
      try conflicted("{\"a\":1,\"c\":3}", ours: ["4"], theirs: ["5"], at: 1) == """
        {"a":1,
        <<<<<<< ours
        "x":4,
        =======
        "x":5,
        >>>>>>> theirs
        "c":3}
        """)
    #expect(
      try conflicted("{\r\n\t\"a\": 1\r\n}", ours: ["4"], theirs: ["5"], at: 1).utf8.elementsEqual(
        "{\r\n\t\"a\": 1,\r\n<<<<<<< ours\r\n\t\"x\": 4\r\n=======\r\n\t\"x\": 5\r\n>>>>>>> theirs\r\n}"
          .utf8))
  }

  @Test("markers have the size and labels that were asked for")
  func markers() throws {
    let root = try json("[1]")
    let conflict = JSONRewrite.Conflict(
      ours: [.element(.keep(try #require(root.element(at: 0))))], base: nil, theirs: [])
    let output = root.document.rewritten(
      .array(like: root, [.conflict(conflict)]),
      markers: ConflictMarkers(size: 3, ours: "HEAD", theirs: ""))
    #expect(
      String(decoding: output, as: UTF8.self) == "[\n<<< HEAD\n1\n===\n>>>\n]")
  }
}
