import ForkedDocument
import ForkedTestSupport
import Testing

/// The judge of records, on merges made by hand.
@Suite(.enabled(if: LawSeeds.isLong, "the package Laws has it: no code of the program runs"))
struct RecordJudgeTests {
  private let a = RecordJudgeTests.record(1, "a", "1", "x", "10")
  private let b = RecordJudgeTests.record(2, "b", "2", "y", "20")
  private let c = RecordJudgeTests.record(3, "c", "3", "z", "30")
  private let new = RecordJudgeTests.record(9, "n", "4", "w", "40")

  @Test func bothSidesEdits() {
    let merge = Merge(base: [a, b, c], ours: [a.with("5"), b, c], theirs: [a, b, c.with("6")])
    #expect(merge.verdict([a.with("5"), b, c.with("6")]) == .right)
    #expect(merge.verdict([a.with("5"), b.with("6"), c]).isWrong, "an edit on another record")
    #expect(merge.verdict([a.with("5"), b, c]).isWrong, "a lost edit")
    #expect(merge.verdict([a.with("5"), b, c.with("6"), c]).isWrong, "a record doubled")
    #expect(merge.verdict([a.with("5"), b, c, c.with("6")]).isWrong, "a record doubled by an edit")
    #expect(merge.verdict([a.with("5"), c.with("6")]).isWrong, "a record lost")
    #expect(merge.verdict([a.with("5"), b, c.with("6"), new]).isWrong, "a record from nowhere")
  }

  @Test func bothSidesAlike() {
    let merge = Merge(base: [a, b], ours: [a.with("5"), b, new], theirs: [a.with("5"), b, new])
    #expect(merge.verdict([a.with("5"), b, new]) == .right)
    #expect(merge.verdict([a, b, new]).isWrong)
  }

  @Test func insertionAndDeletion() {
    let merge = Merge(base: [a, b, c], ours: [a, new, b, c], theirs: [a, c])
    #expect(merge.verdict([a, new, c]) == .right)
    #expect(merge.verdict([a, new, b, c]).isWrong, "a deleted record back")
    #expect(merge.verdict([a, c]).isWrong, "a lost insertion")
    #expect(merge.verdict([a, new.with("5"), c]).isWrong, "a corrupted insertion")
    #expect(merge.verdict([a, new, new, c]).isWrong, "an insertion doubled")
  }

  @Test func oneValueByBoth() {
    let merge = Merge(base: [a, b], ours: [a.with("5"), b], theirs: [a.with("6"), b])
    let row = RecordJudge.Decision(pointer: ["0", "count"], kept: .ours, values: [])
    let other = RecordJudge.Decision(pointer: ["1", "count"], kept: .ours, values: [])
    #expect(merge.verdict([a.with("5"), b]).isWrong, "decided silently")
    #expect(merge.verdict([a.with("5"), b], [row]) == .right)
    #expect(merge.verdict([a.with("7"), b], [row]).isWrong)
    #expect(merge.verdict([a.with("5"), b], [other]).isWrong, "another record's decision")
    #expect(merge.verdict([a.with("5"), b.with("6")], [row]).isWrong)
  }

  @Test func deletedAndChanged() {
    let merge = Merge(base: [a, b], ours: [a.with("5"), b], theirs: [b])
    let row = RecordJudge.Decision(
      pointer: ["0"], kept: .ours, values: [a.with("5").value.tree()])
    #expect(merge.verdict([a.with("5"), b]).isWrong, "decided silently")
    #expect(merge.verdict([b]).isWrong, "decided silently")
    #expect(merge.verdict([a.with("5"), b], [row]) == .right)
  }

  @Test func decisionAboutAWholeList() {
    let merge = Merge(base: [a, b], ours: [a.with("5"), b], theirs: [a, b.with("6")])
    let row = RecordJudge.Decision(pointer: [], kept: .ours, values: [])
    #expect(merge.verdict([a.with("5"), b]).isWrong)
    #expect(merge.verdict([a.with("5"), b], [row]) == .coarse)
    #expect(merge.verdict([a, b.with("6")], [row]).isWrong, "the side that was not kept")
  }

  /// Which of three records is the old one, each with one other value, no text says.
  @Test func severalReadings() {
    let copies = [
      Self.record(1, "b", "1", "x", "10"), Self.record(8, "c", "1", "x", "10"),
      Self.record(9, "a", "1", "x", "30"),
    ]
    let merge = Merge(base: [a], ours: copies, theirs: [a.with("5")])
    #expect(merge.verdict([copies[0].with("5"), copies[1], copies[2]]) == .right)
    for index in 1...2 {
      var merged = copies
      merged[index] = merged[index].with("5")
      #expect(merge.verdict(merged) == .unclear, "\(index)")
    }
    #expect(merge.verdict(copies).isWrong, "a lost edit")
    #expect(merge.verdict(copies.map { $0.with("5") }).isWrong, "an edit of all")
  }

