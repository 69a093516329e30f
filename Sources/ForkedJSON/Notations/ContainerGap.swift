/// The bytes between two entries of a container, or between one and a bracket.
struct ContainerGap {
  let container: Int
  /// The key or element before the gap; nil behind the opening bracket.
  let before: Int?
  /// The key or element after the gap; nil before the closing bracket.
  let next: Int?
  let range: Range<Int>
}

extension NodeIndex {
  /// Returns the gaps of a container in order: one before each entry, and one before the closing bracket.
  func gaps(of container: Int) -> [ContainerGap] {
    let (children, whole) = (children(of: container), range(at: container))
    var gaps: [ContainerGap] = []
    var (before, start) = (Int?.none, whole.lowerBound + 1)
    for child in children {
      gaps.append(
        ContainerGap(
          container: container, before: before, next: child,
          range: start..<range(at: child).lowerBound))
      before = child
      start = range(at: child + children.valueOffset).upperBound
    }
    return gaps + [
      ContainerGap(
        container: container, before: before, next: nil, range: start..<whole.upperBound - 1)
    ]
  }

  /// Returns the bytes between a key and its value.
  func colon(after key: Int) -> Range<Int> {
    range(at: key).upperBound..<range(at: key + 1).lowerBound
  }
}
