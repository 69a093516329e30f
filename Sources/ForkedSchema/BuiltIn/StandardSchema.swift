import ForkedJSON

/// The meta-schema of draft 2020-12 and its parts, by their URIs, so that a `$ref` to the standard needs no network.
enum StandardSchema {
  static let draft: JSONString = "https://json-schema.org/draft/2020-12/schema"
  private static let folder = "https://json-schema.org/draft/2020-12/"

  static func text(of uri: JSONString) -> [UInt8]? {
    guard uri.utf8.starts(with: folder.utf8) else { return nil }
    let name = JSONString(wtf8: Array(uri.utf8.dropFirst(folder.utf8.count)))
    guard let body = bodies[name] else { return nil }
    let vocabulary = name.description.dropFirst("meta/".count)
    return Array(
      """
      {
        "$schema": "\(draft)", "$id": "\(uri)", "$dynamicAnchor": "meta",
        "$vocabulary": { \(name == "schema" ? allVocabularies : entry(vocabulary)) },
        "type": ["object", "boolean"],
        \(body)
      }
      """.utf8)
  }

  private static func entry(_ vocabulary: Substring) -> String {
    #""\#(folder)vocab/\#(vocabulary)": true"#
  }

  private static let parts: [Substring] = [
    "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content",
  ]

  private static let allVocabularies = parts.map(entry).joined(separator: ", ")

  private static let bodies: [JSONString: String] = [
    "schema":
      #""allOf": [\#(parts.map { #"{ "$ref": "meta/\#($0)" }"# }.joined(separator: ", "))],"#
      + oldKeywords,
    "meta/core": core, "meta/applicator": applicator, "meta/unevaluated": unevaluated,
    "meta/validation": validation, "meta/meta-data": metaData, "meta/content": content,
    "meta/format-annotation": #""properties": { "format": { "type": "string" } }"#,
    "meta/format-assertion": #""properties": { "format": { "type": "string" } }"#,
  ]

  private static let oldKeywords = ##"""
    "properties": {
      "definitions": { "type": "object", "additionalProperties": { "$dynamicRef": "#meta" } },
      "dependencies": {
        "type": "object",
        "additionalProperties": {
          "anyOf": [{ "$dynamicRef": "#meta" }, { "$ref": "meta/validation#/$defs/stringArray" }]
        }
      },
      "$recursiveAnchor": { "$ref": "meta/core#/$defs/anchorString" },
      "$recursiveRef": { "$ref": "meta/core#/$defs/uriReferenceString" }
    }
    """##

  private static let core = ##"""
    "properties": {
      "$id": { "$ref": "#/$defs/uriReferenceString", "pattern": "^[^#]*#?$" },
      "$schema": { "$ref": "#/$defs/uriString" },
      "$ref": { "$ref": "#/$defs/uriReferenceString" },
      "$anchor": { "$ref": "#/$defs/anchorString" },
      "$dynamicRef": { "$ref": "#/$defs/uriReferenceString" },
      "$dynamicAnchor": { "$ref": "#/$defs/anchorString" },
      "$vocabulary": {
        "type": "object",
        "propertyNames": { "$ref": "#/$defs/uriString" },
        "additionalProperties": { "type": "boolean" }
      },
      "$comment": { "type": "string" },
      "$defs": { "type": "object", "additionalProperties": { "$dynamicRef": "#meta" } }
    },
    "$defs": {
      "anchorString": { "type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$" },
      "uriString": { "type": "string", "format": "uri" },
      "uriReferenceString": { "type": "string", "format": "uri-reference" }
    }
    """##

  private static let applicator = ##"""
    "properties": {
      "prefixItems": { "$ref": "#/$defs/schemaArray" },
      "items": { "$dynamicRef": "#meta" },
      "contains": { "$dynamicRef": "#meta" },
      "additionalProperties": { "$dynamicRef": "#meta" },
      "properties": { "$ref": "#/$defs/schemaMap" },
      "patternProperties": { "$ref": "#/$defs/schemaMap", "propertyNames": { "format": "regex" } },
      "dependentSchemas": { "$ref": "#/$defs/schemaMap" },
      "propertyNames": { "$dynamicRef": "#meta" },
      "if": { "$dynamicRef": "#meta" },
      "then": { "$dynamicRef": "#meta" },
      "else": { "$dynamicRef": "#meta" },
      "allOf": { "$ref": "#/$defs/schemaArray" },
      "anyOf": { "$ref": "#/$defs/schemaArray" },
      "oneOf": { "$ref": "#/$defs/schemaArray" },
      "not": { "$dynamicRef": "#meta" }
    },
    "$defs": {
      "schemaArray": { "type": "array", "minItems": 1, "items": { "$dynamicRef": "#meta" } },
      "schemaMap": { "type": "object", "additionalProperties": { "$dynamicRef": "#meta" } }
    }
    """##

  private static let unevaluated = ##"""
    "properties": {
      "unevaluatedItems": { "$dynamicRef": "#meta" },
      "unevaluatedProperties": { "$dynamicRef": "#meta" }
    }
    """##

  private static let validation = ##"""
    "properties": {
      "type": {
        "anyOf": [
          { "$ref": "#/$defs/simpleTypes" },
          {
            "type": "array", "items": { "$ref": "#/$defs/simpleTypes" }, "minItems": 1,
            "uniqueItems": true
          }
        ]
      },
      "const": true,
      "enum": { "type": "array", "items": true },
      "multipleOf": { "type": "number", "exclusiveMinimum": 0 },
      "maximum": { "type": "number" },
      "exclusiveMaximum": { "type": "number" },
      "minimum": { "type": "number" },
      "exclusiveMinimum": { "type": "number" },
      "maxLength": { "$ref": "#/$defs/count" },
      "minLength": { "$ref": "#/$defs/count" },
      "pattern": { "type": "string", "format": "regex" },
      "maxItems": { "$ref": "#/$defs/count" },
      "minItems": { "$ref": "#/$defs/count" },
      "uniqueItems": { "type": "boolean" },
      "maxContains": { "$ref": "#/$defs/count" },
      "minContains": { "$ref": "#/$defs/count" },
      "maxProperties": { "$ref": "#/$defs/count" },
      "minProperties": { "$ref": "#/$defs/count" },
      "required": { "$ref": "#/$defs/stringArray" },
      "dependentRequired": {
        "type": "object", "additionalProperties": { "$ref": "#/$defs/stringArray" }
      }
    },
    "$defs": {
      "count": { "type": "integer", "minimum": 0 },
      "simpleTypes": {
        "enum": ["array", "boolean", "integer", "null", "number", "object", "string"]
      },
      "stringArray": { "type": "array", "items": { "type": "string" }, "uniqueItems": true }
    }
    """##

  private static let metaData = ##"""
    "properties": {
      "title": { "type": "string" },
      "description": { "type": "string" },
      "default": true,
      "deprecated": { "type": "boolean" },
      "readOnly": { "type": "boolean" },
      "writeOnly": { "type": "boolean" },
      "examples": { "type": "array", "items": true }
    }
    """##

  private static let content = ##"""
    "properties": {
      "contentEncoding": { "type": "string" },
      "contentMediaType": { "type": "string" },
      "contentSchema": { "$dynamicRef": "#meta" }
    }
    """##
}
