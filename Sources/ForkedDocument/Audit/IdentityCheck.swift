import ForkedJSON

/// Checks the table of an array's elements by their ids, which merge and audit share, by the ids themselves: wherever
/// a merge had to do something.
struct IdentityCheck {
  private let pointers: [JSONPointer]
  private var values = JSONValueNumbers()
  private var ids = ListNumbers()

  /// - Parameter pointers: to the parts of an element's id.
  init(_ pointers: [JSONPointer]) { self.pointers = pointers }

  /// Whether these versions of an element have one id, which none before them had.
  mutating func hold(for versions: FourVersions) -> Bool {
    guard let first = versions.base ?? versions.ours ?? versions.theirs ?? versions.merged else {
      return true
    }
    let isOne =
      first.hasSameParts(as: versions.ours, at: pointers)
      && first.hasSameParts(as: versions.theirs, at: pointers)
      && first.hasSameParts(as: versions.merged, at: pointers)
    let id = pointers.map { first.value(at: $0).map { values.number(of: $0) } ?? -1 }
    let count = ids.count
    return isOne && ids.number(of: id) == count
  }
}

extension JSONNode {
  /// True also where there is no other one.
  fileprivate func hasSameParts(as other: JSONNode?, at pointers: [JSONPointer]) -> Bool {
    guard let other, !isIdentical(to: other) else { return true }
    return pointers.allSatisfy { value(at: $0) == other.value(at: $0) }
  }
}
