import Forked
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedMerge

/// A value with an id that merges property by property.
private struct NestedItem: Mergeable, Identifiable, Hashable, Sendable {
  var id: Int
  var a = ""
  var b = ""
  var n = 0

  func merged(withSubordinate other: NestedItem, commonAncestor: NestedItem) -> NestedItem {
    NestedItem(
      id: id, a: a == commonAncestor.a ? other.a : a, b: b == commonAncestor.b ? other.b : b,
      n: n + other.n - commonAncestor.n)
  }

  func salvaging(from other: NestedItem) -> NestedItem {
    NestedItem(id: id, a: max(a, other.a), b: max(b, other.b), n: n + other.n)
  }
}

/// One side's edits of the items of a collection: it writes only its own text, so that both texts must stand in the end.
private struct SideEdits {
  var increments: [Int: Int] = [:]
  var texts: [Int: String] = [:]
  var removed: Set<Int> = []
  var added: [NestedItem] = []
  var isShuffled = false

  init(_ ids: [Int], firstNew: Int, by random: inout SeededGenerator) {
    for id in ids {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: removed.insert(id)
      case 1, 2: increments[id] = Int.random(in: -3...3, using: &random)
      case 3: texts[id] = "t\(Int.random(in: 0..<100, using: &random))"
      default: break
      }
    }
    for number in 0..<Int.random(in: 0..<3, using: &random) {
      added.append(NestedItem(id: firstNew + number, n: 1))
    }
    isShuffled = Bool.random(using: &random)
  }

  func applied(
    to items: [NestedItem], text: WritableKeyPath<NestedItem, String>,
    by random: inout SeededGenerator
  ) -> [NestedItem] {
    var result =
      items.filter { !removed.contains($0.id) }.map { item in
        var item = item
        item.n += increments[item.id] ?? 0
        if let new = texts[item.id] { item[keyPath: text] = new }
        return item
      } + added
    if isShuffled { result.shuffle(using: &random) }
    return result
  }
}

@Suite("replicated collections of values that merge themselves")
struct NestedValueLawTests {
  /// The items that two sides' edits must make.
  private func expected(_ base: [NestedItem], _ ours: SideEdits, _ theirs: SideEdits) -> Set<
    NestedItem
  > {
    let kept = base.filter { !ours.removed.contains($0.id) && !theirs.removed.contains($0.id) }
    return Set(
      kept.map { item in
        var item = item
        item.n += (ours.increments[item.id] ?? 0) + (theirs.increments[item.id] ?? 0)
        item.a = ours.texts[item.id] ?? item.a
        item.b = theirs.texts[item.id] ?? item.b
        return item
      } + ours.added + theirs.added)
  }

  private func edits(_ seed: UInt64) -> (base: [NestedItem], SideEdits, SideEdits, SeededGenerator)
  {
    var random = SeededGenerator(seed: seed)
    let base = (0..<Int.random(in: 0..<8, using: &random)).map { NestedItem(id: $0, n: $0) }
    let ours = SideEdits(base.map(\.id), firstNew: 100, by: &random)
    let theirs = SideEdits(base.map(\.id), firstNew: 200, by: &random)
    return (base, ours, theirs, random)
  }

  @Test("an array: one element for each id, with the changes of both, in either direction")
  func arrays() throws {
    for seed in LawCases.seeds {
      var (base, ours, theirs, random) = edits(seed)
      try Replica.$current.withValue(.random(seed: seed, times: 1 << 24)) {
        let start = MergeableArray(base)
        var (one, other) = (start, start)
        one.values = ours.applied(to: base, text: \.a, by: &random)
        other.values = theirs.applied(to: base, text: \.b, by: &random)
        let merged = try one.merged(withSubordinate: other, commonAncestor: start)
        let swapped = try other.merged(withSubordinate: one, commonAncestor: start)
        #expect(merged.values == swapped.values, "seed \(seed)")
        #expect(merged.values.count == Set(merged.values.map(\.id)).count, "seed \(seed)")
        #expect(Set(merged.values) == expected(base, ours, theirs), "seed \(seed)")
        let again = try merged.merged(withSubordinate: other, commonAncestor: other)
        #expect(again.values == merged.values, "seed \(seed): the merge of what is merged")
      }
    }
  }

