extension MergeableModel {
  /// The type's name with those of the types around it, without its module: letters, digits, dots and dashes.
  public static var forkedSchemaName: String {
    let name = String(reflecting: Self.self).drop { $0 != "." }.dropFirst()
    return String(
      name.unicodeScalars.map { scalar in
        let isPlain =
          scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        return isPlain || scalar == "." ? Character(scalar) : "-"
      })
  }

  /// The model as a schema file: what its JSON looks like under synthesized `Codable`, and how it merges.
  ///
  /// A program that merges the JSON by it gets what the model's own merge gives. Two things only a program can merge:
  /// properties of other ``Mergeable`` types, which the schema leaves to a person (`manual`), and dictionaries
  /// whose keys are neither strings nor numbers, which are encoded as arrays.
  public static var forkedSchema: String { forkedSchema(documents: []) }

  /// The model as a repository's whole `.fork/schema.json`.
  /// - Parameter globs: the documents that hold one model each, such as `notes/*.json`.
  public static func forkedSchema(documents globs: [String]) -> String {
    ModelSchema(of: Self.self).text(documents: globs)
  }
}
