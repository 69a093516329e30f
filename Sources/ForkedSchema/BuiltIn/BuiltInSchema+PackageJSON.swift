extension BuiltInSchema {
  /// npm's package.json (docs.npmjs.com, "package.json").
  ///
  /// Of two versions, of the package or of one that it depends on, the greater is kept. A script that both sides changed
  /// differently is a conflict. Lists that npm reads as sets, and maps by package name, are merged automatically. For fields that may be a text or an object (`author`, `bin`, `exports`),
  /// the strategy is inferred from their values.
  static let packageJSON = BuiltInSchema(
    name: "fork:package.json", files: ["package.json"],
    text: #"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "npm package manifest",
        "type": "object",
        "properties": {
          "name": { "type": "string" },
          "version": { "type": "string", "x-merge": "versionMerge" },
          "description": { "type": "string" },
          "keywords": { "$ref": "#/$defs/names" },
          "files": { "$ref": "#/$defs/names" },
          "os": { "$ref": "#/$defs/names" },
          "cpu": { "$ref": "#/$defs/names" },
          "libc": { "$ref": "#/$defs/names" },
          "directories": { "$ref": "#/$defs/map" },
          "scripts": { "$ref": "#/$defs/map" },
          "config": { "$ref": "#/$defs/map" },
          "engines": { "$ref": "#/$defs/ranges" },
          "publishConfig": { "$ref": "#/$defs/map" },
          "dependencies": { "$ref": "#/$defs/ranges" },
          "devDependencies": { "$ref": "#/$defs/ranges" },
          "peerDependencies": { "$ref": "#/$defs/ranges" },
          "peerDependenciesMeta": {
            "x-merge": "dictionaryMerge",
            "additionalProperties": { "$ref": "#/$defs/map" }
          },
          "optionalDependencies": { "$ref": "#/$defs/ranges" },
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
          "map": { "x-merge": "dictionaryMerge" },
          "ranges": {
            "x-merge": "dictionaryMerge",
            "additionalProperties": { "type": "string", "x-merge": "versionMerge" }
          }
        }
      }
      """#)
}
