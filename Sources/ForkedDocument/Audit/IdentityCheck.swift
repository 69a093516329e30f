import ForkedJSON

/// Checks the table of an array's elements by their ids, which merge and audit share, by the ids themselves: wherever
/// a merge had to do something.
struct IdentityCheck {
  private let pointers: [JSONPointer]
  private var seen: Set<[JSONNode]> = []

  /// - Parameter pointers: to the parts of an element's id.
  init(_ pointers: [JSONPointer]) { self.pointers = pointers }

  /// Whether these versions of an element have one id, which none before them had.
  mutating func hold(for versions: FourVersions) -> Bool {
    let elements = [versions.base, versions.ours, versions.theirs, versions.merged].compactMap {
      $0
    }
    let ids = elements.map { element in pointers.compactMap { element.value(at: $0) } }
    guard let id = ids.first else { return true }
    return ids.allSatisfy { $0 == id } && seen.insert(id).inserted
  }
}
