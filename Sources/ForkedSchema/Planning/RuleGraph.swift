import ForkedJSON
import Synchronization

/// The rule for one value, with other rules by their index in the graph.
struct FieldRule: Sendable {
  enum Source: Sendable {
    case declared(schema: Int)
    case keyword(Keyword, schema: Int)
  }

  /// The subschemas that describe the value.
  var seeds: [Int] = []
  /// The branches between which the value itself decides.
  var choices: [BranchChoice] = []
  /// The declared or implied merge.
  var merge: MergeDeclaration?
  var source: Source?
  var together: TogetherRule?
  /// True if subtrees in the value are not followed to other places.
  var ignoresMoves = false
  var entityIdentity: IdentityTemplate?
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

extension FieldRule {
  /// Creates a `manual` rule for a schema with too many combinations.
  init(seeds: [Int], leftToUserBy schema: Int) {
    self.init(seeds: seeds)
    merge = MergeDeclaration(strategy: .manual)
    source = .declared(schema: schema)
  }
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
    hasCounter = declared.contains { $0.definition.addsUp }
    hasIDs = declared.contains(where: \.goesByID)
    hasOrderedList = declared.contains(.orderedMerge)
    self.hasUnit = hasUnit
    self.isImplied = isImplied
  }

  subscript(rule: Int) -> FieldRule {
    rule < rules.count ? rules[rule] : compiler.withLock { $0.rules[rule] }
  }

  /// Returns the rule of a value that fits these branches of a rule's schemas.
  func rule(extending rule: Int, by branches: [Int]) -> Int {
    compiler.withLock { $0.rule(extending: rule, by: branches) }
  }

  /// Returns a rule like this one, with another rule for the value that these keys lead to; nil if the value itself
  /// decides between rules on the way.
  func rule(_ rule: Int, with part: Int, at keys: [JSONString]) -> Int? {
    compiler.withLock { $0.rule(rule, with: part, at: keys[...]) }
  }

  /// Returns the origin of a rule's strategy.
  /// - Complexity: O(depth in the schema file).
  func origin(of rule: Int) -> StrategyOrigin {
    switch self[rule].source {
    case .declared(let schema):
      .declared(
        file: program.places[schema].file,
        pointer: program.pointer(to: schema, [JSONString(Keyword.merge.rawValue)]))
    case .keyword(let keyword, let schema):
      .keyword(
        keyword.rawValue, file: program.places[schema].file,
        pointer: program.pointer(to: schema, [JSONString(keyword.rawValue)]))
    case nil: .inferred
    }
  }
}

/// A schema file and all files that it refers to, read, checked and compiled into rules.
struct CompiledSchema {
  let program: SchemaProgram
  let graph: RuleGraph
  let documents: [(glob: Glob, rule: Int)]
  /// The rule of the file's root schema.
  let root: Int
  let defaultMerge: MergeStrategy?

  /// Reads and compiles a schema file.
  /// - Parameter isImplied: true if the schema only applies to the merging of documents with certain names.
  /// - Throws: `SchemaError`, and the errors of the sources.
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
        hasUnit: reader.subschemas.contains { $0.together?.hasUnit ?? false },
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
