/// A document while it is being edited: a root, and the containers that edits have opened, by number.
///
/// Because values are numbers and not nested, every walk is a loop, however deep the document is.
struct EditedTree: Sendable {
  /// The location of a value.
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

  /// Returns the slot at the end of a path.
  /// - Complexity: O(path), and O(children) of each container opened on the way.
  mutating func slot(at path: some Sequence<JSONString>) throws(JSONEditReason) -> Slot {
    var slot = Slot.root
    for token in path {
      let container = try open(slot)
      slot = .child(container: container, place: try containers[container].place(of: token))
    }
    return slot
  }

  /// Returns the number of the container in a slot.
  /// - Complexity: O(its children) the first time.
  mutating func open(_ slot: Slot) throws(JSONEditReason) -> Int {
    switch self[slot] {
    case .opened(let number): return number
    case .node(let node):
      guard node.kind.isContainer else { throw .notAContainer(node.kind) }
      return open(EditedContainer(node), in: slot)
    }
  }

  /// Puts a container into a slot.
  mutating func open(_ container: EditedContainer, in slot: Slot) -> Int {
    let number = add(container)
    self[slot] = .opened(number)
    return number
  }

  /// Adds a container that is in no slot yet.
  mutating func add(_ container: EditedContainer) -> Int {
    containers.append(container)
    return containers.count - 1
  }

  /// Returns the opened containers in and below a value with their levels, parents first.
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

  /// Returns a copy of a value that shares no opened container with it.
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

extension EditedTree {
  /// Applies MergePatch (RFC 7396, section 2) to the root.
  mutating func merge(_ patch: JSONNode) {
    var waiting: [(slot: Slot, patch: JSONNode)] = [(.root, patch)]
    while let (slot, patch) = waiting.popLast() {
      guard patch.kind == .object else {
        replace(slot, with: patch)
        continue
      }
      let number = openObject(in: slot, like: patch)
      for member in patch.members {
        guard let key = member.key.string else { continue }
        if let place = merge(member.value, into: number, key: key) {
          waiting.append((.child(container: number, place: place), member.value))
        }
      }
    }
  }

  /// Replaces a value. Elements of an array with comments stay where the new array has equal ones.
  mutating func replace(_ slot: Slot, with new: JSONNode) {
    guard case .node(let old) = self[slot], old.kind == .array, new.kind == .array,
      old.document.hasComments, !old.hasSameBytes(as: new)
    else { return self[slot].replace(with: .node(new)) }
    self[slot] = .opened(add(EditedContainer(old, holdingElementsOf: new)))
  }

  /// Returns the object in the slot; a new one replaces any other value.
  private mutating func openObject(in slot: Slot, like patch: JSONNode) -> Int {
    switch self[slot] {
    case .opened(let number) where containers[number].isObject: number
    case .node(let node) where node.kind == .object: open(EditedContainer(node), in: slot)
    default: open(EditedContainer(emptyLike: patch), in: slot)
    }
  }

  /// Merges one member; returns its index if there are values to merge below it.
  private mutating func merge(_ patch: JSONNode, into number: Int, key: JSONString) -> Int? {
    let place = containers[number].place(ofKey: key)
    if patch.kind == .null {
      if place != nil { containers[number].remove(key: key) }
      return nil
    }
    if let place { return place }
    let isObject = patch.kind == .object
    let value = isObject ? .opened(add(EditedContainer(emptyLike: patch))) : EditedValue.node(patch)
    containers[number].set(key, to: value)
    return isObject ? containers[number].place(ofKey: key) : nil
  }
}

extension EditedContainer.Child {
  /// Returns the child's entry in a rewriting, with the comments that stand beside the child.
  fileprivate func entry(of value: JSONRewrite) -> JSONRewrite.Entry {
    let entry: JSONRewrite.Entry =
      switch key {
      case .node(let key): .member(key: key, value)
      case .new(let key): .newMember(key: key, value)
      case nil: .element(value)
      }
    guard let commented, entry.sourceNode?.isIdentical(to: commented) != true else { return entry }
    return .beside(commented, entry)
  }
}

extension EditedTree {
  /// The rewriting that the edits amount to.
  /// - Complexity: O(opened containers).
  var rewrite: JSONRewrite {
    var done: [Int: JSONRewrite] = [:]
    func rewrite(_ value: EditedValue) -> JSONRewrite {
      switch value {
      case .node(let node): .keep(node)
      case .opened(let number): done.removeValue(forKey: number) ?? .keep(containers[number].like)
      }
    }
    for (number, _) in opened(in: root).reversed() {
      let container = containers[number]
      let entries = container.present.map { $0.entry(of: rewrite($0.value)) }
      done[number] =
        container.isObject
        ? .object(like: container.like, entries) : .array(like: container.like, entries)
    }
    return rewrite(root)
  }

  /// Returns the number of levels of nesting; 0 for a scalar.
  /// - Complexity: O(values).
  func depth(of value: EditedValue) -> Int {
    if case .node(let node) = value { return node.depth }
    var deepest = 0
    for (number, level) in opened(in: value) {
      deepest = max(deepest, level + 1)
      for case .node(let node) in containers[number].present.map(\.value) where node.count > 0 {
        deepest = max(deepest, level + 1 + node.depth)
      }
    }
    return deepest
  }

  /// Returns the number of bytes of a value, without white space between opened parts.
  func size(of value: EditedValue) -> Int {
    if case .node(let node) = value { return node.range.count }
    return opened(in: value).reduce(0) { size, opened in
      containers[opened.number].present.reduce(size + 2) { size, child in
        if case .node(let node) = child.value { size + 1 + node.range.count } else { size + 1 }
      }
    }
  }

  /// Returns true if a value equals that one.
  /// - Complexity: O(bytes).
  func isEqual(_ value: EditedValue, to node: JSONNode) -> Bool {
    var waiting = [(value, node)]
    while let (value, node) = waiting.popLast() {
      switch value {
      case .node(let own):
        guard own == node else { return false }
      case .opened(let number):
        guard let pairs = pairs(of: containers[number], with: node) else { return false }
        waiting += pairs
      }
    }
    return true
  }

  /// Returns the pairs of children that must be equal for the containers to be equal; nil if the containers can't be.
  private func pairs(
    of container: EditedContainer, with node: JSONNode
  ) -> [(EditedValue, JSONNode)]? {
    guard container.like.kind == node.kind else { return nil }
    let present = Array(container.present)
    guard present.count == node.count else { return nil }
    if node.kind == .array { return Array(zip(present.map(\.value), node.elements)) }
    var pairs: [(EditedValue, JSONNode)] = []
    for member in node.members {
      guard let place = member.key.string.flatMap(container.place(ofKey:)) else { return nil }
      pairs.append((container[place], member.value))
    }
    return pairs
  }
}
