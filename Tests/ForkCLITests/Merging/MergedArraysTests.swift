import Testing

/// An array of objects with ids, each on a line of its own.
private func list(_ elements: String...) -> String {
  "{\n  \"list\": [\n    \(elements.joined(separator: ",\n    "))\n  ]\n}\n"
}

private let one = #"{ "id": 1, "t": "one" }"#
private let two = #"{ "id": 2, "t": "two" }"#
private let three = #"{ "id": 3, "t": "three" }"#

@Suite("merging arrays of objects with ids")
struct MergedArraysTests {
  private static func merge(
    _ base: String, ours: String, theirs: String
  ) async throws -> (document: String, report: String) {
    let sandbox = try await Sandbox.withTwoForks(base)
    try await sandbox.put(ours)
    try await sandbox.put(theirs, on: "ui")
    let report = try await sandbox.fork("merge", "ui", "--json").succeed().line
    return (try await sandbox.document(), report)
  }

  @Test("edits of two different objects")
  func twoObjects() async throws {
    let (ones, threes) = (#"{ "id": 1, "t": "ONE" }"#, #"{ "id": 3, "t": "THREE" }"#)
    let (document, report) = try await Self.merge(
      list(one, two, three), ours: list(ones, two, three), theirs: list(one, two, threes))
    #expect(document == list(ones, two, threes))
    #expect(report.contains(#""resolved":[],"conflicts":[]"#))
  }

  @Test("one moves, the other edits")
  func moveAndEdit() async throws {
    let edited = #"{ "id": 1, "t": "ONE" }"#
    let (document, _) = try await Self.merge(
      list(one, two, three), ours: list(two, three, one), theirs: list(edited, two, three))
    #expect(document == list(two, three, edited))
  }

  @Test("one deletes, the other edits: the edit stays, and is reported")
  func deleteAndEdit() async throws {
    let edited = #"{ "id": 2, "t": "TWO" }"#
    let (document, report) = try await Self.merge(
      list(one, two, three), ours: list(one, three), theirs: list(one, edited, three))
    #expect(document == list(one, edited, three))
    #expect(report.contains(#""kept":{"side":"theirs""#) && report.contains(#""note":"#))
  }

  @Test("both insert at one index: both are in the result, once")
  func bothInsert() async throws {
    let (four, five) = (#"{ "id": 4 }"#, #"{ "id": 5 }"#)
    let (document, _) = try await Self.merge(
      list(one, two), ours: list(one, four, two), theirs: list(one, five, two))
    #expect(document == list(one, five, four, two) || document == list(one, four, five, two))
  }

  @Test("both insert the same: it is in the result once")
  func bothInsertSame() async throws {
    let (document, _) = try await Self.merge(
      list(one, two), ours: list(one, three, two), theirs: list(one, three, two))
    #expect(document == list(one, three, two))
  }
}
