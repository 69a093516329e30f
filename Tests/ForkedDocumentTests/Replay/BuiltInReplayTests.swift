import Foundation
import ForkedDocument
import ForkedJSON
import ForkedSchema
import Testing

/// Real merges of documents that a built-in schema describes, merged by that schema.
@Suite struct BuiltInReplayTests {
  @Test(.enabled(if: (try? RealMerge.all()) != nil, "FORK_MERGES names no folder of real merges"))
  func nothingIsLost() throws {
    let named = SchemaSet()
    var counts: [String: Int] = [:]
    for merge in try RealMerge.all() ?? [] {
      let schema = Self.schema(of: merge.path)
      let plan =
        try schema.map { try ForkedDocumentTests.plan(#"{"$ref": "\#($0)"}"#) }
        ?? named.plan(forDocument: merge.path)
      guard !plan.isSilent, let base = try? JSONDocument(parsing: merge.bytes("base")),
        let ours = try? JSONDocument(parsing: merge.bytes("ours")),
        let theirs = try? JSONDocument(parsing: merge.bytes("theirs"))
      else { continue }
      let name = schema ?? merge.path.split(separator: "/").last.map(String.init) ?? ""
      counts[name.hasSuffix(".ipynb") ? "*.ipynb" : name, default: 0] += 1
      let failures = try plan.failures(of: ours.root).map(\.description)
      #expect(failures == [], "\(merge.name)")
      let merged = try DocumentMerge(base: base, ours: ours, theirs: theirs, plan: plan).run()
      #expect(merged.defects.isEmpty, "\(merge.name)")
      #expect(merged.conflicts.allSatisfy { $0.reason != .invalid }, "\(merge.name)")
    }
    print("replayed by built-in schemas:", counts.sorted { $0.key < $1.key })
    #expect(counts.count >= 4)
  }

  /// The schemas that follow from folders of these repositories, not from names.
  private static func schema(of path: String) -> String? {
    if path.contains("translations/") || path.contains("locales/") || path.contains("/lang/") {
      return "fork:translations"
    }
    if path.hasPrefix("src/schemas/json/") { return "fork:json-schema" }
    return nil
  }
}
