import ForkedJSON

/// A schema with a URI of its own, and the names of the places in it (JSON Schema Core, 4.3.5).
struct SchemaResource {
  /// The subschema at its root.
  let root: Int
  let file: SchemaFile
  /// What relative references in it are resolved from.
  let base: SchemaURI
  var anchors: [JSONString: Int] = [:]
  var dynamicAnchors: [JSONString: Int] = [:]
  var vocabularies = Vocabularies.all
}

/// The parts of JSON Schema that a meta-schema asks for.
struct Vocabularies: OptionSet {
  let rawValue: UInt8

  static let validation = Vocabularies(rawValue: 1 << 0)
  static let applicator = Vocabularies(rawValue: 1 << 1)
  static let unevaluated = Vocabularies(rawValue: 1 << 2)
  static let all: Vocabularies = [.validation, .applicator, .unevaluated]

  /// What a meta-schema says in `$vocabulary`; all, where it says nothing.
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
