import ForkedJSON

extension BuiltInSchema {
  /// The schema of documents that look like those that it describes, whatever their name.
  init?(recognizedIn shape: FieldShape) {
    guard shape.types == .object else { return nil }
    if shape.text(of: "$schema", contains: "json-schema.org/") {
      self = .jsonSchema
    } else if shape.text(of: "openapi", contains: "3"), shape.members["paths"]?.types == .object {
      self = .openAPI
    } else if shape.text(of: "type", contains: "FeatureCollection"),
      shape.members["features"]?.types == .array
    {
      self = .geoJSON
    } else if shape.areTranslations {
      self = .translations
    } else {
      return nil
    }
  }
}

extension FieldShape {
  fileprivate func text(of key: JSONString, contains part: String) -> Bool {
    guard let text = members[key]?.texts.example?.exactString else { return false }
    return text.utf8.split(separator: 0).contains { $0.contains(part.utf8) }
  }

  /// Whether the document is nothing but texts by key, many of them, and most of them with words in them.
  fileprivate var areTranslations: Bool {
    var leaves = TextFacts()
    var pending = [self]
    while let shape = pending.popLast() {
      guard shape.types.isSubset(of: [.object, .string]) else { return false }
      leaves.formUnion(shape.texts)
      pending += shape.members.values
    }
    return leaves.count >= 30 && leaves.words * 2 > leaves.count * 3
  }
}

extension Substring.UTF8View {
  /// Whether the bytes stand somewhere in these.
  fileprivate func contains(_ part: String.UTF8View) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}
