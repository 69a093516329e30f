import ForkedJSON
import ForkedSchema

/// Integers for elements, equal for equal ids, from 0 on in the order of their first occurrence.
struct IdentityNumbers {
  private let pointers: [JSONPointer]
  /// The member that holds the ids if they are usual ones; nil otherwise.
  private var usualKey: JSONString?
  /// The values of each part of an id.
  private var parts: [JSONValueNumbers]
  /// For ids of several parts: for each part but the first, the numbers of its combinations with the parts before.
  private var combinations: [[Combination: Int]] = []
  /// For ids of several parts: the first element with each id.
  private var elements: [JSONNode] = []

  /// The number of the parts of an id so far, and that of its next part.
  private struct Combination: Hashable {
    var former: Int
    var next: Int
  }

  /// - Parameters:
  ///   - pointers: the pointers to the parts of an element's id, relative to the element.
  ///   - capacity: the expected number of different ids.
  init(_ pointers: [JSONPointer], capacity: Int) {
    self.pointers = pointers
    parts = pointers.map { _ in JSONValueNumbers(capacity: capacity) }
    combinations = pointers.dropFirst().map { _ in [:] }
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
    guard pointers.count == 1 else { return combinedNumber(of: element) }
    return element.identityPart(at: pointers[0]).map { parts[0].number(of: $0) }
  }

  /// Returns the parts of the id with that number.
  func identity(of number: Int) -> [JSONNode] {
    guard parts.count > 1 else { return [parts[0].values[number]] }
    return pointers.compactMap { elements[number].identityPart(at: $0) }
  }

  private mutating func combinedNumber(of element: JSONNode) -> Int? {
    var number: Int?
    for (place, pointer) in pointers.enumerated() {
      guard let value = element.identityPart(at: pointer) else { return nil }
      let next = parts[place].number(of: value)
      number =
        number.map { self.number(of: Combination(former: $0, next: next), at: place - 1) } ?? next
    }
    if number == elements.count { elements.append(element) }
    return number
  }

  private mutating func number(of combination: Combination, at place: Int) -> Int {
    let new = combinations[place].count
    if let known = combinations[place][combination] { return known }
    combinations[place][combination] = new
    return new
  }
}

extension JSONNode {
  fileprivate func identityPart(at pointer: JSONPointer) -> JSONNode? {
    value(at: pointer).flatMap { $0.kind == .null ? nil : $0 }
  }
}
