public import Forked

/// An array whose insertions and removals are merged one by one, while runs inserted at once stay together.
///
/// `Identifiable` elements occur once for each id, and `Mergeable` elements merge themselves.
///
/// Each element knows the element beside which it was inserted; the order is that of a tree of these. Of two insertions
/// at one place, the later one comes first. A removed element leaves its place in the tree until ``compact(before:)``.
/// Source: M. Weidner and M. Kleppmann, "The Art of the Fugue: Minimizing Interleaving in Collaborative Text
/// Editing", 2023.
public struct MergeableArray<Element> {
  typealias Node = ArrayNode<ChangeStamp, Element>

  /// All places, in order.
  private(set) var nodes: [Node] = []
  /// The indices of the places whose elements are present.
  private var present: [Int] = []
  /// The places that have others on their right, except the beginning.
  private var parentsOnLeft: Set<ChangeStamp> = []

  /// Creates an empty array.
  public init() {}

  /// Creates an array of elements that have just been inserted.
  public init(_ elements: some Sequence<Element>, on replica: Replica = .current) {
    insert(contentsOf: elements, at: 0, on: replica)
  }

  init(nodes: [Node]) {
    self.nodes = nodes
    present = nodes.indices.filter { nodes[$0].removal == nil }
    for node in nodes where !node.isLeftOfParent {
      if let parent = node.parent { parentsOnLeft.insert(parent) }
    }
  }

  /// The elements.
  public var elements: [Element] { present.map { nodes[$0].element } }

  /// Adds an element at the end.
  /// - Complexity: O(1) amortized.
  public mutating func append(_ element: Element, on replica: Replica = .current) {
    insert(element, at: count, on: replica)
  }

  /// Adds a run of elements at the end.
  /// - Complexity: O(number of elements), amortized.
  public mutating func append(
    contentsOf elements: some Sequence<Element>, on replica: Replica = .current
  ) {
    insert(contentsOf: elements, at: count, on: replica)
  }

  /// Inserts an element before the one at `index`, which is at most ``count``.
  /// - Complexity: O(n).
  public mutating func insert(_ element: Element, at index: Int, on replica: Replica = .current) {
    insert(contentsOf: CollectionOfOne(element), at: index, on: replica)
  }

  /// Inserts a run of elements before the one at `index`, which is at most ``count``.
  /// - Complexity: O(n).
  public mutating func insert(
    contentsOf elements: some Sequence<Element>, at index: Int, on replica: Replica = .current
  ) {
    let place = index == 0 ? 0 : present[index - 1] + 1
    var inserted: [Node] = []
    var left = place > 0 ? nodes[place - 1].id : nil
    for element in elements {
      let id = ChangeStamp.next(after: left, on: replica)
      let next = inserted.isEmpty && place < nodes.count ? nodes[place] : nil
      let hasRight = inserted.isEmpty && (left.map(parentsOnLeft.contains) ?? !nodes.isEmpty)
      let parent = hasRight ? next?.id : left
      inserted.append(
        Node(
          id: id, parent: parent, isLeftOfParent: hasRight, removal: nil, edit: nil,
          element: element))
      if !hasRight, let left { parentsOnLeft.insert(left) }
      left = id
    }
    nodes.insert(contentsOf: inserted, at: place)
    present.insert(contentsOf: place..<place + inserted.count, at: index)
    for later in present.indices[(index + inserted.count)...] { present[later] += inserted.count }
  }