  @Test("a dictionary: the changes of both, in either direction")
  func dictionaries() throws {
    for seed in LawCases.seeds {
      var (base, ours, theirs, random) = edits(seed)
      // Of a removal and a change the later one counts, which is another law.
      ours.removed.subtract(theirs.increments.keys)
      ours.removed.subtract(theirs.texts.keys)
      theirs.removed.subtract(ours.increments.keys)
      theirs.removed.subtract(ours.texts.keys)
      try Replica.$current.withValue(.random(seed: seed, times: 1 << 24)) {
        func table(_ items: [NestedItem]) -> [Int: NestedItem] {
          Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
        }
        let start = MergeableDictionary(table(base))
        var (one, other) = (start, start)
        one.dictionary = table(ours.applied(to: base, text: \.a, by: &random))
        other.dictionary = table(theirs.applied(to: base, text: \.b, by: &random))
        let merged = try one.merged(withSubordinate: other, commonAncestor: start)
        let swapped = try other.merged(withSubordinate: one, commonAncestor: start)
        #expect(merged == swapped, "seed \(seed)")
        #expect(Set(merged.contents.values) == expected(base, ours, theirs), "seed \(seed)")
        let again = try merged.merged(withSubordinate: other, commonAncestor: other)
        #expect(again == merged, "seed \(seed): the merge of what is merged")
      }
    }
  }

  @Test("an id that both sides insert is in the result once, with the contents of both")
  func insertedByBoth() throws {
    let start = MergeableArray([NestedItem(id: 1)])
    var (one, other) = (start, start)
    one.values = [NestedItem(id: 1), NestedItem(id: 2, a: "ours", n: 1)]
    other.values = [NestedItem(id: 2, b: "theirs", n: 2), NestedItem(id: 1)]
    let merged = try one.merged(withSubordinate: other, commonAncestor: start)
    #expect(
      merged.values.filter { $0.id == 2 } == [NestedItem(id: 2, a: "ours", b: "theirs", n: 3)])
    #expect(merged.count == 2)
  }

  @Test("a key that both sides set anew is salvaged; one that was set again begins anew")
  func setByBoth() throws {
    let start: MergeableDictionary<String, NestedItem> = ["old": NestedItem(id: 1, a: "x")]
    var (one, other) = (start, start)
    one["new"] = NestedItem(id: 2, a: "ours", n: 1)
    other["new"] = NestedItem(id: 2, b: "theirs", n: 2)
    one["old"] = nil
    one["old"] = NestedItem(id: 9)
    other["old"]?.b = "edit"
    let merged = try one.merged(withSubordinate: other, commonAncestor: start)
    #expect(merged["new"] == NestedItem(id: 2, a: "ours", b: "theirs", n: 3))
    #expect(merged["old"] == NestedItem(id: 9))
  }

  @Test("two equal increments are two; one change that both know is one")
  func alike() throws {
    let start = MergeableArray([NestedItem(id: 1)])
    var (one, other) = (start, start)
    one.values[0].n += 1
    other.values[0].n += 1
    let both = try one.merged(withSubordinate: other, commonAncestor: start)
    #expect(both.values == [NestedItem(id: 1, n: 2)])
    let same = try one.merged(withSubordinate: one, commonAncestor: start)
    #expect(same.values == [NestedItem(id: 1, n: 1)])
  }

  @Test("arrays that were stored before elements could be changed are read")
  func storedBefore() throws {
    let text = #"[{"id":[1,1],"isLeftOfParent":false,"element":7}]"#
    let array = try JSONDecoder().decode(MergeableArray<Int>.self, from: Data(text.utf8))
    #expect(array.values == [7])
  }
}
