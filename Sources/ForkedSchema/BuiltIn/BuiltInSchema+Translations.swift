extension BuiltInSchema {
  /// Translations: texts by key, in any number of levels. A text that both sides translated differently is a conflict.
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