  /// Removes the element at an index below ``count``, and returns it.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func remove(at index: Int, on replica: Replica = .current) -> Element {
    let place = present.remove(at: index)
    nodes[place].removal = .next(after: nodes[place].id, on: replica)
    return nodes[place].element
  }

  /// Changes the element at an index below ``count``, which keeps its place.
  public mutating func set(_ element: Element, at index: Int, on replica: Replica = .current) {
    let place = present[index]
    nodes[place].edit = .next(after: nodes[place].stamp, on: replica)
    nodes[place].element = element
  }

  /// Forgets removals that were made before a time, except places that have others beside them.
  ///
  /// This is safe if every replica has received these removals.
  public mutating func compact(before time: HybridTime) {
    var beside: [ChangeStamp: Int] = [:]
    for node in nodes { if let parent = node.parent { beside[parent, default: 0] += 1 } }
    let places = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1.id, $0) })
    var isKept = [Bool](repeating: true, count: nodes.count)
    var candidates = Array(nodes.indices)
    while let place = candidates.popLast() {
      let node = nodes[place]
      guard isKept[place], beside[node.id, default: 0] == 0, let removal = node.removal,
        removal.time < time.nanoseconds
      else { continue }
      isKept[place] = false
      guard let parent = node.parent else { continue }
      beside[parent, default: 0] -= 1
      if let place = places[parent] { candidates.append(place) }
    }
    self = MergeableArray(nodes: zip(nodes, isKept).filter(\.1).map(\.0))
  }
}

extension MergeableArray where Element: Equatable {
  /// The elements. Setting them inserts, removes and changes elements on ``Replica/current``, as a diff requires.
  ///
  /// An element whose id was present before is changed, and not replaced.
  /// - Complexity: O(n + d²) for d changes, bounded.
  public var values: [Element] {
    get { elements }
    set {
      let old = elements
      if let ids = elementIDs(of: old), let newIDs = elementIDs(of: newValue) {
        let origins = Dictionary(uniqueKeysWithValues: zip(ids, old))
        replace(ElementTokens.of([ids, newIDs]), with: newValue)
        for (index, element) in newValue.enumerated() where origins[newIDs[index]] != nil {
          if elements[index] != element { set(element, at: index) }
        }
      } else {
        replace(ElementTokens.of([old, newValue]), with: newValue)
      }
    }
  }

  /// Removes and inserts elements as a diff of tokens requires.
  private mutating func replace(_ tokens: [[Int]], with elements: [Element]) {
    for hunk in SequenceDiff.hunks(old: tokens[0], new: tokens[1]).reversed() {
      for index in hunk.old.reversed() { remove(at: index) }
      insert(contentsOf: elements[hunk.new], at: hunk.old.lowerBound)
    }
  }
}

extension MergeableArray: RandomAccessCollection {
  /// The index of the first element.
  public var startIndex: Int { 0 }

  /// The index after that of the last element: the number of elements.
  public var endIndex: Int { present.count }

  /// The element at an index. Setting it is a change of the element on ``Replica/current``.
  public subscript(index: Int) -> Element {
    get { nodes[present[index]].element }
    set { set(newValue, at: index) }
  }
}

extension MergeableArray where Element: Identifiable {
  /// Returns the array with one element for each id: the one that was changed or inserted last, at its own place.
  public func entriesUniquelyIdentified() -> Self {
    var (unique, newest): (Self, [Element.ID: ChangeStamp]) = (self, [:])
    for place in present {
      let (id, stamp) = (nodes[place].element.id, nodes[place].stamp)
      newest[id] = Swift.max(newest[id] ?? stamp, stamp)
    }
    for index in indices.reversed() where nodes[present[index]].stamp != newest[self[index].id] {
      unique.remove(at: index)
    }
    return unique
  }
}

extension MergeableArray: ExpressibleByArrayLiteral {
  /// Creates an array of elements that have just been inserted.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension MergeableArray: Sendable where Element: Sendable {}

extension MergeableArray: Equatable where Element: Equatable {
  /// Returns true if both hold the same places with the same history.
  public static func == (left: Self, right: Self) -> Bool { left.nodes == right.nodes }
}

extension MergeableArray: Hashable where Element: Hashable {
  /// Hashes the places.
  public func hash(into hasher: inout Hasher) { hasher.combine(nodes) }
}

extension MergeableArray: Encodable where Element: Encodable {
  /// Writes the places in order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nodes)
  }
}

extension MergeableArray: Decodable where Element: Decodable {
  /// Reads places in any order.
  ///
  /// - Throws: `DecodingError` if an identity occurs twice, or if places are beside each other in a cycle.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let nodes = try container.decode([Node].self)
    let ordered = ArrayTree(nodes).places
    guard Set(nodes.map(\.id)).count == nodes.count, ordered.count == nodes.count else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the places of the array do not form a tree")
    }
    self.init(nodes: ordered)
  }
}
