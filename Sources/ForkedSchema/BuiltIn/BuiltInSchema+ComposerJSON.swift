extension BuiltInSchema {
  /// Composer's composer.json (getcomposer.org/doc/04-schema.md).
  ///
  /// Maps by package name, and lists that Composer reads as sets, are merged automatically. Of two
  /// versions, of the package or of one that it requires, the greater is kept. Lists whose order is the order of loading stay lists.
  static let composerJSON = BuiltInSchema(
    name: "fork:composer.json", files: ["composer.json"],
    text: #"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Composer package manifest",
        "type": "object",
        "properties": {
          "name": { "type": "string" },
          "version": { "type": "string", "x-merge": "versionMerge" },
          "description": { "type": "string" },
          "keywords": { "$ref": "#/$defs/names" },
          "authors": { "type": "array", "items": { "type": "object" } },
          "require": { "$ref": "#/$defs/ranges" },
          "require-dev": { "$ref": "#/$defs/ranges" },
          "conflict": { "$ref": "#/$defs/map" },
          "replace": { "$ref": "#/$defs/map" },
          "provide": { "$ref": "#/$defs/map" },
          "suggest": { "$ref": "#/$defs/map" },
          "autoload": { "$ref": "#/$defs/autoload" },
          "autoload-dev": { "$ref": "#/$defs/autoload" },
          "scripts": { "$ref": "#/$defs/map" },
          "scripts-descriptions": { "$ref": "#/$defs/map" },
          "config": {
            "x-merge": "dictionaryMerge",
            "properties": {
              "allow-plugins": {
                "if": { "type": "object" },
                "then": { "x-merge": "dictionaryMerge" }
              },
              "platform": { "$ref": "#/$defs/map" }
            }
          },
          "extra": { "x-merge": "dictionaryMerge" },
          "archive": { "properties": { "exclude": { "$ref": "#/$defs/names" } } }
        },
        "$defs": {
          "names": { "x-merge": "setMerge" },
          "map": { "x-merge": "dictionaryMerge" },
          "ranges": {
            "x-merge": "dictionaryMerge",
            "additionalProperties": { "type": "string", "x-merge": "versionMerge" }
          },
          "autoload": {
            "type": "object",
            "properties": {
              "psr-4": { "$ref": "#/$defs/map" },
              "psr-0": { "$ref": "#/$defs/map" },
              "classmap": { "$ref": "#/$defs/names" },
              "files": { "type": "array", "x-merge": "arrayMerge" },
              "exclude-from-classmap": { "$ref": "#/$defs/names" }
            }
          }
        }
      }
      """#)
}
