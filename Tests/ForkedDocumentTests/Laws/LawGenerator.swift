import ForkedMerge
import ForkedTestSupport

/// Random shapes, documents of a shape, and edits of them. Alphabets are small, so that both sides often touch
/// the same thing.
struct LawGenerator {
  var random: SeededGenerator

  static let keys = ["a", "b", "c", "d", "é", "e\u{301}", "x/y", "~"]
  static let ids = ["1", "2", "3", "4", "\"1\"", "\"x\"", "\"y\"", "true"]
  static let words = ["red", "blue", "é", "e\u{301}", "👩‍👩‍👧", "sea.", "über"]
  static let numbers = ["0", "1", "2", "3", "-1", "0.5", "12345678901234567890", "1e3"]

  // MARK: - Shapes

  /// An object of random fields.
  mutating func shape(depth: Int = 2) -> LawShape {
    .object(
      Self.keys.prefix(2 + random.below(4)).map { ($0, fieldShape(depth: depth - 1)) })
  }

  private mutating func fieldShape(depth: Int) -> LawShape {
    let scalars: [LawShape] = [
      .value(.mostRecent), .value(.manual), .value(.counterMerge), .value(.maxMerge),
      .value(.minMerge), .value(.textMerge), .set, .list, .free, .whole,
    ]
    guard depth > 0, random.oneIn(2) else { return random.pick(scalars) }
    switch random.below(4) {
    case 0: return shape(depth: depth)
    case 1: return .elements(shape(depth: depth))
    case 2: return .ordered(shape(depth: depth))
    default: return .map(fieldShape(depth: depth - 1))
    }
  }

  // MARK: - Values

  mutating func value(of shape: LawShape, depth: Int = 3) -> LawTree {
    switch shape {
    case .free: return freeValue(depth: depth)
    case .value(.textMerge): return text(words: (0..<random.below(7)).map { _ in word() })
    case .value(.counterMerge), .value(.maxMerge), .value(.minMerge): return number()
    case .value: return scalar()
    case .set: return .array(repeated(distinct(scalars: random.below(5))))
    case .list: return .array((0..<random.below(6)).map { _ in scalar() })
    case .elements(let element):
      return .array(distinctIDs(random.below(5)).map { withID($0, element, depth) })
    case .ordered(let element):
      let list = positioned(distinctIDs(random.below(5)).map { withID($0, element, depth) })
      return .array(random.oneIn(8) ? list.shuffled(using: &random) : list)
    case .map(let value):
      return .object(keys(4).map { .init(key: $0, value: self.value(of: value, depth: depth - 1)) })
    case .object(let fields):
      let there = fields.filter { _ in !random.oneIn(5) }
      return .object(
        there.map { .init(key: $0.key, value: value(of: $0.shape, depth: depth - 1)) })
    case .whole: return .object(keys(3).map { .init(key: $0, value: scalar()) })
    }
  }

  private mutating func freeValue(depth: Int) -> LawTree {
    guard depth > 0 else { return scalar() }
    switch random.below(7) {
    case 0, 1: return scalar()
    case 2: return .array((0..<random.below(6)).map { _ in scalar() })
    case 3: return .array((0..<random.below(4)).map { _ in number() })
    case 4: return .array(distinctIDs(random.below(5)).map { withID($0, .free, depth) })
    case 5: return .array((0..<random.below(4)).map { _ in freeObject(depth: depth - 1) })
    default: return freeObject(depth: depth - 1)
    }
  }

  private mutating func freeObject(depth: Int) -> LawTree {
    .object(keys(4).map { .init(key: $0, value: freeValue(depth: depth)) })
  }

  mutating func scalar() -> LawTree {
    switch random.below(5) {
    case 0, 1: number()
    case 2, 3: .scalar("\"\(word())\"")
    default: .scalar(random.pick(["true", "false", "null"]))
    }
  }

  private mutating func number() -> LawTree { .scalar(random.pick(Self.numbers)) }
  private mutating func word() -> String { random.pick(Self.words) }

  private mutating func text(words: [String]) -> LawTree {
    .scalar(
      "\"" + words.map { $0 + (random.oneIn(3) ? "\\n" : " ") }.joined() + "\"")
  }

  private mutating func keys(_ most: Int) -> [String] {
    Array(Self.keys.shuffled(using: &random).prefix(random.below(most + 1)))
  }

  private mutating func distinctIDs(_ count: Int) -> [String] {
    Array(Self.ids.shuffled(using: &random).prefix(count))
  }

  private mutating func distinct(scalars count: Int) -> [LawTree] {
    let all = Self.numbers + Self.words.map { "\"\($0)\"" } + ["true", "false", "null"]
    return all.shuffled(using: &random).prefix(count).map { .scalar($0) }
  }

  /// The same elements, one of them rarely twice: nothing keeps a list that is declared as a set from being none.
  private mutating func repeated(_ elements: [LawTree]) -> [LawTree] {
    guard !elements.isEmpty, random.oneIn(8) else { return elements }
    var elements = elements
    elements.insert(random.pick(elements), at: random.below(elements.count + 1))
    return elements
  }

