import ForkedTestSupport
import Testing

@testable import ForkedJSON

@Suite("Values")
struct ValueTests {
  @Test(
    "equal values",
    arguments: [
      ("1", "1.0"), ("1", "10e-1"), ("-0", "0"), ("1e400", "10E+399"), ("0.10", "1e-1"),
      ("1e99999999999999999999", "1e99999999999999999999"), ("1e1000000000", "10e999999999"),
      ("0e999999999", "0"), ("[1, 2]", "[1.0,2e0]"), ("100000000000000000", "1e17"),
      ("-123456789012345678", "-123456789012345678.0"), ("1000000000000000000", "1e18"),
      ("{\"a\":1,\"b\":[2]}", "{\"b\":[20e-1],\"a\":1}"),
      ("\"\\u0041\"", "\"A\""), ("{\"\\u0061\":1, \"b\":2}", "{\"b\":2, \"a\":1}"),
    ])
  func equal(a: String, b: String) throws {
    expectEqual(try json(a), try json(b))
  }

  @Test(
    "different values",
    arguments: [
      ("1", "1.0000000000000000000000000001"), ("1", "\"1\""),
      ("9007199254740993", "9007199254740992"),
      ("\"\u{E9}\"", "\"e\u{301}\""), ("[1,2]", "[2,1]"), ("[[]]", "[{}]"),
      ("{\"a\":1}", "{\"a\":2}"),
      ("{\"a\":1}", "{\"b\":1}"), ("{\"a\":1,\"b\":2}", "{\"a\":2,\"b\":1}"), ("1e400", "1e401"),
      ("1e99999999999999999999", "1e99999999999999999998"), ("1e1234567890", "1e1234567891"),
      ("[1]", "[1,1]"), ("[[1],2]", "[[1,2]]"), ("true", "false"), ("null", "false"), ("-1", "1"),
    ])
  func different(a: String, b: String) throws {
    expectDifferent(try json(a), try json(b))
  }

  @Test("the members of large objects in another order are looked up in one table")
  func largeObjects() throws {
    let members = (0..<10_000).map { "\"k\($0)\":\($0)" }
    let a = try json("{" + members.joined(separator: ",") + "}")
    let b = try json("{" + members.reversed().joined(separator: ",") + "}")
    var comparison = NodeComparison(a: a.document, b: b.document)
    #expect(a == b && comparison.areEqual(a.index, b.index))
    #expect(comparison.tables == 1)
  }

  @Test("the deepest documents are safe on a thread with a small stack")
  func deepest() async throws {
    let text = String(repeating: "[{\"a\":", count: 256) + "1" + String(repeating: "}]", count: 256)
    let spaced = text.replacing(":", with: ": ")
    let (a, b) = (try json(text), try json(spaced))
    try await onSmallStack {
      #expect(a == b)
      #expect(a.hashValue == b.hashValue)
      #expect(a.canonicalBytes == Array(text.utf8))
    }
  }

