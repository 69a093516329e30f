import ForkedStore
import ForkedTestSupport
import Synchronization

/// Plans, which hold ordered lists of steps and of people, on boards, which hold ordered lists of plans.
final class PlanHistory: ModelHistory {
  private static let schema = #"""
    {
      "x-documents": {
        "plans/*.json": { "$ref": "#/$defs/Plan" },
        "boards/*.json": { "properties": { "title": {}, "plans": {
          "type": "array", "items": { "$ref": "#/$defs/Plan" },
          "x-merge": { "using": "orderedMerge", "id": "/id" } } } }
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

  /// The plans of all steps that were ever written, and the steps that somebody took away.
  private var written: [String: Int] = [:]
  private var taken: Set<String> = []
  private var drawn = 0

  init(seed: UInt64) throws {
    let draws = Mutex(SeededGenerator(seed: seed))
    try super.init(seed: seed, schema: Self.schema) { draws.withLock { $0.next() } }
  }

  override func begin() throws {
    var plan = Plan(id: 0, title: "p")
    plan.steps = [newStep, newStep, newStep]
    guard try write("plans/0.json", try PlanDocument.plan(plan).text, on: "main") else { return }
    note(plan)
    let copy = try document("plans/0.json", on: "main")?.plans ?? []
    try write("boards/0.json", try PlanDocument.board(Board(plans: copy)).text, on: "main")
  }

  override func step(on fork: String) throws {
    switch Int.random(in: 0..<14, using: &random) {
    case 0...5: try edit(on: fork) { try write($0, $1, on: fork) }
    case 6: try edit(on: fork) { try writePlainly($0, $1, on: fork) }
    case 7: try removePlan(small, on: fork)
    case 8: try remove("Person-\(small)", on: fork)
    case 9...11: try merge(pick(forks), into: fork)
    case 12: try mergeAndRepair(pick(forks), into: fork)
    default: try sync()
    }
  }

  /// Where two plans of one identifier come together without a merge that knows it, the later one stands.
  private func mergeAndRepair(_ source: String, into fork: String) throws {
    let before = try steps(on: fork) + steps(on: source)
    try mergePlainly(source, into: fork)
    taken.formUnion(Set(before).subtracting(try steps(on: fork)))
  }

  override func checkEnd() throws {
    let lost = Set(written.keys).subtracting(taken).subtracting(try steps(on: "main"))
    guard lost.isEmpty else { throw Broken(what: "lost: \(lost.sorted())") }
  }

  // MARK: - Documents

  private let paths = (0..<4).flatMap { ["plans/\($0).json", "boards/\($0).json"] }

  private func document(_ path: String, on fork: String) throws -> PlanDocument? {
    do {
      let request = GetDocumentRequest(document: path, fork: fork)
      return try PlanDocument(try test.store.getDocument(request).bytes, at: path)
    } catch let error as StoreError where error.kind == .notFound {
      return nil
    }
  }

  private func steps(on fork: String) throws -> [String] {
    try paths.compactMap { try document($0, on: fork) }
      .flatMap { $0.plans.flatMap { $0.steps.map(\.id) } }
  }

  private var newStep: PlannedStep {
    drawn += 1
    return PlannedStep(
      id: "s\(drawn)", text: word, owner: Bool.random(using: &random) ? person : nil)
  }

  private var person: PlannedPerson { PlannedPerson(id: small, alias: word) }

  /// A plan as a fork has it, wherever it stands there; a new one where it doesn't.
  private func plan(_ id: Int, on fork: String) throws -> Plan {
    for path in paths {
      if var plan = try document(path, on: fork)?.plans.first(where: { $0.id == id }) {
        plan.position = nil
        return plan
      }
    }
    return Plan(id: id, title: word, steps: [newStep])
  }

  // MARK: - Steps

  private func edit(
    on fork: String, _ write: (_ document: String, _ text: String) throws -> Bool
  ) throws {
    let path = pick(paths)
    var going: [String] = []
    let edited: PlanDocument
    switch try document(path, on: fork) {
    case .board(var board):
      if !board.plans.isEmpty, Int.random(in: 0..<3, using: &random) > 0 {
        let index = board.plans.indices.randomElement(using: &random) ?? 0
        going = edit(&board.plans[index])
      } else {
        let known = board.plans.map(\.id)
        let new = try [small].filter { !known.contains($0) }.map { try plan($0, on: fork) }
        let old = edit(&board.plans, adding: new.first)
        going = old.flatMap { plan in written.keys.filter { written[$0] == plan.id } }
      }
      edited = .board(board)
    case .plan(var plan):
      going = edit(&plan)
      edited = .plan(plan)
    case nil where path.hasPrefix("boards/"):
      edited = .board(Board(title: word, plans: [try plan(small, on: fork)]))
    case nil:
      edited = .plan(try plan(paths.firstIndex(of: path).map { $0 / 2 } ?? 0, on: fork))
    }
    guard try write(path, try edited.text) else { return }
    taken.formUnion(going)
    for plan in edited.plans { note(plan) }
    guard let stored = try document(path, on: fork), stored.orders == edited.orders else {
      throw Broken(what: "\(path) is in another order than was written")
    }
  }

  /// - Returns: the steps that go.
  private func edit(_ plan: inout Plan) -> [String] {
    let index = plan.steps.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<8, using: &random), index) {
    case (0, _): plan.title = word
    case (1, let index?): plan.steps[index].text = "\(word) \(word)"
    case (2, let index?): plan.steps[index].owner = Bool.random(using: &random) ? person : nil
    case (3...4, _):
      let new = person
      let isKnown = plan.team.contains { $0.id == new.id }
      _ = edit(&plan.team, adding: isKnown ? nil : new)
    default:
      return edit(&plan.steps, adding: newStep).map(\.id)
    }
    return []
  }

  /// Adds, takes away or moves an element, as a script does that knows no positions, or one that keeps those it finds.
  ///
  /// - Returns: the elements that go.
  private func edit<Element: Listed>(_ list: inout [Element], adding new: Element?) -> [Element] {
    var gone: [Element] = []
    let index = list.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<5, using: &random), new, index) {
    case (0, _, let index?): gone = [list.remove(at: index)]
    case (1...2, _, let index?): list.insert(list.remove(at: index), at: place(in: list))
    case (_, let new?, _): list.insert(new, at: place(in: list))
    default: break
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      for index in list.indices { list[index].position = nil }
    }
    return gone
  }

  private func place(in list: [some Listed]) -> Int {
    Int.random(in: 0...list.count, using: &random)
  }

  private func note(_ plan: Plan) {
    for step in plan.steps { written[step.id] = plan.id }
  }

  private func removePlan(_ plan: Int, on fork: String) throws {
    guard try remove("Plan-\(plan)", on: fork) else { return }
    taken.formUnion(written.keys.filter { written[$0] == plan })
  }
}
