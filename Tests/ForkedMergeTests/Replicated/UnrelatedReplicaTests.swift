import Forked
import ForkedMerge
import ForkedTestSupport
import Foundation
import Testing

/// Merges whose "common ancestor" is none: it is one of both sides, another replica, or empty.
@Suite("replicas without a common ancestor")
struct UnrelatedReplicaTests {
  @Test("an element that was inserted again is another one")
  func insertedAgain() throws {
    var a: MergeableArray<Int> = [1, 2, 3]
    var b = try MergeableArray().merged(withSubordinate: a, commonAncestor: MergeableArray())
    b.insert(1, at: 0)
    b.remove(at: 0)
    b.insert(1, at: 0)
    b.append(5)
    a.append(6)
    for ancestor in [a, b, MergeableArray()] {
      let merged = try a.merged(withSubordinate: b, commonAncestor: ancestor)
      #expect(merged.values == [1, 1, 2, 3, 6, 5])
      #expect(try b.merged(withSubordinate: a, commonAncestor: ancestor) == merged)
    }
  }

  @Test("a moved element that the other side removed is removed; one that it never had stays")
  func movedElements() throws {
    let base = MergeableArray([Item(id: 1), Item(id: 2)])
    var (moved, removed) = (base, base)
    moved.values = [Item(id: 2), Item(id: 1)]
    removed.remove(at: 0)
    removed.remove(at: 0)
    let merged = try moved.merged(withSubordinate: removed, commonAncestor: base)
    #expect(merged.values == [])
    let unrelated = MergeableArray([Item(id: 2), Item(id: 1)])
    for (one, other) in [(unrelated, removed), (removed, unrelated)] {
      let kept = try one.merged(withSubordinate: other, commonAncestor: base)
      #expect(kept.values == unrelated.values)
    }
  }
}

/// An element is removed only where the other side has its removal, whatever is given as the ancestor.
@Suite("laws of replicas with any ancestor")
struct AnyAncestorLawTests {
  /// What is set, inserted and removed again and again: each has no more than its equality.
  @Test func repeatedChanges() throws {
    try check(MergeableValue(0, on: .random(seed: 0)), isReplicated: true) {
      value, random, replica, _ in
      value.set(random.below(9), on: replica)
      return []
    } numbers: { _ in
      []
    }
    try check(MergeableSet([1, 2], on: .random(seed: 0)), isReplicated: true) {
      set, random, replica, _ in
      let element = random.below(5)
      guard random.oneIn(2) else {
        set.remove(element, on: replica)
        return []
      }
      set.insert(element, on: replica)
      return []
    } numbers: { _ in
      []
    }
    try check(MergeableDictionary([1: 1], on: .random(seed: 0)), isReplicated: true) {
      table, random, replica, _ in
      table.set(random.below(4), to: random.oneIn(3) ? nil : random.below(9), on: replica)
      return []
    } numbers: { _ in
      []
    }
  }

  @Test func arrays() throws {
    try check(MergeableArray<Int>(), isReplicated: true) { array, random, replica, new in
      if !array.isEmpty, random.oneIn(3) {
        return [array.remove(at: random.below(array.count), on: replica)]
      }
      array.insert(new, at: random.below(array.count + 1), on: replica)
      return []
    } numbers: {
      $0.elements
    }
  }

  @Test func sets() throws {
    try check(MergeableSet<Int>(), isReplicated: true) { set, random, replica, new in
      if let element = set.values.sorted().first, random.oneIn(3) {
        set.remove(element, on: replica)
        return [element]
      }
      set.insert(new, on: replica)
      return []
    } numbers: {
      Array($0.values)
    }
  }

  @Test func dictionaries() throws {
    try check(MergeableDictionary<Int, Int>(), isReplicated: true) { table, random, replica, new in
      if let key = table.keys.min(), random.oneIn(3) {
        table.set(key, to: nil, on: replica)
        return [key]
      }
      table.set(new, to: new, on: replica)
      return []
    } numbers: {
      $0.keys
    }
  }

