import Forked
import ForkedMerge
import ForkedModel
import ForkedTestSupport
import Testing

/// A model whose properties have hidden identities.
@ForkedModel
private struct Shelf: Identifiable {
  var id: Int = 0
  @Backed(by: .mergeableArray) var books: [Int] = []
  @Backed(by: .mergeableSet) var tags: Set<Int> = []
  @Backed(by: .mergeableDictionary) var places: [Int: Int] = [:]

  var numbers: [Int] { books + tags + places.keys }

  /// Inserts a number, or removes one and returns it.
  mutating func edit(_ random: inout SeededGenerator, _ new: Int) -> [Int] {
    switch (random.below(3), random.oneIn(3)) {
    case (0, true) where !books.isEmpty: return [books.remove(at: random.below(books.count))]
    case (0, _): books.insert(new, at: random.below(books.count + 1))
    case (1, true) where !tags.isEmpty: return [tags.removeFirst()]
    case (1, _): tags.insert(new)
    case (_, true):
      guard let key = places.keys.min() else { return [] }
      places[key] = nil
      return [key]
    default: places[new] = new
    }
    return []
  }
}

/// A model with models in properties of every kind.
@ForkedModel
private struct Room {
  @Backed(by: .mergeableArray) var shelves: [Shelf] = []
  @Backed(by: .mergeableDictionary) var byName: [Int: Shelf] = [:]
  @Merged(using: .arrayOfIdentifiableMerge) var fixed: [Shelf] = [Shelf(id: 1), Shelf(id: 2)]
  @Merged var table: [Int: Shelf] = [1: Shelf(), 2: Shelf()]
  @Merged var top: Shelf = Shelf()
  @Merged var maybe: Shelf? = Shelf()

  var numbers: [Int] {
    let all = shelves + byName.values + fixed + table.values + [top, maybe ?? Shelf()]
    return all.flatMap(\.numbers).sorted()
  }

  mutating func edit(_ random: inout SeededGenerator, _ new: Int) -> [Int] {
    let id = 1 + random.below(2)
    switch random.below(6) {
    case 0:
      if !shelves.contains(where: { $0.id == id }) { shelves.append(Shelf(id: id)) }
      let place = shelves.firstIndex { $0.id == id } ?? 0
      return shelves[place].edit(&random, new)
    case 1: return byName[id, default: Shelf()].edit(&random, new)
    case 2: return fixed[id - 1].edit(&random, new)
    case 3: return table[id, default: Shelf()].edit(&random, new)
    case 4: return top.edit(&random, new)
    default:
      var shelf = maybe ?? Shelf()
      defer { maybe = shelf }
      return shelf.edit(&random, new)
    }
  }
}

@Suite("models of replicas that were never related")
struct UnrelatedModelTests {
  private static func replica(_ seed: UInt64) -> Replica {
    let random = Locked(SeededGenerator(drawnFrom: seed))
    return Replica(
      clock: { HybridTime(nanoseconds: Int64(random.with { $0.below(20) })) },
      random: { random.with { $0.next() } })
  }

  @Test("at every depth, a number is removed only where one side removed it")
  func nested() throws {
    for seed in LawSeeds.range(usually: 300) {
      var random = SeededGenerator(drawnFrom: seed)
      try Replica.$current.withValue(Self.replica(seed)) {
        var (rooms, removed): ([Room], Set<Int>) = ([Room(), Room(), Room()], [])
        for new in 0..<30 {
          removed.formUnion(rooms[random.below(3)].edit(&random, new))
        }
        let expected = Set(rooms.flatMap(\.numbers)).subtracting(removed).sorted()
        func merged(_ one: Room, _ other: Room) throws -> Room {
          try one.merged(withSubordinate: other, commonAncestor: random.pick(rooms + [Room()]))
        }
        let (a, b, c) = (rooms[0], rooms[1], rooms[2])
        let all = try merged(merged(a, b), c)
        #expect(try a.salvaging(from: b).salvaging(from: c).numbers == expected)
        #expect(all.numbers == expected, "seed \(seed)")
        #expect(try merged(c, merged(b, a)).numbers == expected, "seed \(seed)")
        #expect(try merged(merged(c, a), b).numbers == expected, "seed \(seed)")
        #expect(try merged(all, b).numbers == expected, "seed \(seed): the merge of what is merged")
      }
    }
  }
}

@ForkedModel
private struct Lists {
  @Merged(using: .arrayOfIdentifiableMerge) var items: [Remark] = []
  @Merged(using: .arrayOfIdentifiableMerge) var maybe: [Remark]? = []
  @Merged var numbers: [Int]?
  @Merged var gaps: [Int?] = []

  init(_ ids: [Int]) {
    items = ids.map { Remark(id: $0) }
    maybe = items
  }
}

@Suite("results for arrays that programs for the original see")
struct ArrayResultTests {
  @Test(
    "ids stay unique",
    arguments: [([1, 2, 3, 3, 4], [1, 2, 3], [1, 2, 3, 4]), ([1, 2, 1], [1, 3, 1], [1])])
  func uniqueIDs(ours: [Int], theirs: [Int], expected: [Int]) throws {
    let base = Lists([1, 2, 3])
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merged = try Lists(one).merged(withSubordinate: Lists(other), commonAncestor: base)
      #expect(merged.items.map(\.id) == expected && merged.maybe?.map(\.id) == expected)
    }
  }

  @Test("elements of one side that share an id keep the changes of both")
  func bothChanges() throws {
    let base = Lists([1])
    var one = base
    one.items = [Remark(id: 1, text: "a", likes: 2), Remark(id: 1, likes: 1)]
    let merged = try one.merged(withSubordinate: base, commonAncestor: base)
    #expect(merged.items.map(\.text) == ["a"] && merged.items.map(\.likes) == [3])
  }

  /// Without a base, runs of values cannot be told from each other: the dominant version's array is kept.
  @Test("an optional array that both set has the elements of both, if they have ids")
  func optionals() throws {
    var (one, other) = (Lists([]), Lists([]))
    (one.maybe, other.maybe) = ([Remark(id: 1)], [Remark(id: 2)])
    (one.numbers, other.numbers) = ([1], [2])
    var base = Lists([])
    base.maybe = nil
    let merged = try one.merged(withSubordinate: other, commonAncestor: base)
    #expect(merged.maybe?.map(\.id) == [1, 2] && merged.numbers == [1])
  }

  @Test("an absent element beside insertions of both stays once")
  func gaps() throws {
    var (ancestor, one, other) = (Lists([]), Lists([]), Lists([]))
    (ancestor.gaps, one.gaps, other.gaps) = ([nil], [1, nil], [nil, 2])
    let merged = try one.merged(withSubordinate: other, commonAncestor: ancestor)
    #expect(merged.gaps == [1, nil, 2])
  }
}
