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

  /// Returns the opened containers in and below a value, parents first.
  private func opened(in value: EditedValue) -> [Int] {
    guard case .opened(let first) = value else { return [] }
    var result: [Int] = []
    var waiting = [first]
    while let next = waiting.popLast() {
      result.append(next)
      for child in containers[next].present {
        if case .opened(let number) = child.value { waiting.append(number) }
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
    for number in opened(in: value).reversed() {
      copies[number] = add(containers[number].mapValues(copied))
    }
    return copied(value)
  }

  /// Returns the rewriting that the edits of a value amount to.
  /// - Complexity: O(opened containers).
  func rewrite(of value: EditedValue) -> JSONRewrite {
    var done: [Int: JSONRewrite] = [:]
    func rewrite(_ value: EditedValue) -> JSONRewrite {
      switch value {
      case .node(let node): .keep(node)
      case .opened(let number): done.removeValue(forKey: number) ?? .keep(containers[number].like)
      }
    }
    for number in opened(in: value).reversed() {
      let container = containers[number]
      let entries = container.present.map { $0.entry(of: rewrite($0.value)) }
      done[number] =
        container.isObject
        ? .object(like: container.like, entries) : .array(like: container.like, entries)
    }
    return rewrite(value)
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
