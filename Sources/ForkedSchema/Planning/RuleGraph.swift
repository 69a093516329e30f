import ForkedJSON
import ForkedMerge
import Synchronization

/// What a schema says about one value; other rules by their index in the graph.
struct FieldRule: Sendable {
  enum Source: Sendable {
    case declared(schema: Int)
    case keyword(Keyword, schema: Int)
  }

  /// The subschemas that describe the value.
  var seeds: [Int] = []
  /// What the value itself decides.
  var choices: [BranchChoice] = []
  var strategy: MergeStrategy?
  var source: Source?
  var identity: [JSONPointer] = []
  var position: JSONString?
  var modelIdentity: IdentityTemplate?
  /// The subschema with `x-identity`.
  var modelSchema: Int?
  /// True if the value or a part of it can be a model.
  var mayHoldModels = false

  var required: Set<JSONString> = []
  var fewestElements = 0
  /// True if something is said about members of any name.
  var declaresOthers = false
  var properties: [JSONString: Int] = [:]
  var patterns: [(pattern: KeyPattern, rule: Int)] = []
  /// For keys that are in neither.
  var others = RuleGraph.nothing
  var prefix: [Int] = []
  /// For elements after those.
  var elements = RuleGraph.nothing
}

/// Subschemas of which the value decides which describe it.
enum BranchChoice: Sendable {
  /// `anyOf` and `oneOf`: those that the value fits.
  case fitting([Int])
  case condition(Int, then: Int?, otherwise: Int?)
  /// `dependentSchemas`: where the object has that member.
  case member(JSONString, Int)
}

extension FieldRule {
  /// A rule of which nothing but this is known: a person decides, as that schema is too much to follow.
  init(seeds: [Int], leftToPersonBy schema: Int) {
    self.init(seeds: seeds)
    strategy = .manual
    source = .declared(schema: schema)
  }
}

/// All rules of a set of schema files: shared by every plan, and cyclic where schemas recur.
///
/// The rules that hold for any value are there from the beginning; those of values that fit certain branches
/// of a schema are added when the first such value is met.
final class RuleGraph: Sendable {
  /// The rule of a value of which nothing is said.
  static let nothing = 0

  let program: SchemaProgram
  let hasCounter: Bool
  let hasOrderedList: Bool
  /// True if the schema was chosen by a document's name, not by the repository: then it only says how to merge.
  let isImplied: Bool
  private let rules: [FieldRule]
  private let compiler: Mutex<RuleCompiler>

  /// - Parameter declared: the strategies that subschemas declare, anywhere.
  init(
    _ compiler: RuleCompiler, _ program: SchemaProgram, declared: Set<MergeStrategy>,
    isImplied: Bool
  ) {
    rules = compiler.rules
    self.compiler = Mutex(compiler)
    self.program = program
    hasCounter = declared.contains(.counterMerge)
    hasOrderedList = declared.contains(.orderedMerge)
    self.isImplied = isImplied
  }

  subscript(rule: Int) -> FieldRule {
    rule < rules.count ? rules[rule] : compiler.withLock { $0.rules[rule] }
  }

  /// The rule of a value that fits these branches of a rule's schemas.
  func rule(extending rule: Int, by branches: [Int]) -> Int {
    compiler.withLock { $0.rule(extending: rule, by: branches) }
  }

  /// O(depth of the place in its schema file).
  func origin(of rule: Int) -> StrategyOrigin {
    switch self[rule].source {
    case .declared(let schema):
      .declared(
        file: program.places[schema].file,
        pointer: program.pointer(to: Keyword.merge.rawValue, of: schema))
    case .keyword(let keyword, let schema):
      .keyword(
        keyword.rawValue, file: program.places[schema].file,
        pointer: program.pointer(to: keyword.rawValue, of: schema))
    case nil: .inferred
    }
  }
}

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
