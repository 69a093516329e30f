import Foundation
import ForkedJSON
import ForkedTestSupport
import Testing

@testable import ForkedSchema

@Suite struct KeyPatternTests {
  @Test(arguments: [
    ("a", "a xax", "b"), ("^a$", "a", "aa xa"), ("^a|b$", "ax xb", "xay"),
    ("^(a|bc)+$", "a abc bcbca", "b ab-"),
    ("^(?:ab){2,3}$", "abab ababab", "ab abababab"), ("^a{2}$", "aa", "a aaa"),
    ("^a{2,}$", "aa aaaa", "a"),
    ("^a{0,1}$", "a", "aa"), ("^[a-c_]+$", "abc_", "d a-"), ("^[^a-c]$", "d", "a"),
    ("^[\\d\\-x]+$", "1-x", "a"),
    ("^\\d{3}-\\w+$", "123-a_1", "12-a"), ("^\\S+$", "abc", ""), ("^.$", "é 🙂", "ab"),
    ("^a.c$", "abc", "ac"),
    ("^a*?b+?$", "b aab", "a"), ("^\\u00e9\\x61\\u{1F642}$", "éa🙂", "e"),
    ("^\\uD83D\\uDE42$", "🙂", "x"),
    ("\\bfoo\\b", "foo a-foo", "afoo food"), ("^\\p{L}+$", "aé日", "1 a1"), ("^\\P{Lu}$", "a", "A"),
    ("^[\\p{Nd}_]$", "1 _", "a"), ("^(?<year>[0-9]+)$", "2020", "x"), ("^[^\\D]$", "1", "a"),
    ("\\.", "a.b", "ab"),
    ("^[\\]]$", "]", "a"), ("^(a|b|c|)d$", "ad bd cd d", "abd"), ("^x-", "x-a", "ax-"),
    ("^(a*)*$", "aaa", "b"),
  ])
  func matchesAsECMAScriptDoes(pattern: String, matching: String, others: String) throws {
    let pattern = try KeyPattern(JSONString(pattern))
    for text in matching.split(separator: " ") {
      #expect(pattern.matches(JSONString(String(text))), "\(text)")
    }
    for text in others.split(separator: " ") {
      #expect(!pattern.matches(JSONString(String(text))), "\(text)")
    }
  }

  @Test func theEmptyPatternMatchesAll() throws {
    #expect(try KeyPattern("").matches(""))
    #expect(try KeyPattern("^$").matches(""))
    #expect(try !KeyPattern("^$").matches("a"))
  }

  @Test(arguments: [
    "(", ")", "[", "a**", "*a", "a{2,1}", "\\", "a{1", "(?=a)", "(?<!a)", "(a)\\1", "\\p{Nonsense}",
    "[b-a]",
    "((a{99}){99}){99}", "a{1000000000000000000000}", "\\u12", "\\u+061", "\\x+1", "\\u{+61}",
    "\\u{110000}", "\\c1",
  ])
  func othersAreRefused(pattern: String) {
    #expect(throws: Refusal.self) { try KeyPattern(JSONString(pattern)) }
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(.*)*b$", "(a?){50}a{50}$"])
  func hostilePatternsTakeLinearTime(pattern: String) throws {
    let text = JSONString(String(repeating: "a", count: 5000) + "!")
    #expect(try !KeyPattern(JSONString(pattern)).matches(text))
  }

  @Test("a run comes to the verdict of another implementation")
  func verdicts() throws {
    var random = SeededGenerator(seed: 1)
    var matches = 0
    for _ in 0..<400 {
      let text = Self.pattern(3, &random)
      let pattern = try KeyPattern(JSONString(text))
      let peer = try NSRegularExpression(pattern: text)
      for _ in 0..<20 {
        let string = String(
          (0..<Int.random(in: 0...12, using: &random)).map { _ in
            "aabbc1 _".randomElement(using: &random) ?? "a"
          })
        let range = NSRange(string.startIndex..., in: string)
        let isFound = peer.firstMatch(in: string, range: range) != nil
        #expect(pattern.matches(JSONString(string)) == isFound, "\(text) on \(string)")
        matches += isFound ? 1 : 0
      }
    }
    #expect((1000...7000).contains(matches))
  }

  private static func pattern(_ depth: Int, _ random: inout SeededGenerator) -> String {
    guard depth > 0 else {
      let atoms = ["a", "b", "c", ".", "[ab]", "[^a]", "\\d", "\\w", "^", "$", "\\b"]
      return atoms.randomElement(using: &random) ?? "a"
    }
    let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      pattern(depth - 1, &random)
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return "(\(parts.joined(separator: "|")))"
    case 1: return "(\(parts.joined()))*"
    case 2: return "(\(parts.joined())){0,3}"
    case 3: return "(\(parts.joined()))+"
    default: return parts.joined()
    }
  }

  @Test(.timeLimit(.minutes(10))) func hugePatternsAreReadOrRefusedQuickly() throws {
    let deep = String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000)
    #expect(throws: Refusal.self) { try KeyPattern(JSONString(deep)) }
    let wide = Array(repeating: "a", count: 3000).joined(separator: "|")
    #expect(try KeyPattern(JSONString(wide)).matches("a"))
    let empty = String(repeating: "(){900000}", count: 3000)
    #expect(try KeyPattern(JSONString(empty)).matches("a"))
    #expect(throws: Refusal.self) {
      try KeyPattern(JSONString(String(repeating: "a", count: 20_000)))
    }
  }
}
