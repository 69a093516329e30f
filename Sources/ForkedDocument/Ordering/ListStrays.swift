import ForkedJSON

/// The elements of an ordered list that no id of their own tells apart: merges take them as values.
struct ListStrays {
  /// The first of them, where it stands, and where the element before it stands that has its id; no twin: it has none.
  private(set) var first: (element: JSONNode, index: Int, twin: Int?)?
  /// How many there are. Of elements that share an id, the first is none.
  private(set) var count = 0

  /// - Complexity: O(bytes of the ids), in expectation.
  init(in array: JSONNode, identity: [JSONPointer]) {
    var ids = IdentityNumbers(identity, capacity: array.count)
    var places: [Int] = []
    for (index, element) in array.elements.enumerated() {
      let number = ids.number(of: element)
      if number == places.count {
        places.append(index)
        continue
      }
      if first == nil { first = (element, index, number.map { places[$0] }) }
      count += 1
    }
  }
}
