import Forked
import Testing

/// A value whose two versions without a common ancestor are kept side by side.
private struct Kept: Mergeable {
  var values: Set<Int>
  func merged(withSubordinate other: Self, commonAncestor: Self) -> Self {
    Kept(values: values.union(other.values).subtracting(commonAncestor.values))
  }
  func salvaging(from other: Self) -> Self { Kept(values: values.union(other.values)) }
}

@Suite("Values that merge, and optional ones")
struct MergeableTests {
  @Test("what is salvaged is the value itself, unless a type says more")
  func salvaging() throws {
    let salvaged = try AccumulatingInt(value: 1).salvaging(from: AccumulatingInt(value: 2))
    #expect(salvaged == AccumulatingInt(value: 1))
    #expect(Kept(values: [1]).salvaging(from: Kept(values: [2])) == Kept(values: [1, 2]))
  }

  @Test(
    "one side unchanged: the other's wins, nil included",
    arguments: [nil, 0, 5] as [Int?], [nil, 0, 5] as [Int?])
  func oneSide(changed: Int?, ancestor: Int?) throws {
    let (changed, ancestor) = (
      changed.map(AccumulatingInt.init), ancestor.map(AccumulatingInt.init)
    )
    #expect(try changed.merged(withSubordinate: ancestor, commonAncestor: ancestor) == changed)
    #expect(try ancestor.merged(withSubordinate: changed, commonAncestor: ancestor) == changed)
  }

  @Test("both changed: a value beats nil")
  func valueBeatsNil() throws {
    let changed: AccumulatingInt? = AccumulatingInt(value: 3)
    let ancestor: AccumulatingInt? = AccumulatingInt(value: 1)
    #expect(try changed.merged(withSubordinate: nil, commonAncestor: ancestor) == changed)
    #expect(
      try AccumulatingInt?.none.merged(withSubordinate: changed, commonAncestor: ancestor)
        == changed)
    #expect(
      try AccumulatingInt?.none.merged(withSubordinate: nil, commonAncestor: ancestor) == nil)
  }

  @Test("both changed: two values merge, and are salvaged where there was none before")
  func twoValues() throws {
    let merged = try Optional(AccumulatingInt(value: 3))
      .merged(
        withSubordinate: AccumulatingInt(value: 5), commonAncestor: AccumulatingInt(value: 1))
    #expect(merged == AccumulatingInt(value: 7))
    let both = try Optional(Kept(values: [1]))
      .merged(withSubordinate: Kept(values: [2]), commonAncestor: nil)
    #expect(both == Kept(values: [1, 2]))
  }

  @Test("optionals of optionals merge by the same rules")
  func nested() throws {
    let merged = try AccumulatingInt??.some(AccumulatingInt(value: 3))
      .merged(
        withSubordinate: AccumulatingInt(value: 5), commonAncestor: AccumulatingInt(value: 1))
    #expect(merged == AccumulatingInt(value: 7))
  }
}
