extension BuiltInSchema {
  /// Translations: texts by key, in as many levels as their program has. A text that two people translated
  /// differently is for a person.
  static let translationsText = ##"""
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
    """##
}
