extension BuiltInSchema {
  /// JSON Schema, draft 2020-12, with the keywords of `fork`: the schema by which schema files are merged.
  static let jsonSchema = BuiltInSchema(
    name: "fork:json-schema", describes: { $0.text(of: "$schema", contains: "json-schema.org/") },
    text: #"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "JSON Schema",
        "properties": {
          "$defs": { "$ref": "#/$defs/schemas" },
          "definitions": { "$ref": "#/$defs/schemas" },
          "properties": { "$ref": "#/$defs/schemas" },
          "patternProperties": { "$ref": "#/$defs/schemas" },
          "dependentSchemas": { "$ref": "#/$defs/schemas" },
          "x-documents": { "$ref": "#/$defs/schemas" },
          "dependentRequired": {
            "x-merge": "dictionaryMerge",
            "additionalProperties": { "x-merge": "setMerge" }
          },
          "$vocabulary": { "x-merge": "dictionaryMerge" },
          "additionalProperties": { "$ref": "#" },
          "unevaluatedProperties": { "$ref": "#" },
          "propertyNames": { "$ref": "#" },
          "items": { "$ref": "#" },
          "unevaluatedItems": { "$ref": "#" },
          "contains": { "$ref": "#" },
          "contentSchema": { "$ref": "#" },
          "if": { "$ref": "#" },
          "then": { "$ref": "#" },
          "else": { "$ref": "#" },
          "not": { "$ref": "#" },
          "allOf": { "$ref": "#/$defs/list" },
          "anyOf": { "$ref": "#/$defs/list" },
          "oneOf": { "$ref": "#/$defs/list" },
          "prefixItems": { "$ref": "#/$defs/list" },
          "required": { "x-merge": "setMerge" },
          "enum": { "x-merge": "setMerge" },
          "type": { "uniqueItems": true },
          "examples": { "x-merge": "arrayMerge" },
          "x-merge": {
            "properties": {
              "using": { "type": "string" },
              "id": {},
              "position": { "type": "string" }
            }
          }
        },
        "$defs": {
          "schemas": { "x-merge": "dictionaryMerge", "additionalProperties": { "$ref": "#" } },
          "list": { "type": "array", "x-merge": "arrayMerge", "items": { "$ref": "#" } }
        }
      }
      """#)
}
