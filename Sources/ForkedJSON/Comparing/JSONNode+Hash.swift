extension JSONNode: Hashable {
  /// Equal values hash alike. Complexity: O(bytes); no recursion.
  public func hash(into hasher: inout Hasher) {
    guard kind.isContainer else { return document.hashScalar(at: index, into: &hasher) }
    hasher.combine(document.subtreeHash(at: index))
  }
}

extension JSONString {
  /// The hash of the scalars.
  var contentHash: Int {
    var hasher = Hasher()
    hashContent(into: &hasher)
    return hasher.finalize()
  }

  fileprivate func hashContent(into hasher: inout Hasher) {
    utf8.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension JSONDocument {
  fileprivate func hashScalar(at index: Int, into hasher: inout Hasher) {
    let node = nodes[index]
    hasher.combine(node.kind)
    switch node.kind {
    case .number: hasher.combine(NumberValue(literal: bytes[node.range]))
    case .string: hashString(at: index, into: &hasher)
    default: break
    }
  }

  /// The hash of a decoded string, equal to the `contentHash` of its value. Complexity: O(bytes).
  func stringHash(at index: Int) -> Int {
    var hasher = Hasher()
    hashString(at: index, into: &hasher)
    return hasher.finalize()
  }

  private func hashString(at index: Int, into hasher: inout Hasher) {
    let node = nodes[index]
    if node.hasEscapes {
      JSONNode(document: self, index: index).string?.hashContent(into: &hasher)
    } else {
      bytes.withUnsafeBytes { hasher.combine(bytes: .init(rebasing: $0[node.content])) }
    }
  }

  /// From the last descendant to the first, so that children have their hashes before their parents.
  fileprivate func subtreeHash(at root: Int) -> Int {
    let end = nodes.next(after: root)
    var hashes = [Int](repeating: 0, count: end - root)
    for index in (root..<end).reversed() {
      var hasher = Hasher()
      switch nodes.kind(at: index) {
      case .array: combineElements(of: index, hashes: hashes, root: root, into: &hasher)
      case .object: combineMembers(of: index, hashes: hashes, root: root, into: &hasher)
      default: hashScalar(at: index, into: &hasher)
      }
      hashes[index - root] = hasher.finalize()
    }
    return hashes[0]
  }

  private func combineElements(
    of array: Int, hashes: [Int], root: Int, into hasher: inout Hasher
  ) {
    hasher.combine(JSONKind.array)
    var child = array + 1
    while child < nodes.next(after: array) {
      hasher.combine(hashes[child - root])
      child = nodes.next(after: child)
    }
  }

  /// A sum, which doesn't depend on the order of members.
  private func combineMembers(
    of object: Int, hashes: [Int], root: Int, into hasher: inout Hasher
  ) {
    hasher.combine(JSONKind.object)
    var sum = 0
    var key = object + 1
    while key < nodes.next(after: object) {
      var member = Hasher()
      member.combine(hashes[key - root])
      member.combine(hashes[key + 1 - root])
      sum &+= member.finalize()
      key = nodes.next(after: key + 1)
    }
    hasher.combine(sum)
  }
}
