import ForkedJSON
import ForkedMerge

extension JSONNode {
  /// The number in the member of that name, which says where the element stands in an ordered list; nil where there is
  /// none, or it is no integer that `Int` holds. The value counts, not the spelling: `3.0` is 3.
  func listPosition(_ name: JSONString) -> Int? {
    guard let value = self[name], value.kind == .number else { return nil }
    return Int(plainDigits: value.bytes) ?? value.number?.int
  }

  /// The same; nil for one beyond the range, too.
  func listPosition(_ name: JSONString, in range: PositionRange) -> Int? {
    listPosition(name).flatMap { range.limits.contains($0) ? $0 : nil }
  }
}

extension JSONNode {
  /// What tells an element of an ordered list from others, wherever it says that it stands: equal for elements that are
  /// the same but for that member. O(bytes).
  func parts(apartFrom name: JSONString) -> [[UInt8]] {
    guard kind == .object else { return [canonicalBytes] }
    let members = members.filter { !$0.key.stringEquals(name) }
      .map { $0.key.canonicalBytes + $0.value.canonicalBytes }
    return [[UInt8(ascii: "{")]] + members.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension Int {
  /// The integer that at most 18 digits say, as they nearly always do.
  fileprivate init?(plainDigits text: ArraySlice<UInt8>) {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    self = isNegative ? -value : value
  }
}

/// Which of two elements of an ordered list comes first at one position.
struct ListTies {
  /// The member that holds positions.
  let name: JSONString

  /// By the parts of their ids; the order doesn't depend on formatting. Elements without an id come behind the others, by
  /// what else they hold. Nothing precedes its equal.
  func precedes(
    _ one: (id: [JSONNode]?, element: JSONNode?), _ other: (id: [JSONNode]?, element: JSONNode?)
  ) -> Bool {
    switch (one.id, other.id) {
    case (let id?, let otherID?): return precedes(id, otherID)
    case (.some, nil): return true
    case (nil, .some): return false
    case (nil, nil):
      let parts = one.element?.parts(apartFrom: name) ?? []
      let otherParts = other.element?.parts(apartFrom: name) ?? []
      return parts.lexicographicallyPrecedes(otherParts) { $0.lexicographicallyPrecedes($1) }
    }
  }

  private func precedes(_ one: [JSONNode], _ other: [JSONNode]) -> Bool {
    for (part, otherPart) in zip(one, other) {
      if isLess(part, otherPart) { return true }
      if isLess(otherPart, part) { return false }
    }
    return one.count < other.count
  }

  /// Numbers by value, strings by Unicode scalars, anything else by its canonical bytes.
  private func isLess(_ one: JSONNode, _ other: JSONNode) -> Bool {
    if let one = one.number, let other = other.number { return one < other }
    if let one = one.string, let other = other.string { return one < other }
    return one.canonicalBytes.lexicographicallyPrecedes(other.canonicalBytes)
  }
}
