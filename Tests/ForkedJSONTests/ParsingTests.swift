import ForkedJSON
import ForkedTestSupport
import Testing

@Suite("Parsing")
struct ParsingTests {
  func error(_ text: String) throws -> JSONSyntaxError {
    try #require(throws: JSONSyntaxError.self) { try JSONDocument(text) }
  }

  @Test(
    "errors name what is wrong and what was expected",
    arguments: [
      ("", "line 1, column 1: the text ends too early, expected a value"),
      ("[1,\n 2 3]", "line 2, column 4: unexpected \"3\", expected \",\" or \"]\""),
      ("{\"é\" 1}", "line 1, column 6: unexpected \"1\", expected \":\""),
      ("{\"a\":1,}", "line 1, column 7: a comma before a closing bracket"),
      ("[1,]", "line 1, column 3: a comma before a closing bracket"),
      ("{a:1}", "line 1, column 2: unexpected \"a\", expected a key in double quotes or \"}\""),
      ("[\n\t01]", "line 2, column 2: a number with a leading zero"),
      ("-", "line 1, column 2: the text ends too early, expected a digit"),
      ("1.x", "line 1, column 3: unexpected \"x\", expected a digit"),
      ("[NaN]", "line 1, column 2: unexpected \"N\", expected a value or \"]\""),
      ("[1, NaN]", "line 1, column 5: unexpected \"N\", expected a value"),
      ("nul", "line 1, column 1: the text ends too early, expected a value"),
      ("\"abc", "line 1, column 1: the string that begins here has no closing quote"),
      ("\"a\nb\"", "line 1, column 3: U+000A in a string, expected it escaped"),
      ("\"\\x\"", "line 1, column 2: not an escape, expected one of"),
      ("\"\\u12g4\"", "line 1, column 2: not an escape"),
      ("1 2", "line 1, column 3: unexpected \"2\", expected the end of the text"),
      ("\u{FEFF}?", "line 1, column 1: unexpected \"?\", expected a value"),
      (
        "{\"a\":1,\n \"\\u0061\":2}",
        "line 2, column 2: the key \"a\" is already at line 1, column 2"
      ),
    ])
  func messages(text: String, message: String) throws {
    let found = try error(text).description
    #expect(found.hasPrefix(message), "\(found)")
  }

  @Test("invalid UTF-8 is refused, in strings and outside")
  func invalidUTF8() {
    let sequences: [[UInt8]] = [
      [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xC3],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80],
      [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    ]
    for sequence in sequences {
      let padded = [0x22] + sequence + Array("padding\"".utf8)
      for text in [
        padded, [0x22] + sequence + [0x22], [0x22, 0x22] + sequence, [0x22] + sequence,
      ] {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
        #expect(error?.reason == .invalidUTF8, "\(sequence)")
      }
    }
  }

