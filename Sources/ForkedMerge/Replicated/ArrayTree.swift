/// A place in the tree that orders a replicated array, with its element.
struct ArrayNode<ID: Hashable & Comparable, Element> {
  var id: ID
  /// The place beside which this one is; nil for the beginning of the array.
  var parent: ID?
  var isLeftOfParent: Bool
  /// The stamp of the removal; nil while the element is present.
  var removal: ID?
  /// The stamp of the last change; nil if the element is as it was inserted.
  var edit: ID?
  var element: Element

  /// The stamp of the last change or insertion.
  var stamp: ID { edit ?? id }
}

/// The tree of a replicated array's places, and the order that it defines.
struct ArrayTree<ID: Hashable & Comparable, Element> {
  let places: [ArrayNode<ID, Element>]

  /// Builds the tree from places in any order.
  ///
  /// The order is: the places on the left of a place, the place, the places on its right; of siblings the later one
  /// first. Places whose parent is missing count as beginnings.
  /// - Complexity: O(n log n).
  init(_ places: [ArrayNode<ID, Element>]) {
    var indices: [ID: Int] = [:]
    for (index, place) in places.enumerated() { indices[place.id] = index }
    var left: [Int: [Int]] = [:]
    var right: [Int: [Int]] = [:]
    for index in places.indices.sorted(by: { places[$0].id > places[$1].id }) {
      let parent = places[index].parent.flatMap { indices[$0] }
      if let parent, places[index].isLeftOfParent {
        left[parent, default: []].append(index)
      } else {
        right[parent ?? -1, default: []].append(index)
      }
    }
    self.places = Self.walk(left: left, right: right).map { places[$0] }
  }

  /// Builds the tree of all places of two trees; an element that either removed is removed. Of two changes of an element
  /// the later one counts, but replicated elements are merged.
  /// - Complexity: O(n log n).
  init(of ours: [ArrayNode<ID, Element>], and theirs: [ArrayNode<ID, Element>]) {
    var indices: [ID: Int] = [:]
    var union = ours
    for (index, place) in ours.enumerated() { indices[place.id] = index }
    for place in theirs {
      guard let index = indices[place.id] else {
        union.append(place)
        continue
      }
      union[index].removal = Self.earlier(union[index].removal, place.removal)
      let mine = union[index].element
      if union[index].stamp < place.stamp {
        union[index].edit = place.edit
        union[index].element = place.element
      }
      if let both = replicatedUnion(of: mine, and: place.element) { union[index].element = both }
    }
    self.init(union)
  }

  private static func earlier(_ one: ID?, _ other: ID?) -> ID? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// Walks through the tree without recursion, because it may be as deep as it is long.
  private static func walk(left: [Int: [Int]], right: [Int: [Int]]) -> [Int] {
    var order: [Int] = []
    var steps: [TreeStep] = right[-1, default: []].reversed().map(TreeStep.enter)
    while let step = steps.popLast() {
      switch step {
      case .emit(let place): order.append(place)
      case .enter(let place):
        steps += right[place, default: []].reversed().map(TreeStep.enter)
        steps.append(.emit(place))
        steps += left[place, default: []].reversed().map(TreeStep.enter)
      }
    }
    return order
  }
}

/// A step of the walk: a place with the places beside it, or the place alone.
private enum TreeStep {
  case enter(Int)
  case emit(Int)
}

extension ArrayNode: Equatable where Element: Equatable {}
extension ArrayNode: Hashable where Element: Hashable {}
extension ArrayNode: Sendable where ID: Sendable, Element: Sendable {}
extension ArrayNode: Encodable where ID: Encodable, Element: Encodable {}
extension ArrayNode: Decodable where ID: Decodable, Element: Decodable {}
