extension BuiltInSchema {
  /// GeoJSON (RFC 7946).
  ///
  /// Features are merged by their `id` if they have one, and their properties key by key. A geometry is merged as a
  /// whole: points of two edits are never mixed, and two changes are a conflict.
  static let geoJSON = BuiltInSchema(
    name: "fork:geojson", ending: ".geojson",
    describes: {
      $0.text(of: "type", contains: "FeatureCollection") && $0.members["features"]?.types == .array
    },
    text: ##"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "GeoJSON",
        "$ref": "#/$defs/object",
        "$defs": {
          "object": {
            "type": "object",
            "properties": {
              "type": { "type": "string" },
              "id": { "type": ["string", "number"] },
              "bbox": { "type": "array", "x-merge": "mostRecent" },
              "crs": { "x-merge": "mostRecent" },
              "coordinates": { "type": "array", "x-merge": "manual" },
              "geometries": { "type": "array", "x-merge": "manual" },
              "geometry": { "type": ["object", "null"], "x-merge": "manual" },
              "properties": { "type": ["object", "null"], "x-merge": "dictionaryMerge" },
              "features": {
                "type": "array",
                "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/id" },
                "items": { "$ref": "#/$defs/object" }
              }
            }
          }
        }
      }
      """##)
}
