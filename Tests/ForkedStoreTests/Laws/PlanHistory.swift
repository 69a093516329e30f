import ForkedGit
import ForkedStore
import ForkedTestSupport
import Synchronization

/// Plans, which hold ordered lists of steps and of people, on boards, which hold ordered lists of plans.
final class PlanHistory: EntityLawHistory {
  private static let schema = #"""
    {
      "x-documents": {
        "plans/*.json": { "$ref": "#/$defs/Plan" },
        "boards/*.json": { "properties": { "title": {}, "plans": {
          "type": "array", "items": { "$ref": "#/$defs/Plan" },
          "x-merge": { "using": "orderedMerge", "id": "/id" } } } },
        "crowd/*.json": { "$ref": "#/$defs/Person" }
      },
      "$defs": {
        "Plan": {
          "type": "object", "x-identity": "Plan-{id}", "required": ["id"],
          "properties": {
            "id": {}, "title": {},
            "steps": { "type": "array", "x-merge": { "using": "orderedMerge", "id": "/id" },
              "items": { "properties": {
                "id": {}, "text": { "x-merge": "textMerge" },
                "owner": { "$ref": "#/$defs/Person" } } } },
            "team": { "type": "array", "items": { "$ref": "#/$defs/Person" },
              "x-merge": { "using": "orderedMerge", "id": "/id" } }
          }
        },
        "Person": {
          "type": "object", "x-identity": "Person-{id}", "required": ["id"],
          "properties": { "id": {}, "alias": {} }
        }
      }
    }
    """#

  var ledger = PlanLedger()
  private let draws: PlanDraws
  private let isCrowded: Bool
  private var stamp = "i"
  private var drawn = 0
  private var known: [ObjectID: [String: (text: [UInt8], document: PlanDocument)]] = [:]

  init(seed: UInt64) throws {
    let draws = PlanDraws(seed: seed)
    self.draws = draws
    isCrowded = seed % 8 == 7
    try super.init(seed: seed, schema: Self.schema, sites: seed % 4 == 2 ? 2 : 1) { draws.next() }
  }

  override func begin() throws {
    if isCrowded { try writeCrowd() }
    var plan = Plan(id: 0, title: newWord)
    plan.steps = [newStep, newStep, newStep]
    for index in plan.steps.indices { plan.steps[index].owner?.id = index }
    try put(.plan(plan), to: "plans/0.json", on: "main")
    let copy = try document("plans/0.json", on: "main")?.plans ?? []
    try put(.board(Board(plans: copy)), to: "boards/0.json", on: "main")
  }

  /// So many documents that the index of models is stored.
  private func writeCrowd() throws {
    var numbers = (100..<170).makeIterator()
    _ = try test.store.runAtomically {
      numbers.next().map { number in
        let person = #"{"id":\#(number),"alias":"c"}"#
        let line = #"{"op":"update","document":"crowd/\#(number).json","value":\#(person)}"#
        return Array(line.utf8)
      }
    }
  }

  override func begin(_ step: HistoryStep) {
    super.begin(step)
    draws.begin(seed: step.seed)
    (stamp, drawn) = ("\(step.number)", 0)
  }

  override func step(on fork: String) throws {
    if Int.random(in: 0..<3, using: &random) == 0 { try reopen() }
    switch Int.random(in: 0..<32, using: &random) {
    case 0...8: try edit(on: fork)
    case 9: try edit(on: fork, isPlain: true)
    case 10...11: try patch(on: fork)
    case 12: try batch(on: fork)
    case 13...19: try command(on: fork)
    case 20...26: try mergeAny(into: fork)
    case 27...28: try mergeAndRepair(pick(forks), into: fork)
    case 29: try damageIndex()
    case 30 where sites.count > 1: try counting("exchange") { try exchange() }
    default: try counting("sync") { try sync() }
    }
  }

  private func command(on fork: String) throws {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: try removePlan(small, on: fork)
    case 1: try removePerson(small, on: fork)
    case 2: try removeDocument(on: fork)
    case 3: try renameDocument(on: fork)
    case 4: try restore(on: fork)
    case 5: try revert(on: fork)
    default: try undo()
    }
  }

  func counting(_ sort: String, _ command: () throws -> Void) throws {
    count(sort)
    try command()
  }

  override func checkEnd() throws {
    let violations = ledger.violations(in: try view(of: "main"))
    guard violations.isEmpty else { throw Broken(reason: "in the end: \(violations)") }
  }

  // MARK: - Reading

  func documents(
    at version: ObjectID
  ) throws -> [String: (text: [UInt8], document: PlanDocument)] {
    if let known = known[version] { return known }
    let found = try read(version, in: store)
    known[version] = found
    return found
  }

  func read(
    _ version: ObjectID, in store: DocumentStore
  ) throws -> [String: (text: [UInt8], document: PlanDocument)] {
    var found: [String: (text: [UInt8], document: PlanDocument)] = [:]
    let listed = try store.listedDocuments(DocumentQuery(revision: version.hex))
    for path in listed.map(\.document) where path.hasPrefix("plans/") || path.hasPrefix("boards/") {
      let text = try store.getDocument(path, revision: version.hex).bytes
      found[path] = (text, try PlanDocument(text, at: path))
    }
    return found
  }

  func document(_ path: String, on fork: String) throws -> PlanDocument? {
    try documents(at: tip(of: fork))[path]?.document
  }

  func view(at version: ObjectID) throws -> PlanView {
    PlanView(try documents(at: version).mapValues(\.document))
  }

  func view(of fork: String) throws -> PlanView { try view(at: tip(of: fork)) }

  /// Runs a command that shall make one view of another.
  func change(
    _ fork: String, _ sort: String, isJudged: Bool = true, _ edit: (inout PlanView) -> Void,
    by command: () throws -> Bool
  ) throws {
    let before = try view(of: fork)
    guard try command() else { return }
    count(sort)
    var wanted = before
    edit(&wanted)
    let after = try view(of: fork)
    guard after == wanted else {
      throw Broken(reason: "\(sort) made of \(fork): \(after.difference(from: wanted))")
    }
    ledger.note(from: before, to: after, isJudged: isJudged)
  }

  /// Writes a document that changes nothing but what it says.
  func put(
    _ document: PlanDocument, to path: String, on fork: String, isPlain: Bool = false
  ) throws {
    let text = try document.text(isPretty: Bool.random(using: &random))
    try change(fork, isPlain ? "plain edit" : "edit", { $0.write(document, to: path) }) {
      isPlain ? try writePlainly(path, text, on: fork) : try write(path, text, on: fork)
    }
  }

  // MARK: - Drawing

  /// A word that no other step draws.
  var newWord: String {
    drawn += 1
    return "w\(stamp)x\(drawn)"
  }

  var newStep: PlannedStep {
    drawn += 1
    return PlannedStep(
      id: "s\(stamp)x\(drawn)", text: newWord, owner: Bool.random(using: &random) ? person : nil)
  }

  var person: PlannedPerson { PlannedPerson(id: small, alias: newWord) }

  /// A plan as a fork has it, wherever it stands there; a new one where it doesn't.
  func plan(_ id: Int, on fork: String) throws -> Plan {
    let documents = try documents(at: tip(of: fork)).sorted { $0.key < $1.key }
    for plan in documents.flatMap(\.value.document.plans) where plan.id == id {
      var plan = plan
      plan.position = nil
      return plan
    }
    return Plan(id: id, title: newWord, steps: [newStep])
  }
}

/// The numbers of which positions are made.
private final class PlanDraws: Sendable {
  private let random: Mutex<SeededGenerator>

  init(seed: UInt64) { random = Mutex(SeededGenerator(seed: seed)) }

  func begin(seed: UInt64) { random.withLock { $0 = SeededGenerator(drawnFrom: seed) } }
  func next() -> UInt64 { random.withLock { $0.next() } }
}
