import ForkedJSON

/// The meta-schema of draft 2020-12 and its parts, by their URIs, so that a `$ref` to the standard needs no network.
///
/// The parts that are alike are written here, the others in `Schemas/standard.json`.
enum StandardSchema {
  static let draft: JSONString = "https://json-schema.org/draft/2020-12/schema"
  private static let folder = "https://json-schema.org/draft/2020-12/"

  static func text(of uri: JSONString) throws -> [UInt8]? {
    guard uri.utf8.starts(with: folder.utf8) else { return nil }
    let name = JSONString(wtf8: Array(uri.utf8.dropFirst(folder.utf8.count)))
    let bodies = try JSONDocument(parsing: PackageResources.standard_json).root
    guard let body = bodies[name] else { return nil }
    let vocabulary = name.description.dropFirst("meta/".count)
    let head = """
      {
        "$schema": "\(draft)", "$id": "\(uri)", "$dynamicAnchor": "meta",
        "$vocabulary": { \(name == "schema" ? allVocabularies : entry(vocabulary)) },
        "type": ["object", "boolean"],
      """
    return Array(head.utf8) + body.bytes.dropFirst()
  }

  private static func entry(_ vocabulary: Substring) -> String {
    #""\#(folder)vocab/\#(vocabulary)": true"#
  }

  private static let parts: [Substring] = [
    "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content",
  ]

  private static let allVocabularies = parts.map(entry).joined(separator: ", ")
}
