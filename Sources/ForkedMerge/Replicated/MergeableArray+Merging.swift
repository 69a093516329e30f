public import Forked

extension MergeableArray: Replicated, Mergeable where Element: Equatable {
  /// The insertions and removals of both. O(n log n).
  public func merged(with other: Self) -> Self {
    MergeableArray(nodes: PlaceTree(of: nodes, and: other.nodes).places)
  }
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
  /// - Throws: `DecodingError` where an identity occurs twice, or places stand beside each other in a circle.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let nodes = try container.decode([Node].self)
    let ordered = PlaceTree(nodes).places
    guard Set(nodes.map(\.id)).count == nodes.count, ordered.count == nodes.count else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the places of the array are no tree")
    }
    self.init(nodes: ordered)
  }
}