  @Test func dictionariesOfArrays() throws {
    try check(
      MergeableDictionary<Int, MergeableArray<Int>>(), isReplicated: true
    ) { table, random, replica, new in
      let key = random.below(3)
      var array = table[key] ?? MergeableArray()
      defer { table.set(key, to: array, on: replica) }
      return array.edit(&random, replica, new)
    } numbers: {
      $0.values.flatMap(\.elements)
    }
  }

  @Test func arraysOfSets() throws {
    try check(
      MergeableArray<MergeableArray<Int>>(), isReplicated: true
    ) { rows, random, replica, new in
      if rows.count < 2 { rows.append(MergeableArray(), on: replica) }
      let place = random.below(rows.count)
      var row = rows[place]
      defer { rows.set(row, at: place, on: replica) }
      return row.edit(&random, replica, new)
    } numbers: {
      $0.elements.flatMap(\.elements)
    }
  }

  @Test func arraysOfModels() throws {
    try check(MergeableArray<Chapter>()) { chapters, random, replica, new in
      let id = random.below(3)
      if !chapters.elements.contains(where: { $0.id == id }) {
        chapters.insert(Chapter(id: id), at: random.below(chapters.count + 1), on: replica)
      }
      let place = chapters.elements.firstIndex { $0.id == id } ?? 0
      var chapter = chapters[place]
      defer { chapters.set(chapter, at: place, on: replica) }
      return chapter.edit(&random, replica, new)
    } numbers: {
      $0.elements.flatMap(\.numbers)
    }
  }

  @Test func arraysOfModelsWithoutIDs() throws {
    try check(MergeableArray<Page>()) { pages, random, replica, new in
      if pages.count < 2 { pages.append(Page(), on: replica) }
      let place = random.below(pages.count)
      var page = pages[place]
      defer { pages.set(page, at: place, on: replica) }
      return page.edit(&random, replica, new)
    } numbers: {
      $0.elements.flatMap(\.numbers)
    }
  }

  @Test func dictionariesOfModels() throws {
    try check(MergeableDictionary<Int, Page>()) { pages, random, replica, new in
      let key = random.below(3)
      var page = pages[key] ?? Page()
      defer { pages.set(key, to: page, on: replica) }
      return page.edit(&random, replica, new)
    } numbers: {
      $0.values.flatMap(\.numbers)
    }
  }

  @Test func plainCollectionsOfModels() throws {
    try check(Volume()) { volume, random, replica, new in
      volume.edit(&random, replica, new)
    } numbers: {
      $0.chapters.flatMap(\.numbers) + $0.pages.values.flatMap(\.numbers)
    }
  }

  /// A replica, with the numbers whose removal it knows.
  private struct Side<Value> {
    var value: Value
    var removed: Set<Int> = []
  }

  /// Edits three replicas that begin without a common history and merge now and then, always with an ancestor at random.
  ///
  /// - Parameters:
  ///   - edit: Inserts the given number, or removes some and returns them.
  ///   - numbers: The numbers in a value. Each number is inserted once in all.
  ///   - isReplicated: True if equal contents must have equal histories, and merging is associative.
  private func check<Value: Mergeable>(
    _ start: Value, isReplicated: Bool = false,
    edit: (inout Value, inout SeededGenerator, Replica, Int) -> [Int],
    numbers: (Value) -> [Int], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for seed in LawCases.seeds {
      var random = SeededGenerator(drawnFrom: seed)
      let replica = Replica.random(seed: seed)
      var sides = Array(repeating: Side(value: start), count: 3)
      func merged(_ one: Side<Value>, _ other: Side<Value>) throws -> Side<Value> {
        let ancestor = random.pick([one.value, other.value, start] + sides.map(\.value))
        return Side(
          value: try one.value.merged(withSubordinate: other.value, commonAncestor: ancestor),
          removed: one.removed.union(other.removed))
      }
      func isEqual(_ one: Side<Value>, _ other: Side<Value>) -> Bool {
        isReplicated
          ? one.value == other.value
          : numbers(one.value).sorted() == numbers(other.value).sorted()
      }
      for step in 0..<12 {
        let place = random.below(3)
        guard random.oneIn(5) else {
          sides[place].removed.formUnion(edit(&sides[place].value, &random, replica, step))
          continue
        }
        sides[place] = try merged(sides[place], sides[random.below(3)])
      }
      let (a, b, c) = (sides[0], sides[1], sides[2])
      let trail: Comment = "seed \(seed): \(sides)"
      let both = try merged(a, b)
      let expected = Set(numbers(a.value) + numbers(b.value)).subtracting(both.removed)
      #expect(
        numbers(both.value).sorted() == expected.sorted(), trail, sourceLocation: sourceLocation)
      #expect(isEqual(both, try merged(b, a)), trail, sourceLocation: sourceLocation)
      #expect(isEqual(both, try merged(both, b)), trail, sourceLocation: sourceLocation)
      #expect(isEqual(a, try merged(a, a)), trail, sourceLocation: sourceLocation)
      if let coded = both.value as? any Equatable & Codable {
        #expect(try isRestored(coded), trail, sourceLocation: sourceLocation)
      }
      #expect(
        isEqual(try merged(both, c), try merged(a, merged(b, c))), trail,
        sourceLocation: sourceLocation)
    }
  }
}

