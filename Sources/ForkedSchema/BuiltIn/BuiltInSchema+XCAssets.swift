extension BuiltInSchema {
  /// Contents.json of Xcode's asset catalogues (developer.apple.com, "Asset Catalog Format Reference").
  ///
  /// Images are identified by their purpose: idiom and scale, with a size for icons; colours by idiom and appearance.
  static let xcassets = BuiltInSchema(
    name: "fork:xcassets", files: ["Contents.json"], folderEnding: ".xcassets",
    text: ##"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Xcode asset catalogue contents",
        "type": "object",
        "properties": {
          "images": {
            "type": "array",
            "if": { "items": { "required": ["size"] } },
            "then": {
              "x-merge": { "using": "arrayOfIdentifiableMerge", "id": ["/idiom", "/size", "/scale"] }
            },
            "else": {
              "x-merge": { "using": "arrayOfIdentifiableMerge", "id": ["/idiom", "/scale"] }
            },
            "items": { "$ref": "#/$defs/asset" }
          },
          "colors": {
            "type": "array",
            "x-merge": {
              "using": "arrayOfIdentifiableMerge", "id": ["/idiom", "/appearances/0/value"]
            },
            "items": { "$ref": "#/$defs/asset" }
          },
          "data": {
            "type": "array",
            "x-merge": { "using": "arrayOfIdentifiableMerge", "id": ["/idiom", "/filename"] },
            "items": { "$ref": "#/$defs/asset" }
          },
          "symbols": {
            "type": "array",
            "x-merge": { "using": "arrayOfIdentifiableMerge", "id": ["/idiom", "/filename"] },
            "items": { "$ref": "#/$defs/asset" }
          },
          "properties": {
            "x-merge": "dictionaryMerge",
            "properties": { "on-demand-resource-tags": { "x-merge": "setMerge" } }
          },
          "info": {
            "type": "object",
            "properties": {
              "author": { "type": "string", "x-merge": "mostRecent" },
              "version": { "type": "integer", "x-merge": "maxMerge" }
            }
          }
        },
        "$defs": {
          "asset": {
            "type": "object",
            "properties": {
              "appearances": {
                "type": "array",
                "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/appearance" }
              },
              "color": { "type": "object" }
            }
          }
        }
      }
      """##)
}
