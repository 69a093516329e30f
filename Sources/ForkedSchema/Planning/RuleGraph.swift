import ForkedJSON
import Synchronization

/// The rule for one value, with other rules by their index in the graph.
struct FieldRule: Sendable {
  /// The subschemas that describe the value.
  var seeds: [Int] = []
  /// The branches between which the value itself decides.
  var choices: [BranchChoice] = []
  /// The declared or implied merge.
  var merge: MergeDeclaration?
  /// The keyword that declares or implies it.
  var source: (keyword: Keyword, schema: Int)?
  var together: TogetherRule?
  /// True if subtrees in the value are not followed to other places.
  var ignoresMoves = false
  /// The subschema with `x-identity`.
  var entitySchema: Int?
  /// True if the value or a part of it can be an entity.
  var mayHoldEntities = false

  var required: Set<JSONString> = []
  var fewestElements = 0
  /// True if members of any name are described.
  var declaresOthers = false
  var properties: [JSONString: Int] = [:]
  var patterns: [(pattern: KeyPattern, rule: Int)] = []
  /// The rule for keys that are in neither.
  var others = RuleGraph.nothing
  var prefix: [Int] = []
  /// The rule for elements after those.
  var elements = RuleGraph.nothing
}

/// Subschemas between which the value itself decides.
enum BranchChoice: Sendable {
  /// `anyOf` and `oneOf`: the branches that the value fits.
  case fitting([Int])
  case condition(Int, then: Int?, otherwise: Int?)
  /// `dependentSchemas`: the schema applies if the object has that member.
  case member(JSONString, Int)
}

/// All rules of a set of schema files, shared by every plan, and cyclic if schemas are recursive.
///
/// The rules for any value are compiled at once. The rules for values that fit certain branches of a schema are added
/// when the first such value is met.
final class RuleGraph: Sendable {
  /// The index of the rule for a value without declarations.
  static let nothing = 0

  let program: SchemaProgram
  let hasCounter: Bool
  /// True if a strategy goes by ids.
  let hasIDs: Bool
  let hasOrderedList: Bool
  /// True if members of an object are taken from one side together anywhere.
  let hasUnit: Bool
  /// True if a document's name selected the schema, and not the repository: then it only applies to merging.
  let isImplied: Bool
  private let rules: [FieldRule]
  private let compiler: Mutex<RuleCompiler>

  /// - Parameters:
  ///   - declared: the strategies that subschemas declare anywhere.
  ///   - hasUnit: true if any of them takes members of an object from one side together.
  init(
    _ compiler: RuleCompiler, _ program: SchemaProgram, declared: Set<MergeStrategy>,
    hasUnit: Bool, isImplied: Bool
  ) {
    rules = compiler.rules
    self.compiler = Mutex(compiler)
    self.program = program
    hasCounter = declared.contains { $0.addsUp }
    hasIDs = declared.contains(where: \.goesByID)
    hasOrderedList = declared.contains(where: \.goesByPosition)
    self.hasUnit = hasUnit
    self.isImplied = isImplied
  }

  subscript(rule: Int) -> FieldRule {
    rule < rules.count ? rules[rule] : compiler.withLock { $0.rules[rule] }
  }

  /// Returns a rule that the compiler finds or adds.
  func compiling<Rule: Sendable>(_ find: (inout RuleCompiler) -> Rule) -> Rule {
    compiler.withLock { find(&$0) }
  }

  /// Returns the origin of a rule's strategy.
  /// - Complexity: O(depth in the schema file).
  func origin(of rule: Int) -> StrategyOrigin {
    guard let (keyword, schema) = self[rule].source else { return .inferred }
    let keywords = program.rules[schema].keywords
    let (file, pointer) = (keywords.file.name, keywords.pointer(to: keyword))
    return keyword == .merge
      ? .declared(file: file, pointer: pointer)
      : .keyword(keyword.rawValue, file: file, pointer: pointer)
  }
}

/// A schema file and all files that it refers to, read, checked and compiled into rules.
struct CompiledSchema {
  let program: SchemaProgram
  let graph: RuleGraph
  let documents: [(glob: Glob, rule: Int)]
  /// The rule of the file's root schema.
  let root: Int
  let defaultMerge: DefaultMerge?

  /// Reads and compiles a schema file.
  /// - Parameter isImplied: true if the schema only applies to the merging of documents with certain names.
  /// - Throws: `SchemaError`, and the errors of the sources.
  init(
    file: String, bytes: [UInt8], sources: SchemaSources, isImplied: Bool = false,
    strategies: [MergeStrategy] = MergeStrategy.all
  ) throws {
    let reader = SchemaReader(root: file, sources: sources, strategies: strategies)
    try reader.readAll(bytes)
    let mistakes = reader.placedMistakes()
    guard mistakes.isEmpty else { throw SchemaError(mistakes) }
    program = SchemaProgram(reader.subschemas, reader.resources)
    var compiler = RuleCompiler(reader.subschemas)
    do {
      let rules = try compiler.compile([0] + reader.documents.map(\.schema))
      graph = RuleGraph(
        compiler, program,
        declared: Set(reader.subschemas.compactMap { $0.merge?.strategy }),
        hasUnit: reader.subschemas.contains { $0.together?.hasUnit ?? false },
        isImplied: isImplied)
      root = rules[0]
      documents = zip(reader.documents, rules.dropFirst()).map { ($0.glob, $1) }
      defaultMerge = reader.defaultMerge
    } catch {
      reader.refuseExcess(error.schema)
      throw SchemaError(reader.placedMistakes())
    }
  }
}
