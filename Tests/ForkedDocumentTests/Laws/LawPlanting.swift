import ForkedJSON
import ForkedTestSupport

/// Members of duplicate keys, planted into one object of a random merge: in each version that has the object.
///
struct LawPlanting {
  /// One step to the object.
  enum Step: Hashable {
    case key(String)
    case id(LawTree)
    /// To an element without an id; other versions may have another one there.
    case place(Int)
  }

  /// Keys that no random document has.
  static let keys = ["twice", "thrice"]

  let steps: [Step]
  /// The members, in order.
  let members: [LawTree.Member]
  /// The index of each member among those of the object, or after its last one.
  let places: [Int]

  /// A planting in an object of one of the trees; nil where the dice found none.
  init?(in trees: [LawTree], _ random: inout SeededGenerator) {
    let objects = Set(trees.flatMap(\.objects)).sorted { "\($0)" < "\($1)" }
    guard !objects.isEmpty else { return nil }
    steps = random.pick(objects)
    var generator = LawGenerator(random: random)
    members = (Self.keys + Self.keys.prefix(1 + generator.random.below(2)))
      .shuffled(using: &generator.random).map { key in
        LawTree.Member(
          key: key, value: generator.value(of: .free, depth: generator.random.below(3)))
      }
    let isInFront = generator.random.oneIn(2)
    places = members.map { _ in isInFront ? 0 : generator.random.below(4) }.sorted()
    random = generator.random
  }

  /// The tree with the members planted; itself where it does not have the object.
  func planted(in tree: LawTree) -> LawTree { planted(members, in: tree) }

  /// Members that a reader could take for these, or none.
  func otherMembers(_ random: inout SeededGenerator) -> [LawTree.Member] {
    var others = members
    let repeated = others.indices.filter { place in
      others.count { $0.key == others[place].key } > 1
    }
    let place = random.pick(repeated)
    switch random.below(4) {
    case 0: others.remove(at: place)
    case 1: others.append(.init(key: others[place].key, value: .scalar("\"one more\"")))
    case 2: return []
    default: others[place].value = .array([others[place].value])
    }
    return others
  }

  /// The tree with other members planted in their place.
  func planted(_ members: [LawTree.Member], in tree: LawTree) -> LawTree {
    tree.changing(steps[...]) { object in
      zip(members, places + [0]).reversed().reduce(into: object) { planted, member in
        planted.insert(member.0, at: min(member.1, object.count))
      }
    }
  }

  /// The members planted in the tree's object, in order; nil if it does not have the object.
  func found(in tree: LawTree) -> [LawTree.Member]? {
    var found: [LawTree.Member]?
    _ = tree.changing(steps[...]) { object in
      found = object.filter { Self.keys.contains($0.key) }
      return object
    }
    return found
  }

  /// True if these members are what was planted, under each key in its order.
  func isWhole(_ found: [LawTree.Member]) -> Bool {
    Self.keys.allSatisfy { key in
      found.filter { $0.key == key } == members.filter { $0.key == key }
    }
  }
}

extension LawTree {
  /// The tree without all that is ever planted.
  var withoutPlants: LawTree {
    switch self {
    case .scalar: self
    case .array(let elements): .array(elements.map(\.withoutPlants))
    case .object(let members):
      .object(
        members.filter { !LawPlanting.keys.contains($0.key) }
          .map { Member(key: $0.key, value: $0.value.withoutPlants) })
    }
  }

  /// The planted members of each object that has any.
  var plants: [[Member]] {
    var plants: [[Member]] = []
    if case .object(let members) = self {
      plants = [members.filter { LawPlanting.keys.contains($0.key) }].filter { !$0.isEmpty }
    }
    return plants + parts.flatMap(\.plants)
  }

  /// The steps to all objects.
  fileprivate var objects: [[LawPlanting.Step]] {
    switch self {
    case .scalar: []
    case .object(let members):
      [[]]
        + members.flatMap { member in member.value.objects.map { [.key(member.name)] + $0 } }
    case .array(let elements):
      elements.enumerated().flatMap { place, element in
        element.objects.map { [element["id"].map { .id($0) } ?? .place(place)] + $0 }
      }
    }
  }

  fileprivate func changing(
    _ steps: ArraySlice<LawPlanting.Step>, _ change: ([Member]) -> [Member]
  ) -> LawTree {
    let rest = steps.dropFirst()
    switch (steps.first, self) {
    case (nil, .object(let members)): return .object(change(members))
    case (.key(let key), .object(let members)):
      return .object(
        members.map { member in
          guard member.name.hasScalars(of: key) else { return member }
          return Member(key: member.key, value: member.value.changing(rest, change))
        })
    case (.id(let id), .array(let elements)):
      return .array(
        elements.map { $0["id"]?.isSameValue(as: id) == true ? $0.changing(rest, change) : $0 })
    case (.place(let place), .array(var elements)) where elements.indices.contains(place):
      elements[place] = elements[place].changing(rest, change)
      return .array(elements)
    default: return self
    }
  }
}

extension LawTree {
  /// True if both are one value for a merge, however its numbers and strings are spelled.
  func isSameValue(as other: LawTree) -> Bool {
    let values = [self, other].map { tree in
      Result { try JSONDocument(parsing: Array(LawStyle.plain.document(tree).utf8)).root }
    }
    guard case (.success(let one), .success(let two)) = (values[0], values[1]) else { return false }
    return one == two
  }
}

extension LawTree.Member {
  /// The key, however it is spelled.
  fileprivate var name: String { key.replacing("\\u0061", with: "a") }
}
