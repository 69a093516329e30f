import ForkedJSON

/// The schemas of widely used documents, as ordinary schema files inside the program.
enum BuiltInSchema: String, CaseIterable, Sendable {
  case packageJSON = "fork:package.json"
  case composerJSON = "fork:composer.json"
  case notebook = "fork:notebook"
  case translations = "fork:translations"
  case xcstrings = "fork:xcstrings"
  case xcassets = "fork:xcassets"
  case packageResolved = "fork:package-resolved"
  case npmLock = "fork:package-lock.json"
  case composerLock = "fork:composer.lock"
  case extensionManifest = "fork:manifest.json"
  case geoJSON = "fork:geojson"
  case jsonSchema = "fork:json-schema"
  case openAPI = "fork:openapi"

  static let scheme = "fork:"

  init?(named name: String) {
    guard let schema = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name.utf8) })
    else { return nil }
    self = schema
  }

  /// Finds the schema of a document by its name alone; nil if there is none.
  init?(forDocument path: String) {
    if Self.isSchemaFile(path) {
      self = .jsonSchema
      return
    }
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? Substring(path).utf8
    for (schema, file) in Self.files where name.elementsEqual(file.utf8) {
      guard schema != .xcassets || path.utf8.split(separator: UInt8(ascii: "/")).isInAssets else {
        continue
      }
      self = schema
      return
    }
    guard let known = Self.endings.first(where: { path.utf8.hasSuffix($0.value) }) else {
      return nil
    }
    self = known.key
  }

  private static let files: KeyValuePairs<BuiltInSchema, String> = [
    .packageJSON: "package.json", .composerJSON: "composer.json",
    .packageResolved: "Package.resolved", .npmLock: "package-lock.json",
    .npmLock: "npm-shrinkwrap.json", .composerLock: "composer.lock",
    .extensionManifest: "manifest.json", .xcassets: "Contents.json", .openAPI: "openapi.json",
  ]

  private static let endings: KeyValuePairs<BuiltInSchema, String> = [
    .notebook: ".ipynb", .xcstrings: ".xcstrings", .geoJSON: ".geojson",
  ]

  /// The pattern of the documents that are recognized by name; nil if none are.
  var documents: String? {
    if self == .xcassets { return "**/*.xcassets/**/Contents.json" }
    return Self.files.first { $0.key == self }?.value
      ?? Self.endings.first { $0.key == self }.map { "*" + $0.value }
  }

  /// Returns true if the path is that of a schema file, whatever `x-documents` declares for such names.
  static func isSchemaFile(_ path: String) -> Bool {
    path.utf8.starts(with: ".fork/".utf8) && path.utf8.hasSuffix(".json")
  }

  var text: String {
    switch self {
    case .packageJSON: Self.packageJSONText
    case .composerJSON: Self.composerJSONText
    case .notebook: Self.notebookText
    case .translations: Self.translationsText
    case .xcstrings: Self.xcstringsText
    case .xcassets: Self.xcassetsText
    case .packageResolved: Self.packageResolvedText
    case .npmLock: Self.npmLockText
    case .composerLock: Self.composerLockText
    case .extensionManifest: Self.extensionManifestText
    case .geoJSON: Self.geoJSONText
    case .jsonSchema: Self.jsonSchemaText
    case .openAPI: Self.openAPIText
    }
  }

  /// The plan, which is compiled once per process when it is first needed.
  var plan: FieldPlan {
    switch self {
    case .packageJSON: Self.packageJSONPlan
    case .composerJSON: Self.composerJSONPlan
    case .notebook: Self.notebookPlan
    case .translations: Self.translationsPlan
    case .xcstrings: Self.xcstringsPlan
    case .xcassets: Self.xcassetsPlan
    case .packageResolved: Self.packageResolvedPlan
    case .npmLock: Self.npmLockPlan
    case .composerLock: Self.composerLockPlan
    case .extensionManifest: Self.extensionManifestPlan
    case .geoJSON: Self.geoJSONPlan
    case .jsonSchema: Self.jsonSchemaPlan
    case .openAPI: Self.openAPIPlan
    }
  }

  private static let packageJSONPlan = compiled(.packageJSON)
  private static let composerJSONPlan = compiled(.composerJSON)
  private static let notebookPlan = compiled(.notebook)
  private static let translationsPlan = compiled(.translations)
  private static let xcstringsPlan = compiled(.xcstrings)
  private static let xcassetsPlan = compiled(.xcassets)
  private static let packageResolvedPlan = compiled(.packageResolved)
  private static let npmLockPlan = compiled(.npmLock)
  private static let composerLockPlan = compiled(.composerLock)
  private static let extensionManifestPlan = compiled(.extensionManifest)
  private static let geoJSONPlan = compiled(.geoJSON)
  private static let jsonSchemaPlan = compiled(.jsonSchema)
  private static let openAPIPlan = compiled(.openAPI)

  private static func compiled(_ schema: BuiltInSchema) -> FieldPlan {
    do { return try schema.compile() } catch {
      preconditionFailure("the built-in schema \(schema.rawValue) is wrong: \(error)")
    }
  }

  /// Compiles the schema.
  /// - Throws: `SchemaError` if the text has a mistake.
  func compile() throws -> FieldPlan {
    let schema = try CompiledSchema(
      file: rawValue, bytes: Array(text.utf8), sources: SchemaSources(file: { _ in nil }),
      isImplied: true)
    return FieldPlan(schema.graph, rule: schema.root, defaultMerge: nil)
  }
}

extension [Substring.UTF8View] {
  /// True if a directory of the path is an asset catalogue.
  fileprivate var isInAssets: Bool {
    dropLast().contains { $0.suffix(9).elementsEqual(".xcassets".utf8) }
  }
}

extension BuiltInSchema {
  /// Finds the schema of a document by its contents, whatever its name; nil if there is none.
  init?(recognizedIn shape: FieldShape) {
    guard shape.types == .object else { return nil }
    if shape.text(of: "$schema", contains: "json-schema.org/") {
      self = .jsonSchema
    } else if shape.text(of: "openapi", contains: "3"), shape.members["paths"]?.types == .object {
      self = .openAPI
    } else if shape.text(of: "type", contains: "FeatureCollection"),
      shape.members["features"]?.types == .array
    {
      self = .geoJSON
    } else if shape.areTranslations {
      self = .translations
    } else {
      return nil
    }
  }
}

extension FieldShape {
  fileprivate func text(of key: JSONString, contains part: String) -> Bool {
    guard let text = members[key]?.texts.example?.exactString else { return false }
    return text.utf8.split(separator: 0).contains { $0.contains(part.utf8) }
  }

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

extension Substring.UTF8View {
  /// Returns true if these bytes contain the others.
  fileprivate func contains(_ part: String.UTF8View) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}
