import ForkedJSON

/// The elements of arrays by their parts, found out once for each list of arrays: a merge and its audit ask for the same.
final class PartedArrays {
  private var known: [[ArrayPlace?]: (table: ElementParts, elements: [PartedElements])] = [:]

  /// The elements of these arrays, of documents that outlive this, and the numbers of their parts.
  /// Complexity: O(bytes) in expectation the first time.
  func elements(of arrays: [JSONNode?]) -> (table: ElementParts, elements: [PartedElements]) {
    let places = arrays.map { $0.map { ArrayPlace($0) } }
    if let known = known[places] { return known }
    let table = ElementParts()
    let elements = arrays.map { array in
      PartedElements(array.map { JSONElementList($0) }, table)
    }
    known[places] = (table, elements)
    return (table, elements)
  }
}

/// An array, by its document and where it begins there.
struct ArrayPlace: Hashable {
  let document: ObjectIdentifier
  let start: Int

  init(_ array: JSONNode) {
    document = ObjectIdentifier(array.document)
    start = array.range.lowerBound
  }
}
