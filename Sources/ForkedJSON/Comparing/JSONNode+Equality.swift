extension JSONNode: Equatable {
  /// Returns true if both are the same JSON value.
  /// - Complexity: O(bytes), whatever the order of members; without recursion.
  public static func == (a: JSONNode, b: JSONNode) -> Bool {
    if a.hasSameBytes(as: b) { return a.repetition == b.repetition }
    guard a.kind.isContainer, b.kind.isContainer else {
      return a.document.hasSameScalar(at: a.index, as: b.document, at: b.index)
    }
    if a.isKnownToDiffer(from: b) { return false }
    var comparison = NodeComparison(a: a.document, b: b.document)
    return comparison.areEqual(a.index, b.index)
  }
}

extension JSONDocument {
  /// Returns true if two values are equal and no containers.
  /// - Complexity: O(bytes), without allocation for strings without escapes.
  func hasSameScalar(at index: Int, as other: JSONDocument, at otherIndex: Int) -> Bool {
    let kind = nodes.kind(at: index)
    guard other.nodes.kind(at: otherIndex) == kind else { return false }
    switch kind {
    case .true, .false, .null: return true
    case .string: return hasSameString(at: index, as: other, at: otherIndex)
    case .number:
      let (range, otherRange) = (nodes.range(at: index), other.nodes.range(at: otherIndex))
      if bytes.hasSameBytes(at: range, as: other.bytes, at: otherRange) { return true }
      return NumberValue(literal: bytes[range]) == NumberValue(literal: other.bytes[otherRange])
    case .object, .array: return false
    }
  }
}

/// Compares values pair by pair; containers whose children are still to be compared are in a list.
struct NodeComparison {
  let a: JSONDocument
  let b: JSONDocument
  private var next: (Int, Int)?
  private var waiting: [(Int, Int)] = []
  /// The number of objects whose members were looked up because they are in another order.
  private(set) var tables = 0

  init(a: JSONDocument, b: JSONDocument) {
    self.a = a
    self.b = b
  }

  mutating func areEqual(_ first: Int, _ second: Int) -> Bool {
    guard compare(first, second) else { return false }
    // For flat containers the list stays empty, so nothing is allocated.
    while let (i, j) = next.take() ?? waiting.popLast() {
      guard a.nodes.kind(at: i) == .object ? compareMembers(i, j) : compareElements(i, j) else {
        return false
      }
    }
    return true
  }

  /// Returns false for scalars that differ, and for containers that can't be equal.
  private mutating func compare(_ i: Int, _ j: Int) -> Bool {
    let kind = a.nodes.kind(at: i)
    guard kind.isContainer else { return a.hasSameScalar(at: i, as: b, at: j) }
    let count = a.nodes[i].count
    guard b.nodes.kind(at: j) == kind, b.nodes[j].count == count else { return false }
    if count > 0 { wait(i, j) }
    return true
  }

  private mutating func wait(_ i: Int, _ j: Int) {
    if next == nil { next = (i, j) } else { waiting.append((i, j)) }
  }

  private mutating func compareElements(_ array: Int, _ other: Int) -> Bool {
    var (i, j) = (array + 1, other + 1)
    let (endI, endJ) = (a.nodes.next(after: array), b.nodes.next(after: other))
    while i < endI, j < endJ {
      guard compare(i, j) else { return false }
      i = a.nodes.next(after: i)
      j = b.nodes.next(after: j)
    }
    return i == endI && j == endJ
  }

  /// Compares members; those in the same order need no look-up.
  private mutating func compareMembers(_ object: Int, _ other: Int) -> Bool {
    var (i, j) = (object + 1, other + 1)
    let (endI, endJ) = (a.nodes.next(after: object), b.nodes.next(after: other))
    while i < endI, j < endJ, a.hasSameString(at: i, as: b, at: j) {
      guard compare(i + 1, j + 1) else { return false }
      i = a.nodes.next(after: i + 1)
      j = b.nodes.next(after: j + 1)
    }
    return i == endI && j == endJ || compareMembers(i..<endI, inAnyOrderOf: other)
  }

  private mutating func compareMembers(_ keys: Range<Int>, inAnyOrderOf other: Int) -> Bool {
    tables += 1
    let table = JSONMemberTable(JSONNode(document: b, index: other))
    var key = keys.lowerBound
    while key < keys.upperBound {
      guard let match = table[sameKeyAs: JSONNode(document: a, index: key)],
        compare(key + 1, match.value.index)
      else { return false }
      key = a.nodes.next(after: key + 1)
    }
    return true
  }
}