  @Test("limits are kept and named")
  func limits() throws {
    let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try JSONDocument(deepest).root.count == 1)
    #expect(try error("[" + deepest + "]").reason == .tooDeep(limit: 512))
    #expect(try error(String(repeating: "[", count: 100_000)).reason == .tooDeep(limit: 512))
    let short = JSONLimits(depth: 3, exponentDigits: 9)
    let long = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument("{\"a\":1e1234567890}", limits: short)
    }
    #expect(long?.reason == .exponentTooLong(limit: 9))
    #expect(try json("1e-0000000000000123").number == ExactDecimal(literal: "1e-123".utf8))
    let small = JSONLimits(depth: 3, bytes: 5, values: 2)
    #expect(throws: JSONSyntaxError.self) { try JSONDocument("123456", limits: small) }
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument("[1,2]", limits: small) }
    #expect(error?.reason == .tooManyValues(limit: 2))
  }

  @Test("duplicate keys among few, many and very many", arguments: [2, 9, 64, 65, 1000, 100_000])
  func duplicateKeys(count: Int) throws {
    let members = (0..<count).map { "\"a key number \($0) of many\":\($0)" }
    #expect(try json("{" + members.joined(separator: ",") + "}").count == count)
    for (first, spelling) in [(0, "a key"), (count / 2, "a \\u006bey")] {
      let again = "\"\(spelling) number \(first) of many\":0"
      let found = try error("{" + (members + [again]).joined(separator: ",\n") + "}")
      guard case .duplicateKey(let key, let place) = found.reason else {
        Issue.record("\(found)")
        continue
      }
      #expect(key == JSONString("a key number \(first) of many"))
      #expect(place.line == first + 1)
      #expect(found.position.line == count + 1)
    }
  }

  @Test("of several duplicate keys the first in the text is named", arguments: [9, 1000, 100_000])
  func firstDuplicateKey(count: Int) throws {
    let keys = Array(0..<count) + [count / 2, 0, count - 1, count / 2]
    let members = keys.map { "\"a key number \($0) of many\":0" }
    let found = try error("{" + members.joined(separator: ",\n") + "}")
    guard case .duplicateKey(let key, let place) = found.reason else {
      Issue.record("\(found)")
      return
    }
    #expect(key == JSONString("a key number \(count / 2) of many"))
    #expect(place.line == count / 2 + 1)
    #expect(found.position.line == count + 1)
  }

  @Test("keys that differ only by normalization are two keys")
  func normalization() throws {
    let object = try json("{\"\u{E9}\":1,\"e\u{301}\":2,\"\u{1F600}\":3,\"\\ud83d\":4}")
    #expect(object.count == 4)
    #expect(object["\u{E9}"]?.number?.int == 1)
    #expect(object["e\u{301}"]?.number?.int == 2)
  }

  @Test(
    "lone surrogates and U+0000 are kept",
    arguments: ["\"\\ud800\"", "\"\\u0000\"", "\"\\udc00\\ud800x\""])
  func unusualScalars(literal: String) throws {
    let string = try #require(try json(literal).string)
    #expect(string.literal == Array(literal.utf8))
    #expect((string.exactString == nil) == literal.contains("ud800"))
    #expect(!string.description.isEmpty)
  }

  @Test("surrogate pairs are one scalar")
  func surrogatePairs() throws {
    #expect(try json("\"\\uD83D\\uDE00\"").string == "\u{1F600}")
    #expect(try json("\"\\uD83D\\uDE00\"") == json("\"\u{1F600}\""))
    #expect(try json("\"\\/\\b\\f\\n\\r\\t\\\"\\\\\"").string == "/\u{8}\u{C}\n\r\t\"\\")
  }

  @Test("a byte order mark is accepted at the start and nowhere else")
  func byteOrderMark() throws {
    #expect(try json("\u{FEFF}[1]").count == 1)
    #expect(try JSONDocument("\u{FEFF}[1]").bytes.count == 6)
    #expect(try error("[\u{FEFF}1]").position.column == 2)
  }

  @Test("mutated documents never crash the parser nor what follows it")
  func mutations() throws {
    let seeds = [
      "{\"a\":[1,2.5e3,{\"b\":\"\\u00e9\u{E9}\u{1F600}\"},true,false,null],\"c\":{},\"d\":[]}",
      "[\"long enough for eight bytes at a time\", -0.0e-12, \"\\ud800\\n\\\\\", {\"k\" : \t[ ]}]\r\n",
    ].map { Array($0.utf8) }
    let alphabet = Array("{}[],:\"\\u0e+-. \n\u{E9}tfn".utf8) + [0, 0x80, 0xFF, 0xED]
    for seed in LawSeeds.range(usually: 20_000) {
      var random = SeededGenerator(seed: seed)
      var text = random.pick(seeds)
      for _ in 0...random.below(4) {
        let place = random.below(text.count)
        switch random.below(4) {
        case 0: text.remove(at: place)
        case 1: text.insert(random.pick(alphabet), at: place)
        case 2: text.removeSubrange(place...)
        default: text[place] = random.pick(alphabet)
        }
        if text.isEmpty { break }
      }
      guard let document = try? JSONDocument(parsing: text) else { continue }
      let canonical = try JSONDocument(parsing: document.root.canonicalBytes)
      #expect(canonical.root == document.root, "seed \(seed)")
      #expect(canonical.root.hashValue == document.root.hashValue, "seed \(seed)")
    }
  }
}
