import ForkedJSON
import ForkedMerge
import ForkedTestSupport
import Testing

@testable import ForkedSchema

@Suite struct GlobTests {
  @Test(arguments: [
    ("*.json", "a.json a/b.json .json a/.x.json", "a.jsonx json a.json/b"),
    ("/*.json", "a.json", "a/b.json"),
    ("notes/*.json", "notes/a.json notes/.json", "notes/a/b.json a/notes/b.json notes"),
    ("notes/**", "notes/a notes/a/b.json", "notes a/notes/b"),
    ("**/b.json", "b.json a/b.json a/a/b.json", "ab.json a/ab.json"),
    ("a/**/b", "a/b a/x/b a/x/y/b", "a/xb ab a/b/x"),
    ("**", "a a/b .fork/x", ""),
    ("a/**/**/b", "a/b a/x/b", "a"),
    ("a**b", "ab axb x/axxb", "a/b"),
    ("?", "a é 🙂 x/a", "ab"),
    ("a?c/d", "abc/d", "a/c/d ac/d"),
    ("[a-c]x", "ax cx", "dx -x"),
    ("[!a-c]x", "dx -x", "ax"),
    ("[^a]", "b", "a"),
    ("[]a]", "] a", "b"),
    ("[a-]", "a -", "b"),
    ("[\\]]", "]", "\\"),
    ("\\*", "*", "a \\*"),
    ("\\!a", "!a", "a"),
    ("x*y*z", "xyz xaybz xyzyz", "xzy xyzy"),
    ("a.json", "a.json b/a.json", "A.json a.jso"),
  ])
  func matchesAsGitignoreDoes(glob: String, matching: String, others: String) throws {
    let glob = try Glob(parsing: glob)
    for path in matching.split(separator: " ") {
      #expect(glob.matches(Glob.Path(String(path))), "\(path)")
    }
    for path in others.split(separator: " ") {
      #expect(!glob.matches(Glob.Path(String(path))), "\(path)")
    }
  }

  @Test func namesAreComparedByScalars() throws {
    #expect(try !Glob(parsing: "\u{E9}").matches(Glob.Path("e\u{301}")))
    #expect(try !schemas("{\"x-documents\": {\"/\u{E9}\": {}}}").isDocument("e\u{301}"))
  }

  @Test(arguments: [
    "", "!a", "a/", "a//b", "./a", "a/../b", "[a", "a\\", "[b-a]", "[[:alpha:]]", "/",
  ])
  func othersAreRefused(pattern: String) {
    #expect(throws: Refusal.self) { try Glob(parsing: pattern) }
  }

  /// Two sides of a merge have the members in different orders, each its own first.
  @Test(arguments: [false, true])
  func theMostSpecificDecidesInAnyOrder(isReversed: Bool) throws {
    let globs = [
      "**", "*.json", "*.schema.json", "docs/**", "docs/*", "docs/a*", "docs/a*.json",
      "docs/a1.json",
      "docs/**/x.json", "package.json",
    ]
    let entries = globs.map {
      #""\#($0)": {"x-merge": {"using": "orderedMerge", "position": "\#($0)"}}"#
    }
    let members = (isReversed ? entries.reversed() : entries).joined(separator: ",")
    let set = try schemas(#"{"x-documents": {\#(members)}}"#)
    let expected = [
      "docs/a1.json": "docs/a1.json", "docs/a2.json": "docs/a*.json", "docs/a": "docs/a*",
      "docs/b": "docs/*", "docs/b/c": "docs/**", "docs/b/x.json": "docs/**/x.json",
      "a.json": "*.json", "x/a.schema.json": "*.schema.json", "x/package.json": "package.json",
      "x": "**",
      "docs/package.json": "docs/*",
    ]
    for (path, glob) in expected {
      #expect(set.plan(forDocument: path).position == JSONString(glob), "\(path)")
    }
  }

  @Test(arguments: [
    ("a*", "*a", true), ("n/*a", "n/b*", true), ("n/*a", "n/*b", false), ("n/?", "n/[ab]", true),
    ("n/[a-c]", "n/[d-f]", false), ("n/[!a-c]", "n/[b-c]", false), ("n/*/x", "n/?/*", true),
    ("**/*a/x", "**/b*/y", false), ("**/*a/x", "**/b*/x", true), ("n/**/ab", "n/**/cb", false),
    ("n/**/a*", "n/**/*b", true), ("n/**", "n/**/**", true), ("n/*", "m/*", false),
    ("n/*/a", "n/**/a", true), ("n/[!a]", "n/[!b]", true), ("n/[a-c]", "n/[c-e]", true),
    ("n/[!a-z]", "n/[b-y]", false), ("n/**", "n/**/a", true), ("n/a/**", "n/**/a", true),
  ])
  func twoGlobsThatCanMatchOnePathAreKnown(a: String, b: String, expected: Bool) throws {
    var steps = 10_000
    let (a, b) = (try Glob(parsing: a), try Glob(parsing: b))
    #expect(a.meets(b, &steps) == expected)
    #expect(b.meets(a, &steps) == expected)
  }

  /// The search for a shared path and the matcher agree on random globs and paths.
  @Test func aSharedPathMeansATie() throws {
    var random = SeededGenerator(seed: 7)
    let pieces = ["a", "b", "*", "?", "/", "**/", "[ab]", "[!a]"]
    for _ in 0..<3000 {
      let texts = (0..<2).map { _ in
        "/"
          + (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
            pieces.randomElement(using: &random)
          }
          .joined()
      }
      let globs = texts.compactMap { try? Glob(parsing: $0) }
      guard globs.count == 2 else { continue }
      let path = Glob.Path(
        (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
          ["a", "b", "/"].randomElement(using: &random)
        }
        .joined())
      guard !path.segments.isEmpty, globs.allSatisfy({ $0.matches(path) }) else { continue }
      var steps = 100_000
      #expect(
        globs[0].meets(globs[1], &steps),
        "seed 7: \(texts) both match \(path.text)")
    }
  }

  @Test func documents() throws {
    let set = try schemas(#"{"x-documents": {"data/**": {}}}"#)
    for path in [
      "a.json", "x/y.json", ".fork/schema.json", "data/x.txt", "n.ipynb", "L.xcstrings",
      "package.json",
    ] {
      #expect(set.isDocument(path), "\(path)")
    }
    for path in [".git/a.json", "x/.GIT/b.json", "data/.git/x", "a.txt", "json", "a.JSON"] {
      #expect(!set.isDocument(path), "\(path)")
    }
    #expect(SchemaSet().isDocument("a.json") && !SchemaSet().isDocument("data/x.txt"))
  }
}
