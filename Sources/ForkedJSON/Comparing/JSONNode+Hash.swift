extension JSONNode: Hashable {
  /// Hashes the value; equal values have equal hashes.
  /// - Complexity: O(bytes) the first time, then O(1) for containers; without recursion.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(document.valueHash(at: index))
  }
}

extension JSONNode {
  /// The length below which values are compared at once.
  private static let leastBytes = 512

  /// Returns true if both are containers with known, different hashes.
  /// - Complexity: O(1).
  func isKnownToDiffer(from other: JSONNode) -> Bool {
    guard kind.isContainer, other.kind.isContainer, range.count >= Self.leastBytes,
      let hash = document.knownHash(at: index)
    else { return false }
    return other.document.knownHash(at: other.index).map { $0 != hash } ?? false
  }
}

extension JSONString {
  /// Hashes the scalars, many bytes at a time.
  public func hash(into hasher: inout Hasher) { hasher.combine(contentHash) }

  /// The hash of the scalars.
  var contentHash: UInt64 { utf8.withUnsafeBytes { ContentHash.of($0) } }
}

extension JSONDocument {
  /// Returns the hash of a value, equal for equal values.
  /// - Complexity: O(bytes) the first time, then O(1) for containers.
  func valueHash(at index: Int) -> UInt64 {
    nodes.kind(at: index).isContainer ? containerHash(at: index) : scalarHash(at: index)
  }

  /// Returns the hash of a decoded string, equal to the `contentHash` of its value.
  /// - Complexity: O(bytes).
  @inline(__always)
  func stringHash(at index: Int) -> UInt64 {
    let node = nodes[index]
    if node.hasEscapes {
      return JSONNode(document: self, index: index).string?.contentHash ?? 0
    }
    return bytes.withUnsafeBytes { ContentHash.of(.init(rebasing: $0[node.content])) }
  }

  @inline(__always)
  private func scalarHash(at index: Int) -> UInt64 {
    let node = nodes[index]
    switch node.kind {
    case .string: return stringHash(at: index)
    case .number: return NumberValue(literal: bytes[node.range]).contentHash
    default: return Self.hash(of: node.kind)
    }
  }

  private func containerHash(at root: Int) -> UInt64 {
    containerHashes.withLock { known in
      if known.isEmpty { known = Array(repeating: 0, count: nodes.extents.count) }
      if known[nodes.extentPlace(of: root)] == 0 { hashContainers(in: root, &known) }
      return known[nodes.extentPlace(of: root)]
    }
  }

  /// Returns the hash of a container; nil if it was not computed before.
  fileprivate func knownHash(at container: Int) -> UInt64? {
    containerHashes.withLock { known in
      guard !known.isEmpty else { return nil }
      let hash = known[nodes.extentPlace(of: container)]
      return hash == 0 ? nil : hash
    }
  }

  /// Hashes containers from the last descendant to the first, so that children have their hashes before their parents.
  private func hashContainers(in root: Int, _ known: inout [UInt64]) {
    for index in (root..<nodes.next(after: root)).reversed() {
      let place = nodes.extentPlace(of: index)
      switch nodes.kind(at: index) {
      case .array where known[place] == 0: known[place] = max(elementsHash(of: index, known), 1)
      case .object where known[place] == 0: known[place] = max(membersHash(of: index, known), 1)
      default: break
      }
    }
  }

  /// - Parameter known: the hashes of containers.
  @inline(__always)
  private func valueHash(at index: Int, _ known: [UInt64]) -> UInt64 {
    nodes.kind(at: index).isContainer
      ? known[nodes.extentPlace(of: index)] : scalarHash(at: index)
  }

  private func elementsHash(of array: Int, _ known: [UInt64]) -> UInt64 {
    var hash = Self.hash(of: .array)
    for element in nodes.children(of: array) {
      hash = ContentHash.combined(hash, valueHash(at: element, known))
    }
    return hash
  }

  /// Returns the hash of members as a sum, which doesn't depend on their order.
  private func membersHash(of object: Int, _ known: [UInt64]) -> UInt64 {
    var sum = Self.hash(of: .object)
    for key in nodes.children(of: object) {
      sum &+= ContentHash.combined(stringHash(at: key), valueHash(at: key + 1, known))
    }
    return sum
  }

  private static func hash(of kind: JSONKind) -> UInt64 {
    ContentHash.combined(UInt64(kind.rawValue), 0)
  }
}

extension NumberValue {
  /// The hash of the number, equal for equal values.
  @inline(__always)
  fileprivate var contentHash: UInt64 {
    if case .integer(let value) = self {
      return ContentHash.combined(UInt64(bitPattern: Int64(value)), 1)
    }
    return UInt64(bitPattern: Int64(hashValue))
  }
}
