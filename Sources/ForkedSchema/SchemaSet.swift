import ForkedJSON

/// The schemas of a repository's documents. Immutable, and safe to read from any thread.
public struct SchemaSet: Sendable {
  /// The path of a repository's schema file, relative to its root.
  public static let rootFile = ".fork/schema.json"

  private let documents: DocumentGlobs<FieldPlan>
  /// The patterns of `x-documents`.
  public let patterns: [DocumentGlob]
  private var fallback: (path: [UInt8], plan: FieldPlan)?
  /// The rule for conflicts that no strategy decides; nil if there is no schema file.
  public let defaultMerge: DefaultMerge?
  /// True if the schema file has keywords for values at its root, but names no documents: they apply to none.
  public let governsNothing: Bool
  /// True if any document can hold an entity (`x-identity`); otherwise nothing needs to be asked about entities.
  public let mayHoldEntities: Bool

  /// Creates the schemas of a repository without a schema file: built-in ones by file name, else `FieldPlan.none`.
  public init() {
    documents = DocumentGlobs([])
    patterns = []
    defaultMerge = nil
    governsNothing = false
    mayHoldEntities = false
  }

  /// Reads the schema file and all files that it refers to.
  ///
  /// - Parameters:
  ///   - root: the bytes of `.fork/schema.json`.
  ///   - load: returns another file under `.fork/` by its path relative to the repository's root; nil if there is none.
  ///     It is called once for each file, and never with a path outside `.fork/`.
  ///   - strategies: the strategies that the files can name.
  /// - Throws: `SchemaError` with every mistake found, the errors of `load`, and nothing else.
  /// - Complexity: O(bytes of the files), except for schemas that combine many others by `allOf`, up to a limit.
  public init(
    root: [UInt8], strategies: [MergeStrategy] = MergeStrategy.all,
    load: (String) throws -> [UInt8]?
  ) throws {
    let schema = try withoutActuallyEscaping(load) {
      try CompiledSchema(
        file: Self.rootFile, bytes: root, sources: SchemaSources(file: $0), strategies: strategies)
    }
    let defaultMerge = schema.defaultMerge ?? .mostRecent
    self.defaultMerge = defaultMerge
    let plans = schema.documents.map {
      ($0.glob, FieldPlan(schema.graph, rule: $0.rule, defaultMerge: defaultMerge))
    }
    documents = DocumentGlobs(plans)
    patterns = plans.map { DocumentGlob($0.0) }
    let keywords = try JSONDocument.reading(root).root.members.compactMap { $0.key.string }
    governsNothing =
      plans.isEmpty && keywords.contains { Keyword($0)?.appliesToValues ?? false }
    mayHoldEntities = plans.contains { $0.1.mayHoldEntities }
  }

  /// Returns the plan of the document at a path relative to the repository's root.
  ///
  /// The most specific glob of `x-documents` decides. If none matches, it is a built-in schema by the file's name, else
  /// a plan with only the default merge. Schema files are merged by the built-in schema for schemas.
  /// - Complexity: O(globs x path).
  public func plan(forDocument path: String) -> FieldPlan {
    if BuiltInSchema.isSchemaFile(path) { return plan(of: .jsonSchema) }
    if let plan = documents.value(for: path) ?? fallback(for: path) { return plan }
    return BuiltInSchema.ofDocument(path).map { plan(of: $0) }
      ?? FieldPlan(nil, defaultMerge: defaultMerge)
  }

  /// Returns the same schemas with a plan for one document that `x-documents` does not name.
  public func falling(backOn plan: FieldPlan, forDocument path: String) -> SchemaSet {
    var schemas = self
    schemas.fallback = (Array(path.utf8), plan)
    return schemas
  }

  private func fallback(for path: String) -> FieldPlan? {
    guard let fallback, path.utf8.elementsEqual(fallback.path) else { return nil }
    return fallback.plan
  }

  private func plan(of schema: BuiltInSchema) -> FieldPlan {
    FieldPlan(schema.plan.graph, rule: schema.plan.rule, defaultMerge: defaultMerge)
  }

  /// Returns true if the path counts as a JSON document.
  ///
  /// These are the documents that `x-documents` names, those that a built-in schema knows by file name, and any other
  /// `*.json`, `*.jsonc`, `*.json5`, `*.jsonl` and `*.ndjson`; never one in a directory named `.git`, in any letter case.
  public func isDocument(_ path: String) -> Bool {
    if path.utf8.split(separator: UInt8(ascii: "/")).contains(where: Self.isGitFolder) {
      return false
    }
    return JSONNotation.isDocument(path) || BuiltInSchema.ofDocument(path) != nil
      || documents.value(for: path) != nil || fallback(for: path) != nil
  }

  private static func isGitFolder(_ name: String.UTF8View.SubSequence) -> Bool {
    name.map { $0 | 0x20 }.elementsEqual(".git".utf8.map { $0 | 0x20 })
  }
}
