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

  /// A new record with nearly all the text of the deleted one cannot be told from it by its text.
  @Test func sentenceEndsThatNoTextHas() {
    let replaced = Self.record(9, "a", "1", "x", "11")
    let merge = Merge(base: [a, b], ours: [replaced, b], theirs: [a.with("5"), b])
    let blended = Self.record(9, "a", "5", "x", "11")
    #expect(merge.verdict([blended, b]) == .unclear)
    let other = Merge(base: [a, b], ours: [new, b], theirs: [a.with("5"), b])
    #expect(other.verdict([new.with("5"), b]).isWrong)
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

  /// A title that one record alone has tells it, even where the rest is more like another one.
  @Test func titles() {
    func item(_ identity: Int, _ title: String, _ kind: String, _ size: String) -> RecordList.Item {
      .init(
        identity,
        ["title": "\"\(title)\"", "kind": "\"\(kind)\"", "size": size, "open": "true"])
    }
    let element = RecordColumn.Kind.object([
      RecordColumn(name: "title", kind: .unique),
      RecordColumn(name: "kind", kind: .few(["\"k\"", "\"l\""])),
      RecordColumn(name: "size", kind: .number), RecordColumn(name: "open", kind: .few(["true"])),
    ])
    func opened(_ item: RecordList.Item) -> RecordList.Item { item.with("false", for: "open") }
    let base = [item(1, "a", "k", "10"), item(2, "b", "l", "20")]
    let shifted = [item(1, "b", "k", "10"), item(2, "c", "l", "20")]
    let merge = Merge(
      base: base, ours: [base[0], opened(base[1])], theirs: shifted, element: element)
    #expect(merge.verdict([shifted[0], opened(shifted[1])]) == .right)
    #expect(merge.verdict([opened(shifted[0]), shifted[1]]) == .unclear)
    #expect(merge.verdict(shifted).isWrong, "a lost edit")
    #expect(merge.verdict(shifted.map(opened)).isWrong, "an edit of both")
  }

  /// So does a point.
  @Test func points() {
    func item(_ identity: Int, _ label: String, _ kind: String, _ open: Bool) -> RecordList.Item {
      var item = RecordList.Item(
        identity, ["label": label, "kind": "\"\(kind)\"", "open": "\(open)"])
      let place = identity % 10
      item.value["at"] = .tuple([.scalar("\(place)"), .scalar("7")])
      return item
    }
    let kept = [item(1, "null", "k", true), item(3, "null", "m", true)]
    let old = item(2, "null", "l", true)
    let merge = Merge(
      base: kept + [old], ours: kept + [old.with("false", for: "open")],
      theirs: kept + [item(12, "\"b\"", "k", true)],
      element: .object([RecordColumn(name: "at", kind: .point(2))]))
    #expect(merge.verdict(kept + [item(12, "\"b\"", "k", false)]) == .unclear)
    #expect(merge.verdict(kept + [item(12, "\"b\"", "k", true)]).isWrong, "a lost edit")
    let other = [kept[0].with("false", for: "open"), kept[1], item(12, "\"b\"", "k", true)]
    #expect(merge.verdict(other).isWrong, "an edit on another record")
  }

  /// Where a record and its copy were changed, the one with its number and its title may be the old one, but not where
  /// the other one is as it was.
  @Test func copiesUnderNumbers() {
    func item(_ identity: Int, _ number: Int, _ text: String, _ kind: String) -> RecordList.Item {
      .init(
        identity,
        [
          "id": "\(number)", "title": "\"a\"", "text": "\"\(text)\"", "kind": "\"\(kind)\"",
          "size": "10",
        ])
    }
    func sized(_ item: RecordList.Item) -> RecordList.Item { item.with("20", for: "size") }
    let element = RecordColumn.Kind.object([
      RecordColumn(name: "id", kind: .place), RecordColumn(name: "title", kind: .unique),
    ])
    func verdict(_ theirs: [RecordList.Item], _ merged: [RecordList.Item]) -> RecordVerdict {
      let old = item(1, 1, "old", "k")
      return Merge(
        base: [old], ours: [sized(old)], theirs: theirs, element: element, format: .places
      ).verdict(merged)
    }
    let changed = [item(8, 1, "new", "k"), item(1, 2, "other", "k")]
    #expect(verdict(changed, [changed[0], sized(changed[1])]) == .right)
    #expect(verdict(changed, [sized(changed[0]), changed[1]]) == .unclear)
    #expect(verdict(changed, changed).isWrong, "a lost edit")
    let kept = [item(8, 1, "new", "l"), item(1, 2, "old", "k")]
    #expect(verdict(kept, [kept[0], sized(kept[1])]) == .right)
    #expect(verdict(kept, [sized(kept[0]), kept[1]]).isWrong, "an edit on the copy")
  }

  /// A record under two other halves of a key may be a new one, whatever else it has of the old one, while those under
  /// their own halves are what they were.
  @Test func otherHalves() {
    func item(
      _ identity: Int, _ halves: (String, String), _ count: String, _ size: String = "10"
    ) -> RecordList.Item {
      .init(
        identity,
        [
          "lang": "\"\(halves.0)\"", "word": "\"\(halves.1)\"", "count": count,
          "state": "\"s\(count)\"", "size": size,
        ])
    }
    let element = RecordColumn.Kind.object([
      RecordColumn(name: "lang", kind: .halfKey(.first)),
      RecordColumn(name: "word", kind: .halfKey(.second)),
    ])
    let old = item(1, ("p0", "q0"), "5")
    let beside = [item(2, ("p0", "q1"), "6"), item(3, ("p1", "q0"), "6")]
    let other = item(1, ("p2", "q2"), "5")
    let merge = Merge(
      base: [old] + beside + [item(4, ("p1", "q1"), "7")],
      ours: [other] + beside + [item(4, ("p1", "q1"), "8")],
      theirs: beside + [item(4, ("p1", "q1"), "7", "20")], element: element, format: .twoKeys)
    #expect(merge.verdict([other] + beside + [item(4, ("p1", "q1"), "8", "20")]) == .unclear)
    #expect(merge.verdict(beside + [item(4, ("p1", "q1"), "8", "20")]).isWrong, "a lost record")
    #expect(merge.verdict([other] + beside + [item(4, ("p1", "q1"), "8")]).isWrong, "a lost edit")
  }

  /// A record under another key is another one, unless no record has the key that it had.
  @Test func keysGivenAnew() {
    func item(_ identity: Int, _ key: String, _ name: String, _ count: String) -> RecordList.Item {
      .init(
        identity, ["sku": "\"\(key)\"", "name": "\"\(name)\"", "count": count, "open": "true"])
    }
    func verdict(_ keys: [String], _ counts: (String, String)) -> RecordVerdict {
      let base = [item(1, "k1", "a", "10"), item(2, "k2", "b", "20")]
      let theirs = [item(keys[0] == "k1" ? 1 : 8, keys[0], "a", "10"), item(9, keys[1], "b", "20")]
      return Merge(
        base: base, ours: [base[0], base[1].with("30")], theirs: theirs,
        element: .object([RecordColumn(name: "sku", kind: .key)]), format: .unknownKey
      ).verdict([theirs[0].with(counts.0), theirs[1].with(counts.1)])
    }
    #expect(verdict(["k8", "k9"], ("10", "30")) == .unclear)
    #expect(verdict(["k8", "k9"], ("30", "20")).isWrong, "an edit on another record")
    #expect(verdict(["k8", "k9"], ("10", "20")).isWrong, "a lost edit")
    #expect(verdict(["k1", "k9"], ("10", "30")).isWrong, "one record has the old key")
  }

  /// A record in place of a deleted one, with half of its members, may be that one.
  @Test func replacedInPlace() {
    func item(_ identity: Int, _ state: String, _ kind: String, _ size: String) -> RecordList.Item {
      .init(
        identity,
        ["state": "\"\(state)\"", "kind": "\"\(kind)\"", "size": size, "open": "\(size != "1")"])
    }
    let kept = [item(1, "c", "c", "7"), item(2, "a", "b", "54")]
    let old = item(3, "b", "c", "1")
    func verdict(_ ours: [RecordList.Item], _ merged: [RecordList.Item]) -> RecordVerdict {
      Merge(base: kept + [old], ours: ours, theirs: kept + [old.with("\"d\"", for: "kind")])
        .verdict(merged)
    }
    let new = item(9, "b", "c", "143")
    #expect(verdict(kept + [new], kept + [new.with("\"d\"", for: "kind")]) == .unclear)
    #expect(verdict(kept + [new], kept + [new]).isWrong, "a lost edit")
    let other = item(9, "e", "c", "143")
    #expect(verdict(kept + [other], kept + [other.with("\"d\"", for: "kind")]).isWrong)
    let moved = [new] + kept
    #expect(verdict(moved, [new.with("\"d\"", for: "kind")] + kept).isWrong, "not in place")
  }

  /// Where the sides made the same of different records, no text says whether both inserted that.
  @Test func sameOfDifferentRecords() {
    func item(_ identity: Int, _ kind: String, _ price: String) -> RecordList.Item {
      .init(identity, ["kind": "\"\(kind)\"", "price": "\"\(price)\""])
    }
    let base = [item(1, "a", "a"), item(2, "b", "c"), item(3, "c", "b")]
    let (ours, theirs) = (item(1, "a", "b"), item(3, "a", "b"))
    let merge = Merge(
      base: base, ours: [ours, base[1], base[2]], theirs: [base[0], theirs, base[1]])
    #expect(merge.verdict([ours, theirs, base[1]]) == .right)
    #expect(merge.verdict([ours, base[1]]) == .right)
    #expect(merge.verdict([base[1]]).isWrong, "both edits lost")
    #expect(merge.verdict([ours, base[1], base[2]]).isWrong, "a lost edit")
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

  init(
    base: [RecordList.Item], ours: [RecordList.Item], theirs: [RecordList.Item],
    element: RecordColumn.Kind = .object([]), format: RecordFormat = .keyless
  ) {
    lawCase = RecordCase(
      [base, ours, theirs].map { .list(RecordList(element: element, items: $0)) }, format: format)
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

  /// The record with another value, of the count if no other member is named.
  fileprivate func with(_ value: String, for name: String = "count") -> RecordList.Item {
    var copy = self
    copy.value[name] = .scalar(value)
    return copy
  }
}
