public import ForkedJSON

/// A property that has no parts: a scalar, or an empty object or array.
public struct LeafProperty: Sendable {
  /// The pointer to it.
  public let pointer: JSONPointer
  /// Its value.
  public let value: JSONNode

  /// Returns the leaf properties of a value, in document order.
  /// - Complexity: O(values × their depth).
  public static func all(in root: JSONNode) -> [LeafProperty] {
    var leaves: [LeafProperty] = []
    add(root, at: JSONPointer(), to: &leaves)
    return leaves
  }

  private static func add(_ node: JSONNode, at pointer: JSONPointer, to leaves: inout [Self]) {
    if node.count == 0 { leaves.append(LeafProperty(pointer: pointer, value: node)) }
    for member in node.members {
      guard let key = member.key.string else { continue }
      add(member.value, at: pointer.appending(key), to: &leaves)
    }
    for (index, element) in node.elements.enumerated() {
      add(element, at: pointer.appending(index: index), to: &leaves)
    }
  }
}
