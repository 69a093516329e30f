import ForkedJSON
import ForkedSchema

/// Equal integers for elements with equal identities, from 0 on in the order in which they are first met.
struct IdentityNumbers {
  private let pointers: [JSONPointer]
  /// The member that holds the ids, where they are usual ones.
  private var usualKey: JSONString?
  /// For each part of an identity, the values that it has.
  private var parts: [JSONValueNumbers]
  /// For identities of several parts, the numbers of these.
  private var combinations: [[Int]] = []
  private var numbers: [[Int]: Int] = [:]

  /// - Parameters:
  ///   - pointers: to the parts of an element's identity, relative to the element.
  ///   - capacity: how many different identities are expected.
  init(_ pointers: [JSONPointer], capacity: Int) {
    self.pointers = pointers
    parts = pointers.map { _ in JSONValueNumbers(capacity: capacity) }
  }

  /// The ids that have been numbered already.
  init(_ numbering: UsualIdentity.Numbering) {
    pointers = [JSONPointer([numbering.key])]
    usualKey = numbering.key
    parts = [numbering.ids]
  }

  /// The number of identities so far.
  var count: Int { parts.count == 1 ? parts[0].count : combinations.count }

  /// The number of the element's identity; nil where a part of it is missing or null.
  mutating func number(of element: JSONNode) -> Int? {
    if let usualKey { return parts[0].number(of: usualKey, in: element) }
    guard pointers.count == 1 else { return combinedNumber(of: element) }
    return element.identityPart(at: pointers[0]).map { parts[0].number(of: $0) }
  }

  /// The parts of the identity with that number.
  func identity(of number: Int) -> [JSONNode] {
    guard parts.count > 1 else { return [parts[0].values[number]] }
    return zip(parts, combinations[number]).map { $0.values[$1] }
  }

  private mutating func combinedNumber(of element: JSONNode) -> Int? {
    let values = pointers.compactMap { element.identityPart(at: $0) }
    guard !values.isEmpty, values.count == pointers.count else { return nil }
    let combination = values.indices.map { parts[$0].number(of: values[$0]) }
    if let known = numbers[combination] { return known }
    numbers[combination] = combinations.count
    combinations.append(combination)
    return combinations.count - 1
  }
}

extension JSONNode {
  fileprivate func identityPart(at pointer: JSONPointer) -> JSONNode? {
    value(at: pointer).flatMap { $0.kind == .null ? nil : $0 }
  }
}
