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

  @ForkedModel
  struct Part: Codable, Hashable, Identifiable {
    var id: Int = 0
    @Merged var title: String = ""
    var state: String = ""
    @Merged(using: .counterMerge) var views: Int = 0
  }

  @ForkedModel
  struct Whole: Codable {
    @Backed(by: .mergeableDictionary) var table: [String: Part] = [:]
    @Backed(by: .mergeableArray) var list: [Part] = []
  }

  @Test func modelsInBackedCollectionsMergeByProperty() throws {
    var base = Whole()
    base.table["a"] = Part(id: 1)
    base.list = [Part(id: 1), Part(id: 2)]
    var (one, other) = (base, base)
    one.table["a"] = Part(id: 1, title: "one", views: 1)
    other.table["a"] = Part(id: 1, state: "done", views: 2)
    one.list = [Part(id: 2), Part(id: 1, title: "one", views: 1)]
    other.list = [Part(id: 1, state: "done", views: 2), Part(id: 2)]
    let both = Part(id: 1, title: "one", state: "done", views: 3)
    for merged in [
      try one.merged(withSubordinate: other, commonAncestor: base),
      try other.merged(withSubordinate: one, commonAncestor: base),
    ] {
      #expect(merged.table == ["a": both])
      #expect(merged.list.sorted { $0.id < $1.id } == [both, Part(id: 2)])
    }
  }
}

@Suite struct HandWrittenEqualityTests {
  /// A function can't be compared, so the struct says what equality means.
  @ForkedModel
  struct Player: Equatable {
    @Merged var title: String = ""
    var volume: Int = 0
    var onStop: @Sendable () -> Void = {}

    static func == (one: Player, other: Player) -> Bool {
      one.title == other.title && one.volume == other.volume
    }
  }

  /// Two are equal if their ids are.
  @ForkedModel
  struct Person: Codable {
    var id: Int = 0
    var name: String = ""
    @Merged var notes: String = ""

    static func == (one: Person, other: Person) -> Bool { one.id == other.id }
  }

  @Test func withoutEqualityTheMostRecentWinsAsAWhole() throws {
    let base = Player()
    var (one, other) = (base, base)
    one.title = "Fork"
    other.volume = 5
    #expect(try one.merged(withSubordinate: other, commonAncestor: base) == one)
    #expect(try other.merged(withSubordinate: one, commonAncestor: base) == other)
    #expect(try base.merged(withSubordinate: other, commonAncestor: base) == other)
    #expect(try one.salvaging(from: other) == one)
  }

  @Test func equalityThatComparesLessMergesNoLess() throws {
    let base = Person(id: 1)
    var (one, other) = (base, base)
    one.name = "Ada"
    other.notes = "Countess"
    let merged = try one.merged(withSubordinate: other, commonAncestor: base)
    #expect(merged.name == "Ada" && merged.notes == "Countess")
  }
}
