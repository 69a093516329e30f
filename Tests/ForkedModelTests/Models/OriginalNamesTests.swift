import ForkedModel
import Testing

// Nothing but ForkedModel is imported.

private struct Total: Mergeable, Identifiable {
  var id = 0
  var value = 0

  func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    Total(id: id, value: value + other.value - commonAncestor.value)
  }
}

@ForkedModel(version: nil)
private struct Unversioned {
  @Merged(using: .textMerge) var text: String = ""
  @Merged var total: Total = Total()
  @Backed(by: .mergeableSet) var tags: Set<String> = []
}

private struct LongestMerger: Merger {
  func merge(_ value: String, withSubordinate other: String, commonAncestor: String) -> String {
    value.count < other.count ? other : value
  }
}

/// Names of the original packages ForkedModel and ForkedMerge: what is written here must compile.
@Suite("the original's names of ForkedModel and ForkedMerge")
struct OriginalModelNamesTests {
  @Test("the names of a model are visible by one import")
  func models() throws {
    let strategies: [PropertyMerge] = [.textMerge, .arrayMerge, .arrayOfIdentifiableMerge]
    let backings: [PropertyBacking] = [.mergeableValue, .mergeableSet]
    #expect(strategies.count == 3 && backings.count == 2)
    #expect(!((Unversioned() as Any) is any VersionedModel))
    let base = Unversioned(text: "a b", total: Total(value: 1))
    let resource = QuickFork<Unversioned>(initialValue: base, forks: [Fork(name: "ui")])
    #expect(try resource.value(in: Fork(name: "ui")) == base)
  }

  @Test("free functions merge by a merger, also values that may be absent")
  func functions() throws {
    let text = try merge(
      merger: TextMerger(), dominant: "a B", subordinate: "A b", commonAncestor: "a b")
    #expect(text == "A B")
    let none: String? = nil
    let only = try merge(
      merger: TextMerger(), dominant: none, subordinate: "A", commonAncestor: none)
    #expect(only == "A")
    #expect(
      try merge(merger: LongestMerger(), dominant: "a", subordinate: "ab", commonAncestor: "")
        == "ab")
    let value: TextMerger.T = "text"
    #expect(value == "text")
  }

  @Test("optionals and replicated values have the id of what they hold")
  func identities() {
    func id<Value: Identifiable>(of value: Value) -> Value.ID { value.id }
    let none: Total? = nil
    #expect(id(of: Optional(Total(id: 3))) == 3 && id(of: none) == nil)
    #expect(id(of: MergeableValue(Total(id: 4))) == 4)
  }

  @Test("a replicated array is a collection")
  func arrays() throws {
    var array: MergeableArray<Int> = [1, 2]
    array.append(3)
    array.append(contentsOf: [4, 5])
    #expect(array.remove(at: 1) == 2)
    array[0] = 9
    #expect(array.count == 4 && array[0] == 9 && array.last == 5 && Array(array) == [9, 3, 4, 5])
    #expect(Array(array[1...2]) == [3, 4] && array.firstIndex(of: 4) == 2)
    var other = array
    other.insert(7, at: 1)
    array.remove(at: 3)
    #expect(array.merged(with: other).values == [9, 7, 3, 4])
    let twice = MergeableArray([1, 2, 1, 3, 2].enumerated().map { Total(id: $1, value: $0) })
    #expect(twice.entriesUniquelyIdentified().values.map(\.value) == [2, 3, 4])
    var inFront = twice
    inFront.insert(Total(id: 1, value: 9), at: 0)
    #expect(inFront.entriesUniquelyIdentified().values.map(\.value) == [9, 3, 4])
  }

  @Test("the results of sets, and the keys and values of dictionaries")
  func collections() {
    var set = MergeableSet(array: ["a", "b"])
    #expect(set.insert("c") && !set.insert("c"))
    #expect(set.remove("a") == "a" && set.remove("a") == nil)
    var dictionary: MergeableDictionary<String, Int> = ["x": 1, "y": 2]
    dictionary["x"] = nil
    #expect(dictionary.keys == ["y"] && dictionary.values == [2])
  }
}
