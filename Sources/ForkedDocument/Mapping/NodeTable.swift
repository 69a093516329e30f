import ForkedJSON

/// The nodes of one version by their ordinals, counted from the root of what is mapped.
final class NodeTable {
  let document: JSONDocument
  /// The ordinal of the root in its document.
  private let start: Int
  let kinds: [JSONKind]
  /// The numbers of the subtrees and keys: equal for equal values of all versions.
  fileprivate(set) var numbers: [Int32]
  /// The ordinal of the object or array that a value or key stands in; negative for the root.
  let parents: [Int32]
  /// The ordinal after the last descendant.
  let ends: [Int32]
  /// True for the keys of members.
  let areKeys: [Bool]

  fileprivate init(_ root: JSONNode) {
    document = root.document
    start = root.ordinals.lowerBound
    let count = root.ordinals.count
    var kinds = [JSONKind](repeating: .null, count: count)
    var (parents, ends) = (
      [Int32](repeating: -1, count: count), [Int32](repeating: 0, count: count)
    )
    var areKeys = [Bool](repeating: false, count: count)
    for ordinal in 0..<count {
      let node = document.node(at: start + ordinal)
      kinds[ordinal] = node.kind
      let end = node.ordinals.upperBound - start
      ends[ordinal] = Int32(truncatingIfNeeded: end)
    }
    for ordinal in 0..<count where kinds[ordinal].isContainer {
      var child = ordinal + 1
      while child < Int(ends[ordinal]) {
        parents[child] = Int32(truncatingIfNeeded: ordinal)
        if kinds[ordinal] == .object {
          areKeys[child] = true
          child += 1
          parents[child] = Int32(truncatingIfNeeded: ordinal)
        }
        child = Int(ends[child])
      }
    }
    numbers = Array(repeating: -1, count: count)
    self.kinds = kinds
    self.parents = parents
    self.ends = ends
    self.areKeys = areKeys
  }

  var count: Int { kinds.count }

  /// The node with an ordinal.
  func node(_ ordinal: Int) -> JSONNode { document.node(at: start + ordinal) }
  /// The ordinal of a node of this version.
  func ordinal(of node: JSONNode) -> Int { node.ordinals.lowerBound - start }

  func number(_ node: Int) -> Int { Int(numbers[node]) }
  func parent(_ node: Int) -> Int { Int(parents[node]) }
  func range(_ node: Int) -> Range<Int> { node..<Int(ends[node]) }
  func isEmptyContainer(_ node: Int) -> Bool {
    kinds[node].isContainer && Int(ends[node]) == node + 1
  }

  /// True for a value that stands in an object, behind its key.
  func isMember(_ node: Int) -> Bool { node > 0 && areKeys[node - 1] && !areKeys[node] }

  /// The number of a member's key; negative for other values.
  func key(_ node: Int) -> Int { isMember(node) ? Int(numbers[node - 1]) : -1 }

  /// True for a list of nothing but numbers, such as a point, which is one value.
  func isListOfNumbers(_ node: Int) -> Bool {
    kinds[node] == .array && !isEmptyContainer(node)
      && range(node).dropFirst().allSatisfy { kinds[$0] == .number }
  }

  /// The ordinals of the elements, or of the members' values, in order.
  func children(_ node: Int) -> [Int] {
    guard kinds[node].isContainer else { return [] }
    let keys = kinds[node] == .object ? 1 : 0
    var (children, child) = ([Int](), node + 1 + keys)
    while child < Int(ends[node]) {
      children.append(child)
      child = Int(ends[child]) + keys
    }
    return children
  }
}

/// Numbers of subtrees, equal for equal values of all documents: the only comparison of values that a mapping makes.
struct SubtreeNumbers {
  private var scalars = JSONValueNumbers()
  private var containers = ListNumbers()

  /// Returns the table of a value.
  /// - Complexity: O(bytes) in expectation, and O(members log members) for members in different orders.
  mutating func table(of root: JSONNode) -> NodeTable {
    let table = NodeTable(root)
    for node in 0..<table.count where !table.kinds[node].isContainer {
      table.numbers[node] = Int32(
        truncatingIfNeeded: scalars.number(of: table.node(node)) * 2)
    }
    var list: [Int] = []
    for node in (0..<table.count).reversed() where table.kinds[node].isContainer {
      list.removeAll(keepingCapacity: true)
      list.append(table.kinds[node] == .object ? 1 : 0)
      if table.kinds[node] == .object {
        appendMembers(of: node, table, to: &list)
      } else {
        for child in table.children(node) { list.append(table.number(child)) }
      }
      table.numbers[node] = Int32(truncatingIfNeeded: containers.number(of: list) * 2 + 1)
    }
    return table
  }

  private func appendMembers(of object: Int, _ table: NodeTable, to list: inout [Int]) {
    let members = table.children(object)
    let isSorted = zip(members, members.dropFirst()).allSatisfy { table.key($0) <= table.key($1) }
    let sorted = isSorted ? members : members.sorted { table.key($0) < table.key($1) }
    for member in sorted {
      list.append(table.key(member))
      list.append(table.number(member))
    }
  }
}
