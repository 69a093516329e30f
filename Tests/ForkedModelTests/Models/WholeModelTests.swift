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

  /// Two are the same person where their ids are.
  @ForkedModel
  struct Person: Codable {
    var id: Int = 0
    var name: String = ""
    @Merged var notes: String = ""

    static func == (one: Person, other: Person) -> Bool { one.id == other.id }
  }

  @Test func whatCannotBeComparedMakesTheMostRecentWinAsAWhole() throws {
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
