extension BuiltInSchema {
  /// Package.resolved of the Swift package manager, versions 1 to 3 of the format.
  ///
  /// A pin's revision and version belong together, so the later resolution of a package is kept whole. `swift package
  /// resolve` repairs the rest.
  static let packageResolvedText = ##"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Swift package pins",
      "type": "object",
      "properties": {
        "version": { "type": "integer", "x-merge": "maxMerge" },
        "originHash": { "type": "string", "x-merge": "mostRecent" },
        "pins": {
          "type": "array",
          "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/identity" },
          "items": { "$ref": "#/$defs/pin" }
        },
        "object": {
          "type": "object",
          "properties": {
            "pins": {
              "type": "array",
              "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/package" },
              "items": { "$ref": "#/$defs/pin" }
            }
          }
        }
      },
      "$defs": {
        "pin": {
          "type": "object",
          "properties": { "state": { "type": "object", "x-merge": "mostRecent" } }
        }
      }
    }
    """##
}
