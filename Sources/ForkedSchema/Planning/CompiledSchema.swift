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
  init(file: String, bytes: [UInt8], sources: SchemaSources) throws {
    let reader = SchemaReader(root: file, sources: sources)
    try reader.readAll(bytes)
    var mistakes = reader.placedMistakes()
    guard mistakes.isEmpty else { throw SchemaError(mistakes) }
    program = SchemaProgram(reader.subschemas, reader.resources)
    var compiler = RuleCompiler(reader.subschemas)
    do {
      let compiled = try compiler.compile([0] + reader.documents.map(\.schema))
      graph = compiled.graph
      root = compiled.rules[0]
      documents = zip(reader.documents, compiled.rules.dropFirst()).map { ($0.glob, $1) }
      defaultMerge = reader.defaultMerge
    } catch {
      reader.refuseExcess(error.schema)
      mistakes = reader.placedMistakes()
      throw SchemaError(mistakes)
    }
  }
}
