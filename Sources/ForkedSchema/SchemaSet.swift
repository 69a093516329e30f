public import ForkedMerge

/// The schemas that govern a repository's documents. Immutable; reading it is safe from any thread.
public struct SchemaSet: Sendable {
  /// Where a repository's schema is, relative to its root.
  public static let rootFile = ".fork/schema.json"

  private let documents: DocumentGlobs<FieldPlan>
  private var fallback: (path: [UInt8], plan: FieldPlan)?
  /// What decides true conflicts that no strategy decides; nil where there is no schema file.
  public let defaultMerge: MergeStrategy?
  /// True if any document can hold a model (`x-identity`). Without, nothing has to be asked about models at all.
  public let mayHoldModels: Bool

  /// No schema file: the built-in schemas by file name, else `FieldPlan.none`.
  public init() {
    documents = DocumentGlobs([])
    defaultMerge = nil
    mayHoldModels = false
  }

  /// Reads the schema file and all files that it refers to.
  ///
  /// Throws `SchemaError` with every mistake found, and what `load` throws; nothing else.
  /// O(bytes of the files), but for schemas that combine many others by `allOf`, up to a limit.
  /// - Parameters:
  ///   - root: the bytes of `.fork/schema.json`.
  ///   - load: another file under `.fork/` by its path relative to the repository's root, nil where there is
  ///     none. It is called once for each file, and never with a path outside `.fork/`.
  public init(root: [UInt8], load: (String) throws -> [UInt8]?) throws {
    let schema = try withoutActuallyEscaping(load) {
      try CompiledSchema(file: Self.rootFile, bytes: root, sources: SchemaSources(file: $0))
    }
    let defaultMerge = schema.defaultMerge ?? .mostRecent
    self.defaultMerge = defaultMerge
    let plans = schema.documents.map {
      ($0.glob, FieldPlan(schema.graph, rule: $0.rule, defaultMerge: defaultMerge))
    }
    documents = DocumentGlobs(plans)
    mayHoldModels = plans.contains { $0.1.mayHoldModels }
  }

  /// The plan of the document at a path relative to the repository's root.
  ///
  /// The most specific glob of `x-documents` decides; where none matches, a built-in schema by the file's name;
  /// else the plan has only the default merge. Schema files merge by the built-in schema of schemas.
  /// O(globs x path).
  public func plan(forDocument path: String) -> FieldPlan {
    if BuiltInSchema.isSchemaFile(path) { return plan(of: .jsonSchema) }
    if let plan = documents.value(for: path) ?? fallback(for: path) { return plan }
    return BuiltInSchema(forDocument: path).map { plan(of: $0) }
      ?? FieldPlan(nil, defaultMerge: defaultMerge)
  }

  /// The same schemas, with a plan for one document that `x-documents` does not name.
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
    schema.plan.with(defaultMerge: defaultMerge)
  }

  /// True if the path counts as a JSON document: one that `x-documents` names, one that a built-in schema knows
  /// by its file name, and any other `*.json`; never one under a folder named `.git`, in whatever letter case.
  public func isDocument(_ path: String) -> Bool {
    if path.utf8.split(separator: UInt8(ascii: "/")).contains(where: Self.isGitFolder) {
      return false
    }
    return path.utf8.hasSuffix(".json") || BuiltInSchema(forDocument: path) != nil
      || documents.value(for: path) != nil || fallback(for: path) != nil
  }

  private static func isGitFolder(_ name: String.UTF8View.SubSequence) -> Bool {
    name.map { $0 | 0x20 }.elementsEqual(".git".utf8.map { $0 | 0x20 })
  }
}

extension String.UTF8View {
  /// By bytes: paths are never compared by canonical equivalence.
  func hasSuffix(_ suffix: String) -> Bool {
    reversed().starts(with: suffix.utf8.reversed())
  }
}
