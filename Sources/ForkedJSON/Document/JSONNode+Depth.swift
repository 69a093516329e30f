extension JSONNode {
  /// The levels of nesting, 0 for a scalar. Complexity: O(values).
  var depth: Int {
    var ends: [UInt32] = []
    var deepest = 0
    for index in index..<Int(entry.next) {
      while let end = ends.last, end <= index { ends.removeLast() }
      let node = document.nodes[index]
      guard node.kind.isContainer else { continue }
      ends.append(node.next)
      deepest = max(deepest, ends.count)
    }
    return deepest
  }
}
