import ForkedJSON

/// The reading of a subschema's members.
extension SchemaReader {
  func read(_ schema: Int) {
    let node = subschemas[schema].node
    switch node.kind {
    case .true, .false: return
    case .object:
      for member in node.members {
        guard let name = member.key.string else { continue }
        if let keyword = Keyword(name) {
          read(keyword, member.value, of: schema)
        } else {
          refuseMisspelling(name, at: member.key)
        }
      }
    default: refuse(node, "a schema is an object, true or false")
    }
  }

  private func read(_ keyword: Keyword, _ value: JSONNode, of schema: Int) {
    switch keyword {
    case .reference, .dynamicReference: resolveLater(keyword, value, of: schema)
    case .anchor, .dynamicAnchor: readAnchor(keyword, value, of: schema)
    case .definitions, .oldDefinitions: _ = map(keyword, value, of: schema)
    case .properties: readProperties(value, of: schema)
    case .patternProperties: readPatterns(value, of: schema)
    case .dependentSchemas:
      let dependent = map(keyword, value, of: schema)
      change(schema) { $0.dependentSchemas = dependent }
    case .allOf, .anyOf, .oneOf, .prefixItems: readList(keyword, value, of: schema)
    case .propertyNames, .additionalProperties, .unevaluatedProperties, .items, .unevaluatedItems,
      .contains, .contentSchema, .not, .condition, .then, .otherwise:
      readSingle(keyword, value, of: schema)
    case .documents: readDocuments(value, of: schema)
    case .merge: readMerge(value, of: schema)
    case .defaultMerge: readDefaultMerge(value, of: schema)
    case .identity: readIdentity(value, of: schema)
    case .together: readTogether(value, of: schema)
    case .moves: readMoves(value, of: schema)
    default: readAssertion(keyword, value, of: schema)
    }
  }

  private func refuseMisspelling(_ name: JSONString, at key: JSONNode) {
    let first = name.utf8.first.map { $0 | 0x20 }
    guard first == UInt8(ascii: "x"), let text = name.exactString,
      let meant = Nearest.slip(of: text, among: Keyword.own)
    else { return }
    refuse(key, "unknown keyword \(text)", hint: "did you mean \(meant)?")
  }

  // MARK: Schemas below

  private func readSingle(_ keyword: Keyword, _ value: JSONNode, of schema: Int) {
    if keyword == .items, value.kind == .array {
      return refuse(
        value, "items must be one schema",
        hint: "prefixItems takes an array of schemas, one for each index")
    }
    let below = child(keyword, value, of: schema)
    change(schema) {
      switch keyword {
      case .additionalProperties: $0.additionalProperties = below
      case .unevaluatedProperties: $0.unevaluatedProperties = below
      case .items: $0.items = below
      case .unevaluatedItems: $0.unevaluatedItems = below
      case .propertyNames: $0.propertyNames = below
      case .contains: $0.contains = below
      case .not: $0.not = below
      case .condition: $0.condition = below
      case .then: $0.then = below
      case .otherwise: $0.otherwise = below
      default: break
      }
    }
  }

  private func readList(_ keyword: Keyword, _ value: JSONNode, of schema: Int) {
    guard value.kind == .array else {
      return refuse(value, "\(keyword.rawValue) must be an array of schemas")
    }
    let list = value.elements.prefix(Self.mostSubschemas + 1).map {
      child(keyword, $0, of: schema)
    }
    change(schema) {
      switch keyword {
      case .allOf: $0.allOf = list
      case .anyOf: $0.anyOf = list
      case .oneOf: $0.oneOf = list
      default: $0.prefixItems = list
      }
    }
  }

  private func readProperties(_ value: JSONNode, of schema: Int) {
    let properties = map(.properties, value, of: schema)
    change(schema) { for (key, below) in properties { $0.properties[key] = below } }
  }

  private func readPatterns(_ value: JSONNode, of schema: Int) {
    for (key, below) in map(.patternProperties, value, of: schema) {
      do {
        let pattern = try KeyPattern(key)
        change(schema) { $0.patternProperties.append((pattern, below)) }
      } catch {
        refuse(subschemas[below].node, error.message)
      }
    }
  }

  /// Reads the schemas of an object by their names.
  private func map(
    _ keyword: Keyword, _ value: JSONNode, of schema: Int
  ) -> [(key: JSONString, schema: Int)] {
    guard value.kind == .object else {
      refuse(value, "\(keyword.rawValue) must be an object of schemas")
      return []
    }
    return value.members.prefix(Self.mostSubschemas + 1).compactMap { member in
      member.key.string.map { ($0, child(keyword, member.value, of: schema)) }
    }
  }

  func child(_ keyword: Keyword, _ node: JSONNode, of schema: Int) -> Int {
    index(of: node, in: subschemas[schema].resource, of: subschemas[schema].file, by: keyword)
  }

  // MARK: Names

  private func readAnchor(_ keyword: Keyword, _ value: JSONNode, of schema: Int) {
    guard let anchor = value.string else {
      return refuse(value, "\(keyword.rawValue) must be a string")
    }
    let resource = subschemas[schema].resource
    let known = resources[resource].anchors[anchor] ?? resources[resource].dynamicAnchors[anchor]
    if let known, known != schema {
      return refuse(value, "the anchor \(anchor) is declared twice")
    }
    changeResource(resource) {
      if keyword == .anchor {
        $0.anchors[anchor] = schema
      } else {
        $0.dynamicAnchors[anchor] = schema
      }
    }
  }
}
