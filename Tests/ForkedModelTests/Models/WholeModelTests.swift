import ForkedModel
import Testing

@Suite struct VersionedModelTests {
  @Test func aNewerModelIsNeverMergedIntoAnOlderOne() throws {
    let known = Versioned(name: "a")
    var newer = known
    newer.modelVersion = 3
    #expect(known.modelVersion == 2 && known.canLoadModelVersion && !newer.canLoadModelVersion)
    #expect(throws: NewerModelVersion.self) {
      try known.merged(withSubordinate: newer, commonAncestor: known)
    }
    var older = known
    older.modelVersion = nil
    #expect(try older.merged(withSubordinate: known, commonAncestor: older) == known)
  }
}

@Suite struct BackedModelTests {
  @ForkedModel
  struct Note: Codable {
    @Backed var name: String = ""
    @Backed(by: .mergeableArray) var items: Array<Int> = [1]
    @Backed(by: .mergeableSet) var tags: Set<String> = []
    @Backed(by: .mergeableDictionary) var counts: [String: Int] = [:]
  }

  @Test func backedPropertiesMergeWithoutAnAncestor() throws {
    let base = Note()
    var (one, other) = (base, base)
    one.items = [1, 2]
    other.items = [0, 1]
    one.tags.insert("a")
    other.tags.insert("b")
    other.counts["x"] = 1
    other.name = "name"
    let merged = try one.merged(withSubordinate: other, commonAncestor: base)
    #expect(merged.items == [0, 1, 2] && merged.tags == ["a", "b"])
    #expect(merged.counts == ["x": 1] && merged.name == "name")
    #expect(try one.salvaging(from: other) == merged)
  }
}
