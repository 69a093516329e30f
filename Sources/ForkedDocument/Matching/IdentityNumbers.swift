import ForkedJSON
import ForkedSchema

/// Equal integers for elements with equal identities, from 0 on in the order in which they are first met.
struct IdentityNumbers {
  private let pointers: [JSONPointer]
  /// The member that holds the ids, where they are usual ones.
  private var usualKey: JSONString?
  /// For each part of an identity, the values that it has.
  private var parts: [JSONValueNumbers]
  /// For identities of several parts: for each part but the first, the numbers of what it is combined with.
  private var combinations: [[Combination: Int]] = []
  /// For identities of several parts, the first element with each.
  private var elements: [JSONNode] = []

  /// The number of the parts of an identity so far, and that of its next part.
  private struct Combination: Hashable {
    var former: Int
    var next: Int
  }

  /// - Parameters:
  ///   - pointers: to the parts of an element's identity, relative to the element.
  ///   - capacity: how many different identities are expected.
  init(_ pointers: [JSONPointer], capacity: Int) {
    self.pointers = pointers
    parts = pointers.map { _ in JSONValueNumbers(capacity: capacity) }
    combinations = pointers.dropFirst().map { _ in [:] }
  }

  /// The ids that have been numbered already.
  init(_ numbering: UsualIdentity.Numbering) {
    pointers = [JSONPointer([numbering.key])]
    usualKey = numbering.key
    parts = [numbering.ids]
  }

  /// The number of identities so far.
  var count: Int { parts.count == 1 ? parts[0].count : elements.count }

  /// The number of the element's identity; nil where a part of it is missing or null.
  mutating func number(of element: JSONNode) -> Int? {
    if let usualKey { return parts[0].number(of: usualKey, in: element) }
    guard pointers.count == 1 else { return combinedNumber(of: element) }
    return element.identityPart(at: pointers[0]).map { parts[0].number(of: $0) }
  }

  /// The parts of the identity with that number.
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
