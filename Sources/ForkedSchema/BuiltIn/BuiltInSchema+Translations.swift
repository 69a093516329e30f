extension BuiltInSchema {
  /// Translations: texts by key, in any number of levels. A text that both sides translated differently is a conflict.
  static let translations = BuiltInSchema(
    name: "fork:translations", describes: { $0.areTranslations },
    text: ##"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Translations",
        "$ref": "#/$defs/texts",
        "$defs": {
          "texts": {
            "type": "object",
            "x-merge": "dictionaryMerge",
            "additionalProperties": {
              "if": { "type": "object" },
              "then": { "$ref": "#/$defs/texts" }
            }
          }
        }
      }
      """##)
}

extension FieldShape {
  /// True if the document holds only texts, many of them, and most with several words.
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
