import ForkedJSON
import Synchronization

/// A parsed schema file.
final class SchemaFile: Sendable {
  let name: String
  let document: JSONDocument
  private let pointers = Mutex<JSONPointerIndex?>(nil)

  init(name: String, document: JSONDocument) {
    self.name = name
    self.document = document
  }

  /// Returns the pointer to a value of the file, or to the member with a key.
  /// - Complexity: O(values) the first time, then O(depth).
  func pointer(to node: JSONNode) -> JSONPointer {
    pointers.withLock { known in
      let index = known ?? JSONPointerIndex(document)
      known = index
      return index[node.ordinal]
    }
  }
}

/// An index of a document's containers.
///
/// Each container is indexed once, so many pointers into one large container cost O(container) in total.
struct ContainerIndex {
  private var members: [Int: JSONMemberTable] = [:]
  private var elements: [Int: JSONElementList] = [:]

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
    case .object:
      let table = members[node.ordinal] ?? JSONMemberTable(node)
      members[node.ordinal] = table
      return table[token]?.value
    case .array:
      let list = elements[node.ordinal] ?? JSONElementList(node)
      elements[node.ordinal] = list
      return token.arrayIndex.flatMap { list.indices.contains($0) ? list[$0] : nil }
    default: return nil
    }
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