  @Test("canonical bytes sort keys by scalars and keep no formatting")
  func canonical() throws {
    let node = try json(
      "{ \"b\" : [1.50, 1e2,\n0.000001], \"a\\n\": \"\\u0041\\/\", \"\u{1F600}\":1, \"\u{FFFD}\":2}"
    )
    #expect(
      String(decoding: node.canonicalBytes, as: UTF8.self)
        == "{\"a\\n\":\"A/\",\"b\":[1.5,100,0.000001],\"\u{FFFD}\":2,\"\u{1F600}\":1}")
  }

  @Test("values are ordered by their canonical bytes")
  func canonicalOrder() throws {
    for seed in LawSeeds.range(usually: 3000) {
      var documents = RandomDocuments(seed: seed)
      let (a, b) = (try documents.document().root, try documents.document().root)
      for (one, other) in [(a, b), (b, a), (a, a)] + zip(a.elements, a.elements.dropFirst()) {
        #expect(
          one.canonicallyPrecedes(other)
            == one.canonicalBytes.lexicographicallyPrecedes(other.canonicalBytes), "seed \(seed)")
      }
    }
  }

  @Test(
    "the order of canonical bytes, where the start is the same",
    arguments: [
      ("[1]", "[12]"), ("[1,3]", "[12]"), ("[1,2]", "[1]"), ("[]", "[[]]"), ("{}", "{\"a\":1}"),
      ("{\"a\":1}", "{\"a\":1,\"b\":1}"), ("{\"b\":1,\"a\":2}", "{\"b\":2,\"a\":1}"),
      ("1e2", "1"), ("[ \"a\", [\"b\"]]", "[\"\\u0061\",[\"c\"]]"), ("\"a\"", "\"aa\""),
    ])
  func canonicalOrder(a: String, b: String) throws {
    let (x, y) = (try json(a), try json(b))
    let expected = x.canonicalBytes.lexicographicallyPrecedes(y.canonicalBytes)
    #expect(x.canonicallyPrecedes(y) == expected)
    #expect(y.canonicallyPrecedes(x) != expected)
  }

  @Test("bytes are compared rightly at every level, whatever is remembered of others")
  func byteComparison() throws {
    var random = SeededGenerator(seed: 1)
    func text(_ count: Int, _ random: inout SeededGenerator) -> String {
      String(repeating: "a", count: count - 1) + (random.oneIn(3) ? "b" : "a")
    }
    func nested(_ random: inout SeededGenerator) -> JSONNode? {
      let inner = (0..<4).map { _ in "\"\(text(random.pick([10, 300, 600, 2000]), &random))\"" }
      let json = "[[\(inner[0]),[\(inner[1])]],[[\(inner[2])],\(inner[3])]]"
      return try? JSONDocument(parsing: Array(json.utf8)).root
    }
    for _ in 0..<LawSeeds.count(usually: 300) {
      // More pairs than are remembered.
      let roots = (0..<5).compactMap { _ in nested(&random) }
      let comparison = JSONByteComparison()
      var levels = roots.map { [$0] }
      while levels.contains(where: { !$0.isEmpty }) {
        for one in levels.joined() {
          for other in levels.joined() {
            #expect(comparison.haveSameBytes(one, other) == (one.bytes == other.bytes))
          }
        }
        levels = levels.map { $0.flatMap { Array($0.elements) } }
      }
    }
  }

  @Test("pointers find values")
  func pointers() throws {
    let node = try json("{\"a/b\":{\"~\":[10,[20]]},\"\":0,\"m~n\":8}")
    func at(_ text: String) throws -> String? {
      try node.value(at: JSONPointer(parsing: text))?.description
    }
    #expect(try at("/a~1b/~0/1/0") == "20")
    #expect(try at("/") == "0")
    #expect(try at("/m~0n") == "8")
    #expect(try at("") == node.description)
    for nothing in ["/a~1b/~0/01", "/a~1b/~0/-", "/a~1b/~0/2", "/a~1b/~0/1e0", "/x", "//"] {
      #expect(try at(nothing) == nil, "\(nothing)")
    }
    for wrong in ["a", "/~", "/~2"] {
      #expect(throws: JSONPointerError.self) { try JSONPointer(parsing: wrong) }
    }
    #expect(try JSONPointer(parsing: "/a~1b/~0/1").description == "/a~1b/~0/1")
    #expect(JSONPointer().appending("x/").appending(index: 3).description == "/x~1/3")
  }

  @Test("a lone surrogate is written as JSON escapes it, and read again")
  func surrogatesInPointers() throws {
    let key = try #require(try json(#"{"\ud800": 1}"#).members.first { _ in true }?.key.string)
    let pointer = JSONPointer([key, #"\ud800"#, #"\u005c\n"#])
    #expect(key.description == #"\ud800"#)
    #expect(pointer.description == #"/\ud800/\u005cud800/\u005cu005c\n"#)
    #expect(try JSONPointer(parsing: pointer.description) == pointer)
    #expect(try JSONPointer(parsing: #"/\uD83D\uDE00"#).tokens == ["\u{1F600}"])
    #expect(try JSONPointer(parsing: pointer.string) == pointer)
    #expect(try JSONPointer(parsing: JSONString(#"/\ud800"#)).tokens == [#"\ud800"#])
  }

  @Test("every pointer can be read as it is written")
  func pointersAreReadAsWritten() throws {
    let parts = [
      #"\ud800"#, #"\udfff"#, #"\u0041"#, #"\u00e9"#, #"\\"#, "u", "d800", "005c", "~", "/", "0",
      "\u{1F600}",
    ]
    for seed in LawSeeds.range(usually: 3000) {
      var random = SeededGenerator(seed: seed)
      let tokens = try (0..<random.below(4)).map { _ in
        let text = (0..<random.below(5)).map { _ in random.pick(parts) }.joined()
        return try #require(try json("\"\(text)\"").string)
      }
      let pointer = JSONPointer(tokens)
      #expect(try JSONPointer(parsing: pointer.description) == pointer, "\(pointer)")
      #expect(try JSONPointer(parsing: pointer.string) == pointer, "\(pointer)")
    }
  }
}

@Suite("Exact decimals")
struct ExactDecimalTests {
  func decimal(_ literal: String) throws -> ExactDecimal {
    try #require(ExactDecimal(literal: literal.utf8), "\(literal)")
  }

  @Test(
    "only number literals are numbers",
    arguments: ["", "-", "01", "1.", ".5", "1e", "+1", "1e+", "1x", "1e5x"])
  func literals(text: String) { #expect(ExactDecimal(literal: text.utf8) == nil) }

  @Test("sums and differences agree with integers")
  func arithmetic() throws {
    for seed in LawSeeds.range(usually: 2000) {
      var random = SeededGenerator(seed: seed)
      let (a, b) = (random.below(20_001) - 10_000, random.below(2_001) - 1_000)
      #expect(ExactDecimal(a).adding(ExactDecimal(b))?.int == a + b, "seed \(seed)")
      #expect(ExactDecimal(a).subtracting(ExactDecimal(b))?.int == a - b, "seed \(seed)")
      #expect((ExactDecimal(a) < ExactDecimal(b)) == (a < b), "seed \(seed)")
      #expect(ExactDecimal(a).description == String(a))
    }
  }

  @Test("fractions and large numbers are exact")
  func exactness() throws {
    #expect(try decimal("0.1").adding(decimal("0.2")) == decimal("0.3"))
    #expect(try decimal("1e400").adding(decimal("1"))?.literal.count == 401)
    #expect(try decimal("1e400").subtracting(decimal("1e400")) == ExactDecimal(0))
    #expect(try decimal("1e999999").adding(decimal("1e-999999")) == nil)
    #expect(try decimal("-2.5").adding(decimal("0.25"))?.description == "-2.25")
    #expect(try decimal("1e-3").description == "0.001")
    #expect(try decimal("12e-400").description == "1.2e-399")
    #expect(try decimal("9223372036854775807").int == Int.max)
    #expect(try decimal("-9223372036854775808").int == Int.min)
    #expect(try decimal("9223372036854775808").int == nil)
    #expect(try decimal("1.5").int == nil)
  }

  @Test("multiples are exact")
  func multiples() throws {
    func isMultiple(_ a: String, _ b: String) throws -> Bool? {
      try decimal(a).isMultiple(of: decimal(b))
    }
    for (a, b) in [
      ("0.3", "0.1"), ("19.99", "0.01"), ("1e400", "8e-3"), ("0", "5"), ("-6", "4e-1"),
      ("246913578024691357802469135780", "12345678901234567890123456789e-2"), ("1e999999999", "8"),
    ] { #expect(try isMultiple(a, b) == true, "\(a) \(b)") }
    for (a, b) in [("0.35", "0.1"), ("1", "0"), ("1e400", "3"), ("5", "10"), ("1", "2e100000000")] {
      #expect(try isMultiple(a, b) == false, "\(a) \(b)")
    }
    #expect(try isMultiple("1e999999999", "7") == false)
    let huge = String(repeating: "7", count: 20_000)
    #expect(try isMultiple(huge, "7") == nil)
    for seed in LawSeeds.range(usually: 1000) {
      var random = SeededGenerator(seed: seed)
      let (a, b) = (random.below(1_000_000), random.below(50) + 1)
      #expect(
        ExactDecimal(a).isMultiple(of: ExactDecimal(b)) == a.isMultiple(of: b), "seed \(seed)")
    }
  }

  @Test("a literal takes at most twenty zeros that are no digits of the value")
  func zerosOfLiterals() throws {
    let zeros = String(repeating: "0", count: 20)
    #expect(try decimal("1e20").description == "1" + zeros)
    #expect(try decimal("1e21").description == "1e21")
    #expect(try decimal("1e-20").description == "0." + zeros.dropFirst() + "1")
    #expect(try decimal("1e-21").description == "1e-21")
  }

  @Test("literals give the value back, ordered as the values are")
  func roundTrip() throws {
    let ascending = [
      "-1e400", "-12.5", "-1", "-0.5", "-1e-30", "0", "1e-30", "0.5", "0.50001", "1", "9", "10",
      "1e20", "1e400",
    ]
    let values = try ascending.map(decimal)
    #expect(try values.map { try decimal($0.description) } == values)
    for (i, x) in values.enumerated() {
      for (j, y) in values.enumerated() { #expect((x < y) == (i < j), "\(x) \(y)") }
    }
  }
}
