import ForkedMerge

/// A schema file and all that it refers to, read, checked and turned into rules.
struct CompiledSchema {
  let program: SchemaProgram
  let graph: RuleGraph
  let documents: [(glob: Glob, rule: Int)]
  /// The rule of the file's root schema.
  let root: Int
  let defaultMerge: MergeStrategy?

  /// Throws `SchemaError`, and what the sources throw.
  /// - Parameter isImplied: whether the schema only says how documents of a certain name merge.
  init(
    file: String, bytes: [UInt8], sources: SchemaSources, isImplied: Bool = false
  ) throws {
    let reader = SchemaReader(root: file, sources: sources)
    try reader.readAll(bytes)
    var mistakes = reader.placedMistakes()
    guard mistakes.isEmpty else { throw SchemaError(mistakes) }
    program = SchemaProgram(reader.subschemas, reader.resources)
    var compiler = RuleCompiler(reader.subschemas)
    do {
      let rules = try compiler.compile([0] + reader.documents.map(\.schema))
      graph = RuleGraph(
        compiler, program,
        declared: Set(reader.subschemas.compactMap { $0.merge?.strategy }),
        isImplied: isImplied)
      root = rules[0]
      documents = zip(reader.documents, rules.dropFirst()).map { ($0.glob, $1) }
      defaultMerge = reader.defaultMerge
    } catch {
      reader.refuseExcess(error.schema)
      mistakes = reader.placedMistakes()
      throw SchemaError(mistakes)
    }
  }
}
