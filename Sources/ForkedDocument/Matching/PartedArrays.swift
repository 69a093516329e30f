import ForkedJSON

/// The elements of arrays by their parts, found out once for each list of arrays: a merge and its audit ask for the same.
final class PartedArrays {
  private var known: [[ArrayPlace?]: (table: ElementParts, elements: [PartedElements])] = [:]

  /// The elements of these arrays, of documents that outlive this, and the numbers of their parts.
  /// Complexity: O(bytes) in expectation the first time; elements that the first array has too are not opened.
  /// - Parameter tokens: for each array numbers of its elements, equal ones for equal elements; none: they are not known.
  func elements(
    of arrays: [JSONNode?], tokens: [[Int]] = []
  ) -> (table: ElementParts, elements: [PartedElements]) {
    let places = arrays.map { $0.map { ArrayPlace($0) } }
    if let known = known[places] { return known }
    let table = ElementParts()
    var elements: [PartedElements] = []
    let firstPlaces = Self.places(of: tokens.first ?? [])
    for (version, array) in arrays.enumerated() {
      let first = elements.first
      elements.append(
        PartedElements(array.map { JSONElementList($0) }, table) { place in
          guard let first, !tokens.isEmpty else { return nil }
          let token = tokens[version][place]
          return token < firstPlaces.count ? first.parts[firstPlaces[token]] : nil
        })
    }
    known[places] = (table, elements)
    return (table, elements)
  }

  /// A place for each of these tokens, which are all below their number.
  private static func places(of tokens: [Int]) -> [Int] {
    var places = Array(repeating: 0, count: (tokens.max() ?? -1) + 1)
    for (place, token) in tokens.enumerated() { places[token] = place }
    return places
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
