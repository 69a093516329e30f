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

/// An index of a document's containers.
///
/// Each container is indexed once, so many pointers into one large container cost O(container) in total.
struct ContainerIndex {
  private var membersByObject: [Int: JSONMemberTable] = [:]
  private var elementsByArray: [Int: [JSONNode]] = [:]

  /// Returns the value at a pointer relative to one of the document's values.
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
    case .object: members(of: node)[token]?.value
    case .array: element(token, of: node)
    default: nil
    }
  }

  private mutating func members(of object: JSONNode) -> JSONMemberTable {
    if let known = membersByObject[object.range.lowerBound] { return known }
    let members = JSONMemberTable(object)
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

/// The location of a subschema: steps below another one, or below the root of its file.
///
/// The pointer is made only when it is needed.
struct SchemaLocation: Sendable {
  let file: String
  let parent: Int?
  let steps: [JSONString]

  /// Returns the pointer in its file to a subschema, or to a value below it.
  /// - Complexity: O(depth).
  static func pointer(
    to schema: Int, _ steps: [JSONString], places: (Int) -> SchemaLocation
  ) -> JSONPointer {
    var reversed = Array<JSONString>(steps.reversed())
    var next: Int? = schema
    while let index = next {
      let place = places(index)
      reversed.append(contentsOf: place.steps.reversed())
      next = place.parent
    }
    return JSONPointer(reversed.reversed())
  }
}

/// A schema with a URI of its own, and the anchors in it (JSON Schema Core, 4.3.5).
struct SchemaResource {
  /// The index of its root subschema.
  let root: Int
  let file: SchemaFile
  /// The base URI for relative references in the schema.
  let base: SchemaURI
  var anchors: [JSONString: Int] = [:]
  var dynamicAnchors: [JSONString: Int] = [:]
  var vocabularies = Vocabularies.all
}

/// The parts of JSON Schema that a meta-schema requires.
struct Vocabularies: OptionSet {
  let rawValue: UInt8

  static let validation = Vocabularies(rawValue: 1 << 0)
  static let applicator = Vocabularies(rawValue: 1 << 1)
  static let unevaluated = Vocabularies(rawValue: 1 << 2)
  static let all: Vocabularies = [.validation, .applicator, .unevaluated]

  /// Reads `$vocabulary` of a meta-schema; all parts if it is missing.
  init(metaSchema: JSONNode) {
    guard let listed = metaSchema["$vocabulary"], listed.kind == .object else {
      self = .all
      return
    }
    self = []
    let vocabulary = "https://json-schema.org/draft/2020-12/vocab/"
    for (name, part) in [
      ("validation", Vocabularies.validation), ("applicator", .applicator),
      ("unevaluated", .unevaluated),
    ] where listed[JSONString(vocabulary + name)] != nil {
      formUnion(part)
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }
}
