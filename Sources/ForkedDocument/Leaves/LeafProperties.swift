public import ForkedJSON
public import ForkedSchema

/// The leaf properties of a document, which are compared with its other versions.
///
/// A leaf is a scalar, an empty container, or an element that has no id (see ``ElementNaming``). All leaves are
/// compared in one pass over two versions, so many leaves are followed through history at the cost of one.
public struct LeafProperties: Sendable {
  /// A leaf of the document.
  public struct Leaf: Sendable {
    /// The pointer to the leaf.
    public let pointer: JSONPointer
    /// Its value.
    public let value: JSONNode
  }

  /// The leaves in document order.
  public private(set) var leaves: [Leaf] = []
  private var root = Part.leaf(0)
  private let plan: FieldPlan

  /// Finds the leaves of a document.
  ///
  /// - Parameters:
  ///   - root: the document's value.
  ///   - plan: the plan that tells which parts of an element are its id.
  /// - Complexity: O(document).
  public init(of root: JSONNode, plan: FieldPlan = .none) {
    self.plan = plan
    self.root = part(root, plan, at: JSONPointer())
  }

  /// Returns the leaves that differ between two versions; two absent values are equal.
  /// - Complexity: O(size of both versions).
  public func changes(from old: JSONNode?, to new: JSONNode?) -> LeafChanges {
    var changes = LeafChanges()
    root.addChanges(from: old, to: new, into: &changes)
    if changes.hasNew, let old, let new {
      changes.moves = DocumentMoves(from: old, to: new, plan: plan)
    }
    return changes
  }
}

/// The leaves of a document that differ between two of its versions.
public struct LeafChanges: Sendable {
  /// The indices of the leaves.
  public fileprivate(set) var changed: Set<Int> = []
  /// True if the older version has nothing at the place of one of them.
  fileprivate var hasNew = false
  /// The moves by which leaves may have come to such places; nil if there are none.
  public fileprivate(set) var moves: DocumentMoves?
}

extension LeafProperties {
  /// A value of the document: a leaf, or a container and its parts.
  fileprivate indirect enum Part: Sendable {
    case leaf(Int)
    case object([(key: JSONNode, part: Part)])
    case array(ElementNaming, [(name: ElementName, part: Part)])
  }

  private mutating func part(_ node: JSONNode, _ plan: FieldPlan, at pointer: JSONPointer) -> Part {
    guard node.count > 0 else { return leaf(node, at: pointer) }
    let plan = plan.fitting([node])
    if node.kind == .object {
      return .object(
        node.members.compactMap { member in
          guard let key = member.key.string else { return nil }
          return (member.key, part(member.value, plan.property(key), at: pointer.appending(key)))
        })
    }
    let elements = Array(node.elements)
    let naming = ElementNaming(of: elements, plan: plan)
    let names = naming.names(of: elements)
    return .array(
      naming,
      elements.indices.map { index in
        let place = pointer.appending(index: index)
        let isWhole = naming == .value
        return (
          names[index],
          isWhole
            ? leaf(elements[index], at: place)
            : part(elements[index], plan.element(at: index), at: place)
        )
      })
  }

  private mutating func leaf(_ node: JSONNode, at pointer: JSONPointer) -> Part {
    leaves.append(Leaf(pointer: pointer, value: node))
    return .leaf(leaves.count - 1)
  }
}

extension LeafProperties.Part {
  fileprivate func addChanges(
    from old: JSONNode?, to new: JSONNode?, into changes: inout LeafChanges
  ) {
    if old.hasSameBytes(as: new) { return }
    switch self {
    case .leaf(let place):
      guard !old.isSame(as: new) else { return }
      changes.changed.insert(place)
      if old == nil { changes.hasNew = true }
    case .object(let members):
      var (old, new) = (JSONMemberCursor(old), JSONMemberCursor(new))
      for (key, part) in members {
        part.addChanges(from: old.value(key), to: new.value(key), into: &changes)
      }
    case .array(let naming, let elements):
      var (old, new) = (ElementCursor(old, naming), ElementCursor(new, naming))
      for (name, part) in elements {
        part.addChanges(from: old.element(name), to: new.element(name), into: &changes)
      }
    }
  }
}
