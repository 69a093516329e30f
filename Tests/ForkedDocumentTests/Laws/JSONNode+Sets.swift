import ForkedJSON

extension JSONNode {
  /// True if two merged documents are equal, sets without order.
  func isSame(as other: JSONNode, _ shape: LawShape) -> Bool {
    if self == other { return true }
    guard kind == other.kind, count == other.count else { return false }
    switch (kind, shape) {
    case (.array, .set): return Set(elements) == Set(other.elements)
    case (.array, _):
      return zip(elements, other.elements).allSatisfy { $0.isSame(as: $1, shape.element) }
    case (.object, _):
      return members.allSatisfy { member in
        let name = member.key.string ?? ""
        return other[name]?.isSame(as: member.value, shape.member(name.exactString ?? "")) ?? false
      }
    default: return false
    }
  }
}
