public import Forked

extension MergeableArray: Replicated, Mergeable where Element: Equatable {
  /// The insertions and removals of both. O(n log n).
  public func merged(with other: Self) -> Self {
    var places: [ChangeStamp: Int] = [:]
    var union = nodes
    for (place, node) in nodes.enumerated() { places[node.id] = place }
    for node in other.nodes {
      guard let place = places[node.id] else {
        union.append(node)
        continue
      }
      union[place].removal = Self.earlier(union[place].removal, node.removal)
    }
    return MergeableArray(nodes: MergeableArray.ordered(union))
  }

  private static func earlier(_ one: ChangeStamp?, _ other: ChangeStamp?) -> ChangeStamp? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

extension MergeableArray {
  /// The order that the tree gives: what is on the left of a place, the place, what is on its right; siblings by id.
  ///
  /// Places whose parent is not there count as beginnings.
  static func ordered(_ nodes: [Node]) -> [Node] {
    var places: [ChangeStamp: Int] = [:]
    for (place, node) in nodes.enumerated() { places[node.id] = place }
    var left: [Int: [Int]] = [:]
    var right: [Int: [Int]] = [:]
    for place in nodes.indices.sorted(by: { nodes[$0].id < nodes[$1].id }) {
      let node = nodes[place]
      let parent = node.parent.flatMap { places[$0] }
      if let parent, node.isLeftOfParent {
        left[parent, default: []].append(place)
      } else {
        right[parent ?? -1, default: []].append(place)
      }
    }
    return walk(left: left, right: right).map { nodes[$0] }
  }

  /// The walk through the tree, without recursion: it may be as deep as it is long.
  private static func walk(left: [Int: [Int]], right: [Int: [Int]]) -> [Int] {
    var order: [Int] = []
    var steps: [TreeStep] = right[-1, default: []].reversed().map(TreeStep.enter)
    while let step = steps.popLast() {
      switch step {
      case .stand(let place): order.append(place)
      case .enter(let place):
        steps += right[place, default: []].reversed().map(TreeStep.enter)
        steps.append(.stand(place))
        steps += left[place, default: []].reversed().map(TreeStep.enter)
      }
    }
    return order
  }
}

/// What is left to do of a walk: a place with what is beside it, or the place alone.
private enum TreeStep { case enter(Int), stand(Int) }

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
  /// - Throws: `DecodingError` where an identity occurs twice, or places stand beside each other in a circle.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let nodes = try container.decode([Node].self)
    let ordered = Self.ordered(nodes)
    guard Set(nodes.map(\.id)).count == nodes.count, ordered.count == nodes.count else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the places of the array are no tree")
    }
    self.init(nodes: ordered)
  }
}
