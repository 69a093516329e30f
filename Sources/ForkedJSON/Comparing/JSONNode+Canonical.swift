extension JSONNode {
  /// Canonical bytes (keys sorted by scalars, no white space, canonical numbers and escapes): equal exactly for
  /// equal values, and an order that doesn't depend on formatting.
  /// Complexity: O(bytes), and O(m log m) comparisons of keys for an object of m members; no recursion.
  public var canonicalBytes: [UInt8] {
    var printer = CanonicalPrinter()
    return printer.print(self)
  }
}

/// Prints with a list of what is still to be printed, the next thing last.
private struct CanonicalPrinter {
  private enum Step {
    case value(JSONNode)
    case key(JSONString)
    case byte(UInt8)
  }

  private var steps: [Step] = []
  private var result: [UInt8] = []

  mutating func print(_ node: JSONNode) -> [UInt8] {
    steps = [.value(node)]
    while let step = steps.popLast() {
      switch step {
      case .value(let node): print(value: node)
      case .key(let key): key.appendLiteral(to: &result)
      case .byte(let byte): result.append(byte)
      }
    }
    return result
  }

  private mutating func print(value node: JSONNode) {
    switch node.kind {
    case .array: plan(.openBracket, node.elements.map { [.value($0)] }, .closeBracket)
    case .object: plan(.openBrace, sortedMembers(of: node), .closeBrace)
    case .string: node.string?.appendLiteral(to: &result)
    case .number: result += node.number?.literal ?? []
    case .true, .false, .null: result += node.bytes
    }
  }

  private func sortedMembers(of node: JSONNode) -> [[Step]] {
    node.members
      .map { (key: $0.key.string ?? "", value: $0.value) }
      .sorted { $0.key < $1.key }
      .map { [.key($0.key), .byte(.colon), .value($0.value)] }
  }

  private mutating func plan(_ open: UInt8, _ entries: [[Step]], _ close: UInt8) {
    result.append(open)
    steps.append(.byte(close))
    for (place, entry) in entries.enumerated().reversed() {
      steps += entry.reversed()
      if place > 0 { steps.append(.byte(.comma)) }
    }
  }
}