  mutating func withID(_ id: String, _ element: LawShape, _ depth: Int) -> LawTree {
    let value = element.isFree ? freeObject(depth: depth - 1) : value(of: element, depth: depth - 1)
    guard case .object(let members) = value else { return value }
    return .object([.init(key: "id", value: .scalar(id))] + members)
  }
}

// MARK: - Edits

extension LawGenerator {
  /// The tree after some edits.
  mutating func edited(_ tree: LawTree, _ shape: LawShape, times: Int) -> LawTree {
    (0..<times).reduce(tree) { tree, _ in edit(tree, shape, isRoot: true) }
  }

  private mutating func edit(_ tree: LawTree, _ shape: LawShape, isRoot: Bool = false) -> LawTree {
    if !isRoot, random.oneIn(30) { return .scalar("null") }
    if !isRoot, random.oneIn(40) { return freeValue(depth: 1) }
    switch tree {
    case .scalar(let text): return edit(scalar: text, shape)
    case .object(let members): return .object(edit(members, shape))
    case .array(let elements): return .array(edit(elements, shape))
    }
  }

  private mutating func edit(scalar text: String, _ shape: LawShape) -> LawTree {
    guard case .value(.textMerge) = shape, text.first == "\"" else {
      return value(of: shape, depth: 1)
    }
    var words = text.dropFirst().dropLast().split(separator: " ").map(String.init)
    let place = random.below(words.count + 1)
    switch random.below(3) {
    case 0 where place < words.count: words.remove(at: place)
    case 1 where place < words.count: words[place] = word()
    default: words.insert(word(), at: place)
    }
    return self.text(words: words)
  }

  private mutating func edit(_ members: [LawTree.Member], _ shape: LawShape) -> [LawTree.Member] {
    var members = members
    let place = random.below(members.count)
    switch random.below(10) {
    case 0 where !members.isEmpty: members.remove(at: place)
    case 1 where !members.isEmpty: members.insert(members.remove(at: place), at: 0)
    case 2...3: members = adding(to: members, shape)
    default:
      if members.isEmpty { return adding(to: members, shape) }
      let key = members[place].key
      let isOwn = key == "id" || key == "position"
      if isOwn, !random.oneIn(6) { return members }
      members[place].value =
        isOwn
        ? .scalar(random.pick(key == "id" ? Self.ids : Self.positions))
        : edit(members[place].value, shape.member(key))
    }
    return members
  }

  private mutating func adding(to members: [LawTree.Member], _ shape: LawShape) -> [LawTree.Member]
  {
    let key = random.pick(Self.keys)
    guard !members.contains(where: { $0.key.hasScalars(of: key) }) else { return members }
    var members = members
    let new = LawTree.Member(key: key, value: value(of: shape.member(key), depth: 2))
    members.insert(new, at: random.below(members.count + 1))
    return members
  }

  private mutating func edit(_ elements: [LawTree], _ shape: LawShape) -> [LawTree] {
    if case .ordered(let element) = shape, let moved = moving(in: elements, element) {
      return moved
    }
    var elements = elements
    let place = random.below(elements.count)
    switch random.below(8) {
    case 0 where !elements.isEmpty: elements.remove(at: place)
    case 1 where !elements.isEmpty:
      elements.insert(elements.remove(at: place), at: random.below(elements.count))
    case 2 where !elements.isEmpty && !shape.isSet && random.oneIn(4):
      elements.insert(elements[place], at: random.below(elements.count + 1))
    case 3...4:
      elements.insert(newElement(beside: elements, shape), at: random.below(elements.count + 1))
    default:
      if elements.isEmpty { return [newElement(beside: elements, shape)] }
      if !shape.isSet { elements[place] = edit(elements[place], shape.element) }
    }
    return shape.isSet ? repeated(unique(elements)) : elements
  }

  private mutating func newElement(beside others: [LawTree], _ shape: LawShape) -> LawTree {
    switch shape {
    case .set, .list: return scalar()
    case .elements(let element), .ordered(let element):
      return withID(random.pick(Self.ids), element, 2)
    default:
      guard case .object(let members)? = others.first else { return scalar() }
      return members.first?.key == "id"
        ? withID(random.pick(Self.ids), .free, 2) : freeObject(depth: 1)
    }
  }

  private func unique(_ elements: [LawTree]) -> [LawTree] {
    var seen: [LawTree] = []
    return elements.filter { element in
      if seen.contains(where: { $0.isSpelled(as: element) }) { return false }
      seen.append(element)
      return true
    }
  }
}

extension LawTree {
  /// Equal by scalars; `==` would take composed and decomposed letters for the same.
  fileprivate func isSpelled(as other: LawTree) -> Bool {
    guard case .scalar(let text) = self, case .scalar(let its) = other else { return false }
    return text.hasScalars(of: its)
  }
}
