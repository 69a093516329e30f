public import Forked

/// An element of an ordered list, with its position.
public protocol OrderedElement: Identifiable, Equatable {
  /// The position in the list.
  var position: Position { get set }
}

/// An item with its position in an ordered list. `@OrderedRelationship` makes arrays of these.
public struct Ordered<Item> {
  /// The position in the list.
  public var position: Position
  /// The item.
  public var item: Item

  /// Creates an element of an ordered list.
  public init(position: Position, item: Item) {
    self.position = position
    self.item = item
  }
}

extension Ordered: Equatable where Item: Equatable {}
extension Ordered: Hashable where Item: Hashable {}
extension Ordered: Sendable where Item: Sendable {}
extension Ordered: Encodable where Item: Encodable {}
extension Ordered: Decodable where Item: Decodable {}

extension Ordered: Identifiable where Item: Identifiable {
  /// The id of the item.
  public var id: Item.ID { item.id }
}

extension Ordered: OrderedElement where Item: Identifiable & Equatable {}

extension Ordered: Mergeable where Item: Equatable {
  /// Merges the item by its own merger, and takes the position of the side that moved it; the dominant one if both did.
  public func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    let item = try ownMerger(of: Item.self).merge(
      item, withSubordinate: other.item, commonAncestor: commonAncestor.item)
    let place = position == commonAncestor.position ? other.position : position
    return Ordered(position: place, item: item)
  }

  /// Merges the item by its own merger, and takes the dominant position.
  public func salvaging(from other: Self) throws -> Self {
    Ordered(
      position: position, item: try ownMerger(of: Item.self).salvage(item, from: other.item))
  }
}

extension Ordered: MergedByMembers {
  /// The rule of the item; the position is merged by the list.
  static var memberwiseRule: MergeRule {
    var rule = MergeRule("object", type: "object")
    rule.members = [("item", MergeRule(of: Item.self))]
    return rule
  }
}

extension Ordered {
  /// Returns the items in the order of their positions.
  /// - Complexity: O(n) if they are in order already.
  public static func items(of elements: [Ordered]) -> [Item] {
    let isSorted = zip(elements, elements.dropFirst()).allSatisfy { $0.position <= $1.position }
    let sorted = isSorted ? elements : elements.sorted { $0.position < $1.position }
    return sorted.map(\.item)
  }

  /// Returns the items in the order of their positions; none if the list is nil.
  public static func items(of elements: [Ordered]?) -> [Item] { items(of: elements ?? []) }

  /// Makes the list hold these items in this order, changing as few positions as possible.
  ///
  /// Items are matched by their `id`. Items without an id are matched by value if they are `Hashable`, and objects by
  /// identity. Other items get new positions, with the randomness of ``Replica/current``.
  public static func arrange(_ items: [Item], in elements: inout [Ordered]) {
    var known: [AnyHashable: [Int]] = [:]
    for element in elements.reversed() {
      if let key = key(of: element.item) {
        known[key, default: []].append(element.position.value)
      }
    }
    let positions = items.map { key(of: $0).flatMap { known[$0]?.popLast() } }
    var generator = Replica.current.generator
    let arranged = PositionRange.all.arranged(positions, using: &generator)
    elements = zip(arranged, items).map { Ordered(position: Position($0), item: $1) }
  }

  /// Creates the list if it is nil, and arranges it as ``arrange(_:in:)-(_,[Ordered])`` does.
  public static func arrange(_ items: [Item], in elements: inout [Ordered]?) {
    var list = elements ?? []
    arrange(items, in: &list)
    elements = list
  }

  private static func key(of item: Item) -> AnyHashable? {
    if let id = elementID(of: item) { return id }
    if Item.self is AnyObject.Type { return AnyHashable(ObjectIdentifier(item as AnyObject)) }
    return (item as? any Hashable).map { AnyHashable($0) }
  }
}
