public import Forked

/// An element of an ordered list: what stands somewhere, and where.
public protocol OrderedElement: Identifiable, Equatable {
  /// Where it stands.
  var position: Position { get set }
}

/// An item with its place in an ordered list. `@OrderedRelationship` makes arrays of these.
public struct Ordered<Item> {
  /// Where the item stands.
  public var position: Position
  /// The item.
  public var item: Item

  /// The item at that place.
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
  /// The item's.
  public var id: Item.ID { item.id }
}

extension Ordered: OrderedElement where Item: Identifiable & Equatable {}

extension Ordered: Mergeable where Item: Equatable {
  /// The item by its own merger, and the position of the side that moved it; moved by both, the dominant one's.
  public func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    let item = try ownMerger(of: Item.self).merge(
      item, withSubordinate: other.item, commonAncestor: commonAncestor.item)
    let place = position == commonAncestor.position ? other.position : position
    return Ordered(position: place, item: item)
  }

  /// The item by its own merger, at the dominant position.
  public func salvaging(from other: Self) throws -> Self {
    Ordered(
      position: position, item: try ownMerger(of: Item.self).salvage(item, from: other.item))
  }
}

extension Ordered: MergedByMembers {
  /// The item by its own rule; where it stands is the list's affair.
  static var memberwiseRule: MergeRule {
    var rule = MergeRule(.object)
    rule.members = [("item", MergeRule(of: Item.self))]
    return rule
  }
}

extension Ordered {
  /// The items in the order of their positions. O(n) where they are in order already.
  public static func items(of elements: [Ordered]) -> [Item] {
    let isSorted = zip(elements, elements.dropFirst()).allSatisfy { $0.position <= $1.position }
    let sorted = isSorted ? elements : elements.sorted { $0.position < $1.position }
    return sorted.map(\.item)
  }

  /// The items in the order of their positions; none where there is no list.
  public static func items(of elements: [Ordered]?) -> [Item] { items(of: elements ?? []) }

  /// Makes the list hold these items in this order, changing the positions of the fewest.
  ///
  /// Items are found again by their `id`, by their value where they have none and are `Hashable`, and objects by being the
  /// same object; others get new positions. New positions come from ``Replica/current``.
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

  /// Makes the list, if need be, and arranges it as ``arrange(_:in:)-(_,[Ordered])`` does.
  public static func arrange(_ items: [Item], in elements: inout [Ordered]?) {
    var list = elements ?? []
    arrange(items, in: &list)
    elements = list
  }

  private static func key(of item: Item) -> AnyHashable? {
    func id(_ item: some Identifiable) -> AnyHashable { AnyHashable(item.id) }
    if let item = item as? any Identifiable { return id(item) }
    if Item.self is AnyObject.Type { return AnyHashable(ObjectIdentifier(item as AnyObject)) }
    return (item as? any Hashable).map { AnyHashable($0) }
  }
}
