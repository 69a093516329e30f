import ForkedJSON

/// A parsed schema file.
final class SchemaFile: Sendable {
  let name: String
  let document: JSONDocument

  init(name: String, document: JSONDocument) {
    self.name = name
    self.document = document
  }
}

/// Quick ways to places in a document: each container is indexed once, so that many pointers into one large
/// container cost O(container) altogether, not each.
struct PlaceIndex {
  private var membersByObject: [Int: [JSONString: JSONNode]] = [:]
  private var elementsByArray: [Int: [JSONNode]] = [:]

  /// The value at a pointer from one of the document's values.
  mutating func value(at pointer: JSONPointer, below root: JSONNode) -> JSONNode? {
    var node = root
    for token in pointer.tokens {
      guard let next = child(token, of: node) else { return nil }
      node = next
    }
    return node
  }

  private mutating func child(_ token: JSONString, of node: JSONNode) -> JSONNode? {
    switch node.kind {
    case .object: members(of: node)[token]
    case .array: element(token, of: node)
    default: nil
    }
  }

  private mutating func members(of object: JSONNode) -> [JSONString: JSONNode] {
    if let known = membersByObject[object.range.lowerBound] { return known }
    var members: [JSONString: JSONNode] = [:]
    for member in object.members {
      if let key = member.key.string { members[key] = member.value }
    }
    membersByObject[object.range.lowerBound] = members
    return members
  }

  private mutating func element(_ token: JSONString, of array: JSONNode) -> JSONNode? {
    guard let index = token.arrayIndex else { return nil }
    let start = array.range.lowerBound
    let elements = elementsByArray[start] ?? Array(array.elements)
    elementsByArray[start] = elements
    return elements.indices.contains(index) ? elements[index] : nil
  }
}
