/// Lock files: each package is one unit, decided by its version, so a merged one never has a package's version from one
/// side and its hash from the other. The package manager writes the rest again.
extension BuiltInSchema {
  /// npm's package-lock.json and npm-shrinkwrap.json, versions 1 to 3 (docs.npmjs.com, "package-lock.json"). What stands
  /// outside of `node_modules` is a manifest and merges as one.
  static let npmLock = BuiltInSchema(
    name: "fork:package-lock.json", files: ["package-lock.json", "npm-shrinkwrap.json"],
    text: ##"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "npm lock file",
        "type": "object",
        "properties": {
          "version": { "type": "string", "x-merge": "versionMerge" },
          "lockfileVersion": { "type": "integer", "x-merge": "maxMerge" },
          "packages": {
            "type": "object",
            "x-merge": "dictionaryMerge",
            "patternProperties": { "(^|/)node_modules/": { "$ref": "#/$defs/package" } },
            "additionalProperties": { "$ref": "#/$defs/manifest" }
          },
          "dependencies": { "$ref": "#/$defs/tree" }
        },
        "$defs": {
          "package": {
            "type": "object",
            "x-together": {
              "by": "/version",
              "properties": [],
              "unit": [
                "/resolved", "/integrity", "/link", "/name", "/bin", "/engines", "/os", "/cpu", "/libc", "/dependencies",
                "/optionalDependencies", "/peerDependencies", "/peerDependenciesMeta", "/bundleDependencies",
                "/hasInstallScript", "/deprecated", "/funding", "/license"
              ]
            },
            "properties": { "version": { "type": "string", "x-merge": "versionMerge" } }
          },
          "manifest": {
            "type": "object",
            "properties": {
              "version": { "type": "string", "x-merge": "versionMerge" },
              "dependencies": { "$ref": "#/$defs/ranges" },
              "devDependencies": { "$ref": "#/$defs/ranges" },
              "peerDependencies": { "$ref": "#/$defs/ranges" },
              "optionalDependencies": { "$ref": "#/$defs/ranges" },
              "engines": { "$ref": "#/$defs/ranges" }
            }
          },
          "ranges": {
            "x-merge": "dictionaryMerge",
            "additionalProperties": { "type": "string", "x-merge": "versionMerge" }
          },
          "tree": {
            "type": "object",
            "x-merge": "dictionaryMerge",
            "additionalProperties": {
              "type": "object",
              "x-together": {
                "by": "/version",
                "properties": [],
                "unit": ["/resolved", "/integrity", "/from", "/requires"]
              },
              "properties": {
                "version": { "type": "string", "x-merge": "versionMerge" },
                "dependencies": { "$ref": "#/$defs/tree" }
              }
            }
          }
        }
      }
      """##)

  /// Composer's composer.lock. All that it holds of a package belongs to its version.
  static let composerLock = BuiltInSchema(
    name: "fork:composer.lock", files: ["composer.lock"],
    text: ##"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Composer lock file",
        "type": "object",
        "properties": {
          "content-hash": {
            "type": "string",
            "x-merge": { "using": "generated", "command": "composer update --lock" }
          },
          "packages": { "$ref": "#/$defs/packages" },
          "packages-dev": { "$ref": "#/$defs/packages" },
          "plugin-api-version": { "type": "string", "x-merge": "versionMerge" }
        },
        "$defs": {
          "packages": {
            "type": "array",
            "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/name" },
            "items": {
              "type": "object",
              "x-together": { "by": "/version", "unit": true },
              "properties": { "version": { "type": "string", "x-merge": "versionMerge" } }
            }
          }
        }
      }
      """##)

  /// Package.resolved of the Swift package manager, versions 1 to 3 of the format. A pin's revision belongs to its
  /// version.
  static let packageResolved = BuiltInSchema(
    name: "fork:package-resolved", files: ["Package.resolved"],
    text: ##"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Swift package pins",
        "type": "object",
        "properties": {
          "version": { "type": "integer", "x-merge": "maxMerge" },
          "originHash": {
            "type": "string",
            "x-merge": { "using": "generated", "command": "swift package resolve" }
          },
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
            "properties": {
              "state": {
                "type": "object",
                "x-together": { "by": "/version", "unit": true },
                "properties": { "version": { "x-merge": "versionMerge" } }
              }
            }
          }
        }
      }
      """##)
}

extension BuiltInSchema {
  /// manifest.json of browser extensions (developer.mozilla.org, "manifest.json"): of two versions the greater, with the
  /// name of that version.
  static let extensionManifest = BuiltInSchema(
    name: "fork:manifest.json", files: ["manifest.json"],
    text: ##"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Browser extension manifest",
        "type": "object",
        "x-together": { "by": "/version", "properties": [], "unit": ["/version_name"] },
        "properties": {
          "version": { "type": "string", "x-merge": "versionMerge" },
          "minimum_chrome_version": { "type": "string", "x-merge": "versionMerge" }
        }
      }
      """##)
}
