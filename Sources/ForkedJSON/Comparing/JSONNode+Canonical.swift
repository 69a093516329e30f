extension JSONNode {
  /// The canonical bytes: keys sorted by scalars, no white space, canonical numbers and escapes.
  ///
  /// Two values have the same canonical bytes exactly if they are equal, and their order doesn't depend on formatting.
  /// - Complexity: O(bytes), and O(m log m) comparisons of keys for an object of m members; without recursion.
  public var canonicalBytes: [UInt8] {
    var bytes: [UInt8] = []
    var steps = [CanonicalStep.value(self)]
    while let step = steps.popLast() {
      switch step {
      case .byte(let byte): bytes.append(byte)
      case .key(let key): key.appendLiteral(to: &bytes)
      case .value(let node):
        switch node.kind {
        case .array, .object: steps += CanonicalStep.steps(for: node).reversed()
        case .string: node.string?.appendLiteral(to: &bytes)
        case .number: bytes += node.number?.literal ?? Array(node.bytes)
        case .true, .false, .null: bytes += node.bytes
        }
      }
    }
    return bytes
  }

  /// Returns true if the canonical bytes of this value precede those of the other one.
  /// - Complexity: that of `canonicalBytes`; strings without escapes are compared without a copy.
  public func canonicallyPrecedes(_ other: JSONNode) -> Bool {
    if [self, other].allSatisfy({ $0.kind == .string && !$0.entry.hasEscapes }) {
      return bytes.lexicographicallyPrecedes(other.bytes)
    }
    return canonicalBytes.lexicographicallyPrecedes(other.canonicalBytes)
  }
}

extension [JSONNode] {
  /// Returns true if these values precede the others: by the canonical bytes of the first two that differ, or because
  /// they are fewer.
  /// - Complexity: as for one value.
  public func canonicallyPrecede(_ others: [JSONNode]) -> Bool {
    for (value, other) in zip(self, others) where value != other {
      return value.canonicallyPrecedes(other)
    }
    return count < others.count
  }
}

/// A remaining step of printing canonical bytes.
private enum CanonicalStep {
  case byte(UInt8)
  case key(JSONString)
  case value(JSONNode)

  static func steps(for node: JSONNode) -> [CanonicalStep] {
    let members = node.members.map { (key: $0.key.string ?? "", value: $0.value) }
      .sorted { $0.key < $1.key }
    let entries: [[CanonicalStep]] =
      node.elements.map { [.value($0)] }
      + members.map { [.key($0.key), .byte(.colon), .value($0.value)] }
    return [.byte(node.kind.brackets.open)]
      + Array(entries.joined(separator: [CanonicalStep.byte(.comma)]))
      + [.byte(node.kind.brackets.close)]
  }
}
