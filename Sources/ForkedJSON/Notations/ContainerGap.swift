/// The place between two entries of a container, or between one and a bracket.
struct ContainerGap {
  let container: Int
  /// The key or element before the gap; nil behind the opening bracket.
  let before: Int?
  /// The key or element after the gap; nil before the closing bracket.
  let next: Int?
}

extension NodeIndex {
  /// Calls `body` with the gaps of each container in order, one before each entry and one before the closing bracket, and
  /// `colon` with each key.
  func forEachGap(_ body: (ContainerGap) -> Void, colon: (Int) -> Void) {
    for container in indices where kind(at: container).isContainer {
      let children = children(of: container)
      var before: Int?
      for child in children {
        body(ContainerGap(container: container, before: before, next: child))
        if children.valueOffset == 1 { colon(child) }
        before = child
      }
      body(ContainerGap(container: container, before: before, next: nil))
    }
  }

  /// Returns the range of a gap's bytes.
  func range(of gap: ContainerGap) -> Range<Int> {
    let whole = range(at: gap.container)
    let valueOffset = kind(at: gap.container) == .object ? 1 : 0
    let start = gap.before.map { range(at: $0 + valueOffset).upperBound } ?? whole.lowerBound + 1
    return start..<(gap.next.map { range(at: $0).lowerBound } ?? whole.upperBound - 1)
  }

  /// Returns the bytes between a key and its value.
  func colon(after key: Int) -> Range<Int> {
    range(at: key).upperBound..<range(at: key + 1).lowerBound
  }
}
