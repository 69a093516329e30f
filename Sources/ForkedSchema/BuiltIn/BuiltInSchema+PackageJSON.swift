extension BuiltInSchema {
  /// npm's package.json (docs.npmjs.com, "package.json"). Versions and scripts that two people changed
  /// differently are for a person; lists that npm reads as sets and maps by package name merge by themselves.
  static let packageJSONText = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "npm package manifest",
      "type": "object",
      "properties": {
        "name": { "type": "string" },
        "version": { "type": "string" },
        "description": { "type": "string" },
        "keywords": { "$ref": "#/$defs/names" },
        "files": { "$ref": "#/$defs/names" },
        "os": { "$ref": "#/$defs/names" },
        "cpu": { "$ref": "#/$defs/names" },
        "libc": { "$ref": "#/$defs/names" },
        "contributors": { "$ref": "#/$defs/people" },
        "maintainers": { "$ref": "#/$defs/people" },
        "author": { "$ref": "#/$defs/person" },
        "bin": { "$ref": "#/$defs/map" },
        "directories": { "$ref": "#/$defs/map" },
        "scripts": { "$ref": "#/$defs/map" },
        "config": { "$ref": "#/$defs/map" },
        "engines": { "$ref": "#/$defs/map" },
        "publishConfig": { "$ref": "#/$defs/map" },
        "dependencies": { "$ref": "#/$defs/map" },
        "devDependencies": { "$ref": "#/$defs/map" },
        "peerDependencies": { "$ref": "#/$defs/map" },
        "peerDependenciesMeta": {
          "x-merge": "dictionaryMerge",
          "additionalProperties": { "$ref": "#/$defs/map" }
        },
        "optionalDependencies": { "$ref": "#/$defs/map" },
        "bundleDependencies": { "$ref": "#/$defs/names" },
        "bundledDependencies": { "$ref": "#/$defs/names" },
        "overrides": { "$ref": "#/$defs/nestedMap" },
        "resolutions": { "$ref": "#/$defs/map" },
        "exports": { "$ref": "#/$defs/conditions" },
        "imports": { "$ref": "#/$defs/conditions" },
        "workspaces": {
          "$ref": "#/$defs/names",
          "properties": {
            "packages": { "$ref": "#/$defs/names" },
            "nohoist": { "$ref": "#/$defs/names" }
          }
        }
      },
      "$defs": {
        "names": { "x-merge": "setMerge" },
        "map": { "x-merge": "dictionaryMerge" },
        "nestedMap": {
          "x-merge": "dictionaryMerge",
          "additionalProperties": { "$ref": "#/$defs/nestedMap" }
        },
        "conditions": { "additionalProperties": { "$ref": "#/$defs/conditions" } },
        "person": {
          "properties": {
            "name": { "type": "string" },
            "email": { "type": "string" },
            "url": { "type": "string" }
          }
        },
        "people": { "x-merge": "arrayMerge", "items": { "$ref": "#/$defs/person" } }
      }
    }
    """#
}
