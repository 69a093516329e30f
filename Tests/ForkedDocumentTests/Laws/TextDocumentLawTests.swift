import Forked
import ForkedJSON
import ForkedMerge
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// Random texts in documents: the audit finds nothing wrong in a right merge, and what both changed is reported.
@Suite struct TextDocumentLawTests {
  @Test func theAuditPassesAndTheReportNamesChangesOfBoth() throws {
    var (failures, reported) = (0, 0)
    for seed in DocumentLawTests.seeds {
      let texts = TextCase(seed: seed)
      let merge = try TextDocument.merge(texts, later: .ours)
      let result = try merge.run()
      let typed = TextMerge.merge(
        base: texts.base.text, ours: texts.ours.text, theirs: texts.theirs.text, first: .ours)
      let isReported = !result.decisions.isEmpty
      reported += isReported ? 1 : 0
      let merged = result.isClean ? try TextDocument.text(of: result.bytes) : nil
      if result.defects.isEmpty, isReported == typed.isChangedByBoth,
        merged?.utf8.elementsEqual(typed.text.utf8) ?? false
      {
        continue
      }
      failures += 1
      guard failures <= 5 else { continue }
      Issue.record(
        """
        seed \(seed)
        \(texts)
        merged: \(String(reflecting: merged)), reported: \(isReported)
        by the typed merge: \(String(reflecting: typed.text)), in conflict: \(typed.isChangedByBoth)
        \(result.defects)
        """)
    }
    let all = DocumentLawTests.seeds
    print(
      "texts in documents: \(failures) of \(all.count) from seed \(all.lowerBound) on break the law; \(reported) are reported"
    )
    #expect(failures == 0)
  }
}

/// A document with one text.
enum TextDocument {
  static func merge(_ texts: TextCase, later: MergeSide) throws -> DocumentMerge {
    DocumentMerge(
      base: try of(texts.base.text), ours: try of(texts.ours.text),
      theirs: try of(texts.theirs.text),
      plan: try plan(#"{"properties": {"t": {"x-merge": "textMerge"}}}"#),
      recency: { _ in Recency(later: later) })
  }

  static func of(_ text: String) throws -> JSONDocument {
    try JSONDocument(parsing: Array(#"{"t": "#.utf8) + JSONString(text).literal + Array("}".utf8))
  }

  static func text(of bytes: [UInt8]) throws -> String? {
    try JSONDocument(parsing: bytes).root["t"]?.string?.exactString
  }
}
