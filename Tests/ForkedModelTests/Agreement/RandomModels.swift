import ForkedModel
import ForkedTestSupport

/// A model that can be edited at random.
protocol RandomModel: MergeableModel, Codable {
  init()
  mutating func edit(_ random: inout SeededGenerator)
  /// The properties that are sets.
  static var sets: Set<String> { get }
}

@ForkedModel
struct Entry: Identifiable, Codable {
  var id: Int = 0
  @Merged var text: String = ""
  @Merged(using: .counterMerge) var likes: Int = 0
  @Merged var tags: Set<String> = []
}

/// Has an id and nothing to merge by.
struct Plain: Identifiable, Hashable, Codable {
  var id = 0
  var name = ""
}

@ForkedModel
struct Perhaps: RandomModel {
  @Merged var text: String?
  @Merged var words: [String]?
  @Merged var tags: Set<String>?
  @Merged var counts: [String: Int]?
  @Merged(using: .counterMerge) var views: Int?
  @Merged(using: .maxMerge) var high: Int?
  @Merged(using: .arrayOfIdentifiableMerge) var entries: [Entry]?
  @Merged var entry: Entry?

  static var sets: Set<String> { ["tags"] }

  mutating func edit(_ random: inout SeededGenerator) {
    let isGone = random.below(4) == 0
    switch random.below(8) {
    case 0: text = isGone ? nil : random.text()
    case 1: words = isGone ? nil : random.words(words ?? [])
    case 2: tags = isGone ? nil : (tags ?? []).symmetricDifference([random.name()])
    case 3:
      var changed = counts ?? [:]
      changed[random.name()] = random.below(3)
      counts = isGone ? nil : changed
    case 4: views = isGone ? nil : (views ?? 0) + random.below(5) - 2
    case 5: high = isGone ? nil : random.below(9)
    case 6:
      var changed = entries ?? []
      random.edit(&changed)
      entries = isGone ? nil : changed
    default:
      var changed = entry ?? Entry()
      changed.edit(&random)
      entry = isGone ? nil : changed
    }
  }
}

@ForkedModel(version: 2)
struct Library: RandomModel {
  @ForkedModel
  struct Shelf: Codable {
    @Merged(using: .arrayOfIdentifiableMerge) var entries: [Entry] = []
    @Merged var label: String = ""
  }

  @Merged var shelves: [String: Shelf] = [:]
  @Merged var main: Shelf?
  var frozen: Entry = Entry()
  var title: String = ""

  enum CodingKeys: String, CodingKey {
    case shelves = "s/h~", main, frozen, title, modelVersion
  }

  static var sets: Set<String> { ["tags"] }

  mutating func edit(_ random: inout SeededGenerator) {
    switch random.below(5) {
    case 0:
      let name = random.name()
      if random.below(4) == 0 {
        shelves[name] = nil
      } else {
        random.edit(&shelves[name, default: Shelf()].entries)
      }
    case 1: shelves[random.name()]?.label = random.text()
    case 2:
      var shelf = main ?? Shelf()
      random.edit(&shelf.entries)
      main = random.below(5) == 0 ? nil : shelf
    case 3: frozen.edit(&random)
    default: title = random.name()
    }
  }
}

@ForkedModel
struct Shelves: RandomModel {
  @OrderedRelationship var orderedPlains: [OrderedPlain]? = []
  @OrderedRelationship var orderedEntries: [OrderedEntry] = []

  static var sets: Set<String> { ["tags"] }

  mutating func edit(_ random: inout SeededGenerator) {
    if random.below(2) == 0 {
      random.edit(&plains)
    } else {
      random.edit(&entries)
    }
  }
}

/// An element of a list, which can be edited at random.
protocol RandomElement: Identifiable<Int> {
  init(id: Int)
  mutating func edit(_ random: inout SeededGenerator)
}

extension Plain: RandomElement {
  init(id: Int) { self.init(id: id, name: "") }

  mutating func edit(_ random: inout SeededGenerator) { name = random.name() }
}

extension Entry: RandomElement {
  init(id: Int) {
    self.init()
    self.id = id
  }

  mutating func edit(_ random: inout SeededGenerator) {
    switch random.below(3) {
    case 0: text = random.text()
    case 1: likes += random.below(5) - 2
    default: tags.formSymmetricDifference([random.name()])
    }
  }
}

extension SeededGenerator {
  mutating func name() -> String { ["a", "b", "é", "d/e"][below(4)] }

  mutating func numbers() -> [Int] { (0..<below(4)).map { _ in below(3) } }

  mutating func text() -> String {
    (0..<below(6)).map { _ in ["fork", "Yeah", "é!", "\n", "👩‍👩‍👧 x", "a b"][below(6)] }
      .joined(separator: " ")
  }

  mutating func words(_ words: [String]) -> [String] {
    var words = words
    let start = below(words.count + 1)
    let end = min(words.count, start + below(3))
    words.replaceSubrange(start..<end, with: (0..<below(3)).map { _ in name() })
    return words
  }

  mutating func edit<Element: RandomElement>(_ elements: inout [Element]) {
    let place = below(elements.count + 1)
    switch below(4) {
    case 0 where place < elements.count: elements.remove(at: place)
    case 1 where place < elements.count: elements[place].edit(&self)
    case 2 where place < elements.count:
      let element = elements.remove(at: place)
      elements.insert(element, at: below(elements.count + 1))
    default:
      let id = below(12)
      if !elements.contains(where: { $0.id == id }) { elements.insert(Element(id: id), at: place) }
    }
  }
}
