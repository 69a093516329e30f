/// The built-in schemas; their files are in `Schemas`.
extension BuiltInSchema {
  /// All of them; the first one that describes the contents of a document is taken.
  static let all: [BuiltInSchema] = [
    // npm's package.json (docs.npmjs.com, "package.json").
    //
    // Of two versions, of the package or of one that it depends on, the greater is kept. A script that both sides changed
    // differently is a conflict. Lists that npm reads as sets, and maps by package name, are merged automatically. For
    // fields that may be a text or an object (`author`, `bin`, `exports`), the strategy is inferred from their values.
    BuiltInSchema(
      name: "fork:package.json", files: ["package.json"],
      text: { PackageResources.package_json_json }),
    // Composer's composer.json (getcomposer.org/doc/04-schema.md).
    //
    // Maps by package name, and lists that Composer reads as sets, are merged automatically. Of two versions, of the
    // package or of one that it requires, the greater is kept. Lists whose order is the order of loading stay lists.
    BuiltInSchema(
      name: "fork:composer.json", files: ["composer.json"],
      text: { PackageResources.composer_json_json }),
    // Jupyter notebooks, nbformat 4 (nbformat.readthedocs.io).
    //
    // Outputs, counters and the kernel's description are written again by the next run, so they are never a conflict.
    // Texts that users write in cells may be. Cells have ids since 4.5; older ones are merged as a list.
    BuiltInSchema(
      name: "fork:notebook", ending: ".ipynb",
      text: { PackageResources.notebook_json }),
    // Xcode's string catalogues (developer.apple.com, "Localizing and varying text with a string catalog").
    //
    // Strings are merged by source text, their translations by language, and variations of those by plural or device. A
    // text that both sides translated differently is a conflict.
    BuiltInSchema(
      name: "fork:xcstrings", ending: ".xcstrings",
      text: { PackageResources.xcstrings_json }),
    // Contents.json of Xcode's asset catalogues (developer.apple.com, "Asset Catalog Format Reference").
    //
    // Images are identified by their purpose: idiom and scale, with a size for icons; colours by idiom and appearance.
    BuiltInSchema(
      name: "fork:xcassets", files: ["Contents.json"], folderEnding: ".xcassets",
      text: { PackageResources.xcassets_json }),
    // Package.resolved of the Swift package manager, versions 1 to 3 of the format. A pin's revision belongs to its
    // version.
    BuiltInSchema(
      name: "fork:package-resolved", files: ["Package.resolved"],
      text: { PackageResources.package_resolved_json }),
    // npm's package-lock.json and npm-shrinkwrap.json, versions 1 to 3 (docs.npmjs.com, "package-lock.json"). What stands
    // outside of `node_modules` is a manifest and merges as one.
    BuiltInSchema(
      name: "fork:package-lock.json", files: ["package-lock.json", "npm-shrinkwrap.json"],
      text: { PackageResources.package_lock_json_json }),
    // Composer's composer.lock. All that it holds of a package belongs to its version.
    BuiltInSchema(
      name: "fork:composer.lock", files: ["composer.lock"],
      text: { PackageResources.composer_lock_json }),
    // manifest.json of browser extensions (developer.mozilla.org, "manifest.json"): of two versions the greater, with the
    // name of that version.
    BuiltInSchema(
      name: "fork:manifest.json", files: ["manifest.json"],
      text: { PackageResources.manifest_json_json }),

    jsonSchema,
    // OpenAPI 3 (spec.openapis.org/oas).
    //
    // Paths, operations, responses and components are merged by their names, parameters by name and location, tags by
    // name, servers by URL, and schemas as JSON Schemas are.
    BuiltInSchema(
      name: "fork:openapi", files: ["openapi.json"],
      describes: { $0.text(of: "openapi", contains: "3") && $0.members["paths"]?.types == .object },
      text: { PackageResources.openapi_json }),
    // GeoJSON (RFC 7946).
    //
    // Features are merged by their `id` if they have one, and their properties key by key. A geometry is merged as a
    // whole: points of two edits are never mixed, and two changes are a conflict.
    BuiltInSchema(
      name: "fork:geojson", ending: ".geojson",
      describes: {
        $0.text(of: "type", contains: "FeatureCollection")
          && $0.members["features"]?.types == .array
      },
      text: { PackageResources.geojson_json }),
    // Translations: texts by key, in any number of levels. A text that both sides translated differently is a conflict.
    BuiltInSchema(
      name: "fork:translations", describes: { $0.areTranslations },
      text: { PackageResources.translations_json }),
  ]

  /// JSON Schema, draft 2020-12, with the keywords of `fork`: the schema by which schema files are merged.
  static let jsonSchema = BuiltInSchema(
    name: "fork:json-schema", describes: { $0.text(of: "$schema", contains: "json-schema.org/") },
    text: { PackageResources.json_schema_json })
}

extension FieldShape {
  /// True if the document holds only texts, many of them, and most with several words.
  fileprivate var areTranslations: Bool {
    var leaves = TextFacts()
    var pending = [self]
    while let shape = pending.popLast() {
      guard shape.types.isSubset(of: [.object, .string]) else { return false }
      leaves.formUnion(shape.texts)
      pending += shape.members.values
    }
    return leaves.count >= 30 && leaves.words * 2 > leaves.count * 3
  }
}