  /// The deleted one of two equal records may be either.
  @Test func equalRecords() {
    let twin = Self.record(8, "a", "1", "x", "10")
    let merge = Merge(base: [a, twin, b], ours: [a, b], theirs: [twin, b])
    #expect(merge.verdict([a, b]) == .right)
    let edits = Merge(base: [a, twin, b], ours: [a.with("5"), twin, b], theirs: [twin, b])
    #expect(edits.verdict([a.with("5"), b]) == .right)
    #expect(edits.verdict([a, b]).isWrong)
  }

  @Test func movedAndDeleted() {
    let merge = Merge(base: [a, b, c], ours: [b, c, a], theirs: [b, c])
    #expect(merge.verdict([b, c]) == .right)
    #expect(merge.verdict([b, c, a]) == .revived)
    #expect(merge.verdict([a, b, c, a]).isWrong)
  }

  @Test func order() {
    let merge = Merge(base: [a, b, c], ours: [a, new, b, c], theirs: [a, b, c.with("5")])
    #expect(!merge.order([a, new, b, c.with("5")]).isDrifted)
    #expect(merge.order([a, b, c.with("5"), new]).isDrifted)
    #expect(!merge.order([a, b, c.with("5"), new]).isMisplaced)
    #expect(merge.order([a, new, c.with("5"), b]).isMisplaced)
    let moving = Merge(base: [a, b, c], ours: [b, a, c], theirs: [a, b, c.with("5")])
    #expect(!moving.order([b, a, c.with("5")]).isMisplaced)
    #expect(moving.order([b, c.with("5"), a]).isMisplaced)
  }

  @Test func scalars() {
    func values(_ pairs: KeyValuePairs<Int, String>) -> [RecordList.Item] {
      pairs.map { .init(identity: $0, value: .scalar($1)) }
    }
    let merge = Merge(
      base: values([1: "1", 2: "1", 3: "2"]), ours: values([1: "1", 3: "2"]),
      theirs: values([1: "1", 2: "1", 3: "2", 4: "3"]))
    #expect(merge.verdict(values([1: "1", 3: "2", 4: "3"])) == .right)
    #expect(merge.verdict(values([1: "1", 2: "1", 3: "2", 4: "3"])).isWrong)
    #expect(merge.verdict(values([1: "1", 3: "2"])).isWrong)
    let both = Merge(base: values([1: "1"]), ours: values([1: "5"]), theirs: values([1: "6"]))
    #expect(both.verdict(values([1: "5", 2: "6"])).isWrong, "decided silently")
    // Theirs has a new "1" in place of the old one, which no text tells.
    let renewed = Merge(
      base: values([1: "1"]), ours: values([1: "5"]), theirs: values([2: "1", 1: "6"]))
    #expect(renewed.verdict(values([1: "5", 2: "6"])) == .right)
    #expect(renewed.verdict(values([1: "5"])).isWrong)
    // Theirs made a 7 of the 1, but it may as well have deleted it and inserted the rest behind the 3.
    let replaced = Merge(
      base: values([1: "1", 2: "3", 3: "2"]), ours: values([2: "3"]),
      theirs: values([4: "3", 1: "7", 2: "3", 3: "2", 5: "2"]))
    #expect(!replaced.verdict(values([2: "3", 1: "7", 4: "3", 5: "2"])).isWrong)
    // Here it stands where the 1 stood in each reading.
    let plain = Merge(
      base: values([1: "1", 2: "3"]), ours: values([2: "3"]), theirs: values([1: "7", 2: "3"]))
    #expect(plain.verdict(values([1: "7", 2: "3"])).isWrong, "decided silently")
  }

  private static func record(
    _ identity: Int, _ name: String, _ count: String, _ state: String, _ size: String
  ) -> RecordList.Item {
    .init(
      identity,
      ["title": "\"\(name)\"", "count": count, "state": "\"\(state)\"", "size": size])
  }
}

/// Three versions of a list.
private struct Merge {
  private let lawCase: RecordCase

  init(base: [RecordList.Item], ours: [RecordList.Item], theirs: [RecordList.Item]) {
    lawCase = RecordCase(
      [base, ours, theirs].map { .list(RecordList(element: .object([]), items: $0)) },
      format: .keyless)
  }

  func verdict(
    _ merged: [RecordList.Item], _ decisions: [RecordJudge.Decision] = []
  ) -> RecordVerdict {
    lawCase.verdict(of: Self.bytes(merged), decisions)
  }

  func order(_ merged: [RecordList.Item]) -> RecordOrder { lawCase.order(of: Self.bytes(merged)) }

  private static func bytes(_ items: [RecordList.Item]) -> [UInt8] {
    Array(RecordStyle.lines.document(.list(RecordList(element: .object([]), items: items))).utf8)
  }
}

extension RecordList.Item {
  fileprivate init(_ identity: Int, _ members: KeyValuePairs<String, String>) {
    self.init(
      identity: identity, value: .object(members.map { .init(key: $0, value: .scalar($1)) }))
  }

  /// The record with another count.
  fileprivate func with(_ count: String) -> RecordList.Item {
    var copy = self
    copy.value["count"] = .scalar(count)
    return copy
  }
}
