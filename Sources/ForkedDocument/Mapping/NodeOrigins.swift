public import ForkedJSON
public import ForkedSchema

/// The nodes of an older version of a document from which those of a newer one come.
public struct NodeOrigins {
  private let mapping: Mapping

  /// Maps two versions.
  /// - Complexity: O(bytes + n log n) in expectation, for n nodes.
  public init(from old: JSONNode, to new: JSONNode, plan: FieldPlan) {
    mapping = Mapping(old: old, new: new, plan: plan)
  }

  /// Returns the node of the older version that is the same thing as one of the newer, wherever it stands; nil for a new
  /// one, and where nothing singles one out.
  public func origin(of node: JSONNode) -> JSONNode? {
    mapping.node(mapping.row(of: node, in: .ours), in: .base)
  }
}
