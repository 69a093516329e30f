import ForkedDocument
import ForkedJSON
import Testing

/// What a merge lists about things that were matched without an id.
@Suite struct PairingTests {
  private func merged(
    _ base: String, _ ours: String, _ theirs: String, _ listing: MergeListing = .pairings
  ) throws -> MergeResult<[UInt8]> {
    var merge = try DocumentMerge([base, ours, theirs])
    merge.listing = listing
    return try merge.run()
  }

  private func lines(_ merged: MergeResult<[UInt8]>) -> [String] {
    merged.pairings.map { "\($0.pointer) \($0.evidence)\($0.isReported ? "" : " (no row)")" }
  }

  @Test func elementsThatOneSideChangedAreListed() throws {
    let base = #"[{"s":"a","n":1,"c":1},{"s":"b","n":1,"c":2},{"s":"c","n":1,"c":3}]"#
    let ours = #"[{"s":"a","n":2,"c":1},{"s":"b","n":1,"c":2},{"s":"c","n":2,"c":3}]"#
    let theirs = #"[{"s":"a","n":1,"c":1},{"s":"b","n":1,"c":2},{"s":"c","n":3,"c":3}]"#
    #expect(
      try lines(merged(base, ours, theirs)) == [
        "/0 matched by /c, and 1 of 3 other parts (no row)",
        "/2 matched by /c, and 1 of 3 other parts",
      ])
    #expect(try merged(base, ours, theirs, .changedByBoth).pairings.isEmpty)
  }

  @Test func elementsThatBothAddedAreListed() throws {
    let added = try merged(
      #"[{"s":"a","n":1}]"#, #"[{"s":"a","n":2},{"s":"b"}]"#, #"[{"s":"a","n":1},{"s":"b"}]"#)
    #expect(
      lines(added) == [
        "/0 matched by /s, and 0 of 2 other parts (no row)", "/1 both sides added it (no row)",
      ])
  }

  @Test func evidenceIsThatOfTheInnermostElement() throws {
    let base = #"{"k":0,"n":[1,2],"u":[{"id":"x","v":1}],"o":{"p":{"a":"s","b":"t","c":3}},"q":{}}"#
    let ours = #"{"k":1,"n":[3,2],"u":[{"id":"x","v":2}],"o":{},"q":{"p":{"a":"s","b":"t","c":3}}}"#
    let theirs =
      #"{"k":2,"n":[4,2],"u":[{"id":"x","v":3}],"o":{"p":{"a":"s","b":"t","c":4}},"q":{}}"#
    let merged = try merged(base, ours, theirs)
    let evidence = MergeEvidence(merged)
    let rows =
      merged.conflicts.map { ($0.pointer, $0.path) }
      + merged.decisions.map { ($0.pointer, $0.path) }
    let found = rows.map { "\($0) \(evidence.evidence(of: $1, in: "") ?? "-")" }
    #expect(
      found == [
        "/k -", "/n/0 matched by its place", #"/u/0/v matched by /id "x""#,
        "/q/p moved, matched by /a, and 2 of 2 other parts",
      ])
    #expect(evidence.evidence(of: PropertyPath(), in: "") == nil)
  }

  /// A trace must not change what it traces.
  @Test(arguments: try FolderCase.all())
  func listingChangesNothing(_ folder: FolderCase) throws {
    var merge = try folder.merge()
    let plain = try merge.run()
    merge.listing = .pairings
    let listed = try merge.run()
    #expect(plain.bytes == listed.bytes)
    #expect(plain.decisions.map { "\($0)" } == listed.decisions.map { "\($0)" })
    #expect(plain.conflicts.map(\.pointer) == listed.conflicts.map(\.pointer))
    #expect(plain.pairings.isEmpty)
  }
}
