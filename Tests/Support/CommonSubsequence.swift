/// Returns the number of elements of a longest common subsequence, by the textbook's table.
/// - Complexity: O(n · m) time and O(m) memory.
public func commonCount<Element: Equatable>(
  _ one: some Collection<Element>, _ other: some Collection<Element>
) -> Int {
  var row = Array(repeating: 0, count: other.count + 1)
  for element in one {
    var diagonal = 0
    for (index, otherElement) in other.enumerated() {
      let above = row[index + 1]
      row[index + 1] = element == otherElement ? diagonal + 1 : max(above, row[index])
      diagonal = above
    }
  }
  return row[other.count]
}
