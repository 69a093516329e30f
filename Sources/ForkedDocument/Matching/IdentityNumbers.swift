import ForkedJSON
import ForkedSchema

/// Integers for elements, equal for equal ids, from 0 on in the order of their first occurrence.
struct IdentityNumbers {
  private let pointers: [JSONPointer]
  /// The member that holds the ids if they are usual ones; nil otherwise.
  private var usualKey: JSONString?
  /// The values of each part of an id.
  private var parts: [JSONValueNumbers]
  /// For ids of several parts: the combinations of the numbers of their parts, and the first element with each.
  private var combinations = ListNumbers()
  private var elements: [JSONNode] = []

  /// - Parameters:
  ///   - pointers: the pointers to the parts of an element's id, relative to the element.
  ///   - capacity: the expected number of different ids.
  init(_ pointers: [JSONPointer], capacity: Int = 0) {
    self.pointers = pointers
    parts = pointers.map { _ in JSONValueNumbers(capacity: capacity) }
  }

  /// Creates the numbers of ids that have been numbered already.
  init(_ numbering: UsualIdentity.Numbering) {
    pointers = [JSONPointer([numbering.key])]
    usualKey = numbering.key
    parts = [numbering.ids]
  }

  /// The number of different ids so far.
  var count: Int { parts.count == 1 ? parts[0].count : elements.count }

  /// Returns the number of the element's id; nil if a part of it is missing or null.
  mutating func number(of element: JSONNode) -> Int? {
    if let usualKey { return parts[0].number(of: usualKey, in: element) }
    if pointers.count == 1 {
      return element.identityPart(at: pointers[0]).map { parts[0].number(of: $0) }
    }
    var numbers: [Int] = []
    for (place, pointer) in pointers.enumerated() {
      guard let value = element.identityPart(at: pointer) else { return nil }
      numbers.append(parts[place].number(of: value))
    }
    let number = combinations.number(of: numbers)
    if number == elements.count { elements.append(element) }
    return number
  }

  /// Returns the parts of the id with that number.
  func identity(of number: Int) -> [JSONNode] {
    guard parts.count > 1 else { return [parts[0].values[number]] }
    return pointers.compactMap { elements[number].identityPart(at: $0) }
  }
}

extension JSONNode {
  fileprivate func identityPart(at pointer: JSONPointer) -> JSONNode? {
    value(at: pointer).flatMap { $0.kind == .null ? nil : $0 }
  }
}
