extension BuiltInSchema {
  /// npm's package.json (docs.npmjs.com, "package.json").
  ///
  /// A version or a script that both sides changed differently is a conflict. Lists that npm reads as sets, and maps by
  /// package name, are merged automatically. For fields that may be a text or an object (`author`, `bin`, `exports`),
  /// the strategy is inferred from their values.
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
        "overrides": { "$ref": "#/$defs/map" },
        "resolutions": { "$ref": "#/$defs/map" },
        "imports": { "$ref": "#/$defs/map" },
        "workspaces": {
          "uniqueItems": true,
          "properties": {
            "packages": { "$ref": "#/$defs/names" },
            "nohoist": { "$ref": "#/$defs/names" }
          }
        }
      },
      "$defs": {
        "names": { "x-merge": "setMerge" },
        "map": { "x-merge": "dictionaryMerge" }
      }
    }
    """#
}
