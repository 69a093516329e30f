extension EditedTree {
  /// MergePatch of RFC 7396, section 2, at the root.
  mutating func merge(_ patch: JSONNode) {
    var waiting: [(slot: Slot, patch: JSONNode)] = [(.root, patch)]
    while let (slot, patch) = waiting.popLast() {
      guard patch.kind == .object else {
        self[slot].replace(with: .node(patch))
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

  /// The object in the slot, which a new one replaces where there is none.
  private mutating func openObject(in slot: Slot, like patch: JSONNode) -> Int {
    switch self[slot] {
    case .opened(let number) where containers[number].isObject: number
    case .node(let node) where node.kind == .object: open(EditedContainer(node), in: slot)
    default: open(EditedContainer(emptyLike: patch), in: slot)
    }
  }

  /// Merges one member, but for what is to be merged below it: the place of that.
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
