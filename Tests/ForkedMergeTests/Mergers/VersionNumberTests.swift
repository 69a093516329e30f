import ForkedMerge
import ForkedTestSupport
import Testing

@Suite struct VersionNumberTests {
  /// Each precedes all that follow (semver.org, item 11, among others).
  private static let ascending = [
    "0", "0.0.1-alpha", "0.0.1", "v0.2", "1.0.0-0", "1.0.0-alpha", "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1", "1.0.0.1", "1.2", "1.10.0-x",
    "1.10", "V2", "10.0", "2024.06.1", "2024-06-02", "2024-10-1", "99999999999999999999.0",
    "100000000000000000000.0",
  ]

  @Test func precedence() throws {
    let versions = try Self.ascending.map { try #require(VersionNumber($0), "\($0)") }
    for (i, one) in versions.enumerated() {
      for (j, other) in versions.enumerated() {
        #expect(one.precedes(other) == (i < j), "\(Self.ascending[i]) \(Self.ascending[j])")
      }
    }
  }

  @Test(arguments: [
    ("1", "1.0.0"), ("v1.2", "1.2"), ("1.0+a", "1.0+b"), ("1.02", "1.2"), ("^ 1.0", "^1"),
    ("2024-06-02", "2024.6.2"),
  ])
  func equallyGreat(_ one: String, _ other: String) throws {
    let (one, other) = try (#require(VersionNumber(one)), #require(VersionNumber(other)))
    #expect(one.precedes(other) == false)
    #expect(other.precedes(one) == false)
  }

  @Test func rangesOfOneKindCompare() throws {
    for sign in ["^", "~", ">=", ">= "] {
      let (low, high) = try (
        #require(VersionNumber(sign + "1.9.0")), #require(VersionNumber(sign + "1.10.0"))
      )
      #expect(low.precedes(high) == true)
      #expect(high.precedes(low) == false)
    }
    let (caret, tilde) = try (#require(VersionNumber("^1.0")), #require(VersionNumber("~2.0")))
    #expect(caret.precedes(tilde) == nil)
    #expect(try caret.precedes(#require(VersionNumber("2.0"))) == nil)
  }

  @Test(arguments: [
    "", "v", "^", "x", "1.x", "1.*", "*", "latest", "1..2", ".1", "1.", "1.0-", "1.0+", "1.0-a..b",
    "1.0-ä", "１.0",
    "<2", "<=2", ">1", "=1", "^1 || ^2", ">=1 <2", "1 - 2", " 1", "1 ", "-1", "+1", "vv1", "^^1",
    "v^1",
    "file:../a", "github:a/b#1.0", "1.0\n", "2024-13-01-1",
  ])
  func noVersion(_ text: String) {
    // A hyphen begins a pre-release.
    let isPreRelease = text == "2024-13-01-1"
    #expect((VersionNumber(text) != nil) == isPreRelease, "\(text)")
  }

  /// A total order of what can be compared, the same however it is spelt.
  @Test func orderOfRandomVersions() throws {
    for seed in LawCases.seeds {
      var random = SeededGenerator(drawnFrom: seed)
      let three = (0..<3).map { _ in RandomVersion(&random) }
      let read = try three.map { try #require(VersionNumber($0.text), "\($0.text)") }
      for (i, one) in three.enumerated() {
        for (j, other) in three.enumerated() {
          #expect(
            read[i].precedes(read[j]) == one.precedes(other),
            "seed \(seed): \(one.text) \(other.text)")
        }
      }
    }
  }
}

/// A version made of its parts, and compared by them.
private struct RandomVersion {
  let numbers: [Int]
  let preRelease: [Int]
  let text: String

  init(_ random: inout SeededGenerator) {
    numbers = (0..<(1 + random.below(4))).map { _ in random.below(3) * random.below(30) }
    preRelease =
      random.below(3) == 0 ? (0..<(1 + random.below(3))).map { _ in random.below(12) } : []
    var text = random.below(4) == 0 ? "v" : ""
    text += numbers.map(String.init).joined(separator: ".")
    if !preRelease.isEmpty { text += "-" + preRelease.map(String.init).joined(separator: ".") }
    self.text = text + (random.below(4) == 0 ? "+b\(random.below(9))" : "")
  }

  func precedes(_ other: RandomVersion) -> Bool {
    let count = max(numbers.count, other.numbers.count)
    let filled = { (numbers: [Int]) in
      numbers + Array(repeating: 0, count: count - numbers.count)
    }
    if filled(numbers) != filled(other.numbers) {
      return filled(numbers).lexicographicallyPrecedes(filled(other.numbers))
    }
    if preRelease.isEmpty || other.preRelease.isEmpty {
      return !preRelease.isEmpty && other.preRelease.isEmpty
    }
    return preRelease.lexicographicallyPrecedes(other.preRelease)
  }
}
