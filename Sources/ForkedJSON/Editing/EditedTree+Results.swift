extension EditedTree {
  /// What the edits amount to. Complexity: O(opened containers).
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
      let entries = container.present.map { child -> JSONRewrite.Entry in
        switch child.key {
        case .node(let key): .member(key: key, rewrite(child.value))
        case .new(let key): .newMember(key: key, rewrite(child.value))
        case nil: .element(rewrite(child.value))
        }
      }
      done[number] =
        container.isObject
        ? .object(like: container.like, entries) : .array(like: container.like, entries)
    }
    return rewrite(root)
  }

  /// The levels of nesting, 0 for a scalar. Complexity: O(values).
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

  /// The bytes of a value, without white space between opened parts.
  func size(of value: EditedValue) -> Int {
    if case .node(let node) = value { return node.range.count }
    return opened(in: value).reduce(0) { size, opened in
      containers[opened.number].present.reduce(size + 2) { size, child in
        if case .node(let node) = child.value { size + 1 + node.range.count } else { size + 1 }
      }
    }
  }

  /// Whether a value is equal to that one. Complexity: O(bytes).
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

  /// Which children have to be equal for the containers to be; nil where they can't be.
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
