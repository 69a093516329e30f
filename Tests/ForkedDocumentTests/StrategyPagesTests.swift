import Forked
import ForkedDocument
import ForkedJSON
import ForkedSchema
import Foundation
import Testing

/// What users read about strategies: each page has all of the list, and the examples of the manual are merges.
@Suite struct StrategyPagesTests {
  @Test(arguments: MergeStrategy.all)
  func theManualHasExamplesThatMergeSo(strategy: MergeStrategy) throws {
    let entry = try #require(try Self.manual()[strategy.name])
    let examples = Self.examples(in: entry)
    #expect(!examples.isEmpty)
    for example in examples {
      let merged = try example.merge(by: strategy).run()
      #expect(merged.defects.isEmpty)
      #expect(merged.conflicts.isEmpty == (example.result != nil))
      if let result = example.result {
        #expect(try JSONDocument(parsing: merged.bytes).root["value"] == json(result))
      }
    }
  }

  @Test func noPageHasOthers() throws {
    let all = MergeStrategy.all.map(\.name)
    #expect(try Set(Self.manual().keys) == Set(all))
    let rows = try Self.page("README.md").split(separator: "\n")
      .drop { !$0.hasPrefix("| strategy |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
    let names = rows.flatMap { $0.split(separator: "|")[0].matches(of: /`(\w+)`/).map(\.1) }
    #expect(Set(names.map(String.init)) == Set(all))
    let editors = try json(Self.page("Completions/fork-schema.json"))["$defs"]?["strategy"]
    let completed = editors?["enum"]?.elements.compactMap { $0.string?.exactString }
    #expect(completed == all)
    #expect(editors?["enumDescriptions"]?.count == all.count)
  }

  // MARK: - Pages

  private static func page(_ path: String) throws -> String {
    let file = URL(filePath: #filePath).resolvingSymlinksInPath()
    let root = file.appending(path: "../../..").standardized
    return String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  /// The entries about strategies in fork-schema(5).
  private static func manual() throws -> [String: Substring] {
    let page = try page("Man/fork-schema.5")
    let section = try #require(page.firstMatch(of: /\.Ss Strategies\n(?s:.*?)\n\.Ss/)).output
    let entries = section.split(separator: ".It Li ").dropFirst()
    return Dictionary(
      uniqueKeysWithValues: entries.map { (String($0.prefix { $0 != "\n" }), $0) })
  }

  private static func examples(in entry: Substring) -> [Example] {
    var examples: [Example] = []
    for block in entry.matches(of: /\.Bd -literal -compact\n(?s:(.*?))\.Ed/).map(\.1) {
      var example = Example()
      let words = /(?:^|\s)(schema|base|ours|theirs, later,|theirs|result|conflict)(?:\s|$)/
      let marks = Array(block.matches(of: words))
      for (index, mark) in marks.enumerated() {
        let end = index + 1 < marks.count ? marks[index + 1].range.lowerBound : block.endIndex
        let value = String(block[mark.range.upperBound..<max(end, mark.range.upperBound)])
        switch mark.1 {
        case "schema": example.schema = value
        case "base": example.base = value
        case "ours": example.ours = value
        case "result", "conflict":
          example.result = mark.1 == "result" ? value : nil
          examples.append(example)
        default:
          example.theirs = value
          example.later = mark.1 == "theirs" ? nil : .theirs
        }
      }
    }
    return examples
  }

  private struct Example {
    var schema: String?
    var base = ""
    var ours = ""
    var theirs = ""
    var later: MergeSide?
    /// Nil for a conflict.
    var result: String?

    func merge(by strategy: MergeStrategy) throws -> DocumentMerge {
      let schema = schema ?? #"{ "x-merge": "\#(strategy.name)" }"#
      var merge = try DocumentMerge(
        [base, ours, theirs].map { #"{ "value": \#($0) }"# },
        plan: plan(#"{ "properties": { "value": \#(schema) } }"#))
      merge.recency = { _ in later.map { Recency(later: $0) } }
      return merge
    }
  }
}
