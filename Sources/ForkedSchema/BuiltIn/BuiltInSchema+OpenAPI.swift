extension BuiltInSchema {
  /// OpenAPI 3 (spec.openapis.org/oas).
  ///
  /// Paths, operations, responses and components are merged by their names, parameters by name and location, tags by
  /// name, servers by URL, and schemas as JSON Schemas are.
  static let openAPI = BuiltInSchema(
    name: "fork:openapi", files: ["openapi.json"],
    describes: { $0.text(of: "openapi", contains: "3") && $0.members["paths"]?.types == .object },
    text: ##"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "OpenAPI description",
        "type": "object",
        "properties": {
          "openapi": { "type": "string" },
          "info": { "type": "object" },
          "servers": { "$ref": "#/$defs/servers" },
          "paths": { "$ref": "#/$defs/pathItems" },
          "webhooks": { "$ref": "#/$defs/pathItems" },
          "components": {
            "type": "object",
            "properties": {
              "schemas": {
                "x-merge": "dictionaryMerge", "additionalProperties": { "$ref": "fork:json-schema" }
              },
              "responses": { "$ref": "#/$defs/responses" },
              "parameters": {
                "x-merge": "dictionaryMerge", "additionalProperties": { "$ref": "#/$defs/parameter" }
              },
              "examples": { "x-merge": "dictionaryMerge" },
              "requestBodies": {
                "x-merge": "dictionaryMerge", "additionalProperties": { "$ref": "#/$defs/body" }
              },
              "headers": { "$ref": "#/$defs/headers" },
              "securitySchemes": { "x-merge": "dictionaryMerge" },
              "links": { "x-merge": "dictionaryMerge" },
              "callbacks": {
                "x-merge": "dictionaryMerge", "additionalProperties": { "$ref": "#/$defs/pathItems" }
              },
              "pathItems": { "$ref": "#/$defs/pathItems" }
            }
          },
          "tags": {
            "type": "array", "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/name" }
          },
          "security": { "type": "array", "x-merge": "setMerge" }
        },
        "$defs": {
          "servers": {
            "type": "array", "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/url" }
          },
          "parameters": {
            "type": "array",
            "x-merge": { "using": "arrayOfIdentifiableMerge", "id": ["/name", "/in"] },
            "items": { "$ref": "#/$defs/parameter" }
          },
          "pathItems": {
            "type": "object",
            "x-merge": "dictionaryMerge",
            "additionalProperties": { "$ref": "#/$defs/pathItem" }
          },
          "pathItem": {
            "type": "object",
            "properties": {
              "servers": { "$ref": "#/$defs/servers" },
              "parameters": { "$ref": "#/$defs/parameters" }
            },
            "patternProperties": {
              "^(get|put|post|delete|options|head|patch|trace)$": { "$ref": "#/$defs/operation" }
            }
          },
          "operation": {
            "type": "object",
            "properties": {
              "tags": { "type": "array", "x-merge": "setMerge" },
              "parameters": { "$ref": "#/$defs/parameters" },
              "requestBody": { "$ref": "#/$defs/body" },
              "responses": { "$ref": "#/$defs/responses" },
              "callbacks": {
                "x-merge": "dictionaryMerge", "additionalProperties": { "$ref": "#/$defs/pathItems" }
              },
              "security": { "type": "array", "x-merge": "setMerge" },
              "servers": { "$ref": "#/$defs/servers" }
            }
          },
          "parameter": {
            "type": "object",
            "properties": {
              "schema": { "$ref": "fork:json-schema" },
              "content": { "$ref": "#/$defs/content" },
              "examples": { "x-merge": "dictionaryMerge" }
            }
          },
          "headers": {
            "x-merge": "dictionaryMerge", "additionalProperties": { "$ref": "#/$defs/parameter" }
          },
          "body": {
            "type": "object", "properties": { "content": { "$ref": "#/$defs/content" } }
          },
          "content": {
            "x-merge": "dictionaryMerge",
            "additionalProperties": {
              "type": "object",
              "properties": {
                "schema": { "$ref": "fork:json-schema" },
                "examples": { "x-merge": "dictionaryMerge" },
                "encoding": { "x-merge": "dictionaryMerge" }
              }
            }
          },
          "responses": {
            "x-merge": "dictionaryMerge",
            "additionalProperties": {
              "type": "object",
              "properties": {
                "headers": { "$ref": "#/$defs/headers" },
                "content": { "$ref": "#/$defs/content" },
                "links": { "x-merge": "dictionaryMerge" }
              }
            }
          }
        }
      }
      """##)
}