/// True if a value is the same after it was stored and read.
private func isRestored<Value: Equatable & Codable>(_ value: Value) throws -> Bool {
  try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value
}

/// A model without an id, whose numbers have hidden identities.
private struct Page: Mergeable {
  var lines = MergeableArray<Int>()
  var marks = MergeableSet<Int>()
  var title = ""

  var numbers: [Int] { lines.elements + marks.values }

  func merged(withSubordinate other: Page, commonAncestor: Page) throws -> Page {
    Page(
      lines: try lines.merged(withSubordinate: other.lines, commonAncestor: commonAncestor.lines),
      marks: marks.merged(with: other.marks),
      title: title == commonAncestor.title ? other.title : title)
  }

  func salvaging(from other: Page) throws -> Page {
    Page(lines: lines.merged(with: other.lines), marks: marks.merged(with: other.marks))
  }

  mutating func edit(
    _ random: inout SeededGenerator, _ replica: Replica, _ new: Int
  ) -> [Int] {
    if random.oneIn(2) { return lines.edit(&random, replica, new) }
    if let mark = marks.values.min(), random.oneIn(3) {
      marks.remove(mark, on: replica)
      return [mark]
    }
    marks.insert(new, on: replica)
    return []
  }
}

/// A model with an id.
private struct Chapter: Mergeable, Identifiable {
  var id: Int
  var page = Page()

  var numbers: [Int] { page.numbers }

  func merged(withSubordinate other: Chapter, commonAncestor: Chapter) throws -> Chapter {
    Chapter(
      id: id,
      page: try page.merged(withSubordinate: other.page, commonAncestor: commonAncestor.page))
  }

  func salvaging(from other: Chapter) throws -> Chapter {
    Chapter(id: id, page: try page.salvaging(from: other.page))
  }

  mutating func edit(
    _ random: inout SeededGenerator, _ replica: Replica, _ new: Int
  ) -> [Int] { page.edit(&random, replica, new) }
}

/// A model whose models are in plain collections.
private struct Volume: Mergeable {
  var chapters: [Chapter] = (0..<2).map { Chapter(id: $0) }
  var pages: [Int: Page] = [0: Page(), 1: Page()]

  func merged(withSubordinate other: Volume, commonAncestor: Volume) throws -> Volume {
    Volume(
      chapters: try ArrayOfIdentifiableMerger().merge(
        chapters, withSubordinate: other.chapters, commonAncestor: commonAncestor.chapters),
      pages: try DictionaryMerger().merge(
        pages, withSubordinate: other.pages, commonAncestor: commonAncestor.pages))
  }

  mutating func edit(
    _ random: inout SeededGenerator, _ replica: Replica, _ new: Int
  ) -> [Int] {
    let place = random.below(2)
    guard random.oneIn(2) else { return chapters[place].edit(&random, replica, new) }
    var page = pages[place] ?? Page()
    defer { pages[place] = page }
    return page.edit(&random, replica, new)
  }
}

extension MergeableArray<Int> {
  fileprivate mutating func edit(
    _ random: inout SeededGenerator, _ replica: Replica, _ new: Int
  ) -> [Int] {
    if !isEmpty, random.oneIn(3) { return [remove(at: random.below(count), on: replica)] }
    insert(new, at: random.below(count + 1), on: replica)
    return []
  }
}
