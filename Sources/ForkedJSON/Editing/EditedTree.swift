/// A document while it is being edited: a root, and the containers that edits have gone through, by number.
///
/// Numbers instead of nested values let every walk be a loop, however deep the document is.
struct EditedTree: Sendable {
  /// Where a value is held.
  enum Slot {
    case root
    case child(container: Int, place: Int)
  }

  var root: EditedValue
  var containers: [EditedContainer] = []

  init(root: JSONNode) { self.root = .node(root) }

  subscript(slot: Slot) -> EditedValue {
    get {
      switch slot {
      case .root: root
      case .child(let container, let place): containers[container][place]
      }
    }
    set {
      switch slot {
      case .root: root = newValue
      case .child(let container, let place): containers[container][place] = newValue
      }
    }
  }

  /// The slot at the end of a path. Complexity: O(path), and the children of each container opened on the way.
  mutating func slot(at path: some Sequence<JSONString>) throws(JSONEditReason) -> Slot {
    var slot = Slot.root
    for token in path {
      let container = try open(slot)
      slot = .child(container: container, place: try containers[container].place(of: token))
    }
    return slot
  }

  /// The number of the container in that slot. Complexity: O(its children) the first time.
  mutating func open(_ slot: Slot) throws(JSONEditReason) -> Int {
    switch self[slot] {
    case .opened(let number): return number
    case .node(let node):
      guard node.kind.isContainer else { throw .notAContainer(node.kind) }
      return open(EditedContainer(node), in: slot)
    }
  }

  /// Puts a container into the slot.
  mutating func open(_ container: EditedContainer, in slot: Slot) -> Int {
    let number = add(container)
    self[slot] = .opened(number)
    return number
  }

  /// A container that is nowhere yet.
  mutating func add(_ container: EditedContainer) -> Int {
    containers.append(container)
    return containers.count - 1
  }

  /// The opened containers in and below a value, parents first, with how deep they lie.
  func opened(in value: EditedValue) -> [(number: Int, level: Int)] {
    guard case .opened(let first) = value else { return [] }
    var result: [(number: Int, level: Int)] = []
    var waiting = [(number: first, level: 0)]
    while let next = waiting.popLast() {
      result.append(next)
      for child in containers[next.number].present {
        if case .opened(let number) = child.value { waiting.append((number, next.level + 1)) }
      }
    }
    return result
  }

  /// A value that shares no opened container with this one.
  mutating func copy(of value: EditedValue) -> EditedValue {
    var copies: [Int: Int] = [:]
    func copied(_ value: EditedValue) -> EditedValue {
      if case .opened(let number) = value, let copy = copies[number] {
        .opened(copy)
      } else {
        value
      }
    }
    for (number, _) in opened(in: value).reversed() {
      copies[number] = add(containers[number].mapValues(copied))
    }
    return copied(value)
  }
}
