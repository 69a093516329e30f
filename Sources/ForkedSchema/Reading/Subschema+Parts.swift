import ForkedJSON

/// Which subschemas describe a value's parts.
extension Subschema {
  /// Whether it says anything about how a value or its parts merge.
  var saysHowToMerge: Bool {
    merge != nil || identity != nil || hasUniqueItems || describesMembers || describesElements
  }

  var describesMembers: Bool {
    !properties.isEmpty || !patternProperties.isEmpty || otherProperties != nil
  }

  var describesElements: Bool { !prefixItems.isEmpty || otherElements != nil }

  /// The schemas of members and elements.
  var ofParts: [Int] {
    Array(properties.values) + patternProperties.map(\.schema) + prefixItems
      + [additionalProperties, unevaluatedProperties, items, unevaluatedItems].compactMap { $0 }
  }

  /// For members that neither `properties` nor `patternProperties` names.
  var otherProperties: Int? { additionalProperties ?? unevaluatedProperties }

  /// For elements after `prefixItems`.
  var otherElements: Int? { items ?? unevaluatedItems }

  func schemas(forKey key: JSONString) -> [Int] {
    var schemas = properties[key].map { [$0] } ?? []
    for (pattern, schema) in patternProperties where pattern.matches(key) { schemas.append(schema) }
    if schemas.isEmpty, let others = otherProperties { schemas.append(others) }
    return schemas
  }

  func schema(forElement index: Int) -> Int? {
    index < prefixItems.count ? prefixItems[index] : otherElements
  }
}
