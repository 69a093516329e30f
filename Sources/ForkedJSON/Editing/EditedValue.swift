/// A value while it is being edited.
enum EditedValue: Sendable {
  /// A value of some document, unchanged.
  case node(JSONNode)
  /// A container that an edit has opened.
  case opened(EditedContainer)

  /// The rewriting that the edits amount to.
  /// - Complexity: O(children of opened containers).
  var rewrite: JSONRewrite {
    switch self {
    case .node(let node): return .keep(node)
    case .opened(let container):
      var entries: [JSONRewrite.Entry] = []
      for child in container.children where !child.isRemoved {
        entries.append(child.entry(of: child.value.rewrite))
      }
      return container.isObject
        ? .object(like: container.like, entries) : .array(like: container.like, entries)
    }
  }

  /// Edits the container at the end of a path.
  /// - Complexity: O(path), and O(children) of each container opened on the way; without recursion.
  mutating func edit<Result>(
    at path: ArraySlice<JSONString>,
    _ body: (inout EditedContainer) throws(JSONEditReason) -> Result
  ) throws(JSONEditReason) -> Result {
    var current = try take()
    var outer: [(container: EditedContainer, place: Int)] = []
    defer {
      while let place = outer.last?.place {
        outer[outer.count - 1].container.children[place].value = .opened(current)
        current = outer.removeLast().container
      }
      self = .opened(current)
    }
    for token in path {
      let place = try current.place(of: token)
      let child = try current.children[place].value.take()
      outer.append((current, place))
      current = child
    }
    return try body(&current)
  }

  /// Returns the container that this value is, which nothing else holds then, so that editing it copies nothing.
  private mutating func take() throws(JSONEditReason) -> EditedContainer {
    let container: EditedContainer
    switch self {
    case .opened(let opened): container = opened
    case .node(let node):
      guard node.kind.isContainer else { throw .notAContainer(node.kind) }
      container = EditedContainer(node)
    }
    self = .node(container.like)
    return container
  }

  /// Replaces the value, unless the new one has the same bytes.
  mutating func replace(with new: EditedValue) {
    if case .node(let old) = self, case .node(let node) = new, old.hasSameBytes(as: node) { return }
    self = new
  }

  /// Replaces the value. Elements of an array with comments stay where the new array has equal ones.
  mutating func replace(with new: JSONNode) {
    guard case .node(let old) = self, old.kind == .array, new.kind == .array,
      old.document.hasComments, !old.hasSameBytes(as: new)
    else { return replace(with: .node(new)) }
    self = .opened(EditedContainer(old, holdingElementsOf: new))
  }

  /// Applies MergePatch (RFC 7396, section 2).
  mutating func merge(_ patch: JSONNode) {
    guard patch.kind == .object else { return replace(with: patch) }
    var object: EditedContainer
    switch self {
    case .opened(let opened) where opened.isObject: object = opened
    case .node(let node) where node.kind == .object: object = EditedContainer(node)
    default: object = EditedContainer(emptyLike: patch)
    }
    self = .node(patch)
    for member in patch.members {
      if let key = member.key.string { object.merge(member.value, at: key) }
    }
    self = .opened(object)
  }
}
