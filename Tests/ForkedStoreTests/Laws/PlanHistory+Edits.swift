import ForkedJSON
import ForkedStore

/// Edits of documents: whole, by patches, and several at once.
extension PlanHistory {
  /// Edits a document, or makes one.
  ///
  /// - Parameter isPlain: whether it is committed as `git commit` does.
  func edit(on fork: String, isPlain: Bool = false) throws {
    let present = try documents(at: tip(of: fork)).keys
    let usual = (0..<4).flatMap { ["plans/\($0).json", "boards/\($0).json"] }
    let path = pick(Set(usual).union(present).sorted())
    let edited = try edited(path, on: fork)
    try put(edited, to: path, on: fork, isPlain: isPlain)
  }

  private func edited(_ path: String, on fork: String) throws -> PlanDocument {
    switch try document(path, on: fork) {
    case .board(var board):
      if let index = board.plans.indices.randomElement(using: &random),
        Int.random(in: 0..<3, using: &random) > 0
      {
        edit(&board.plans[index])
      } else {
        let known = board.plans.map(\.id)
        let new = try [small].filter { !known.contains($0) }.map { try plan($0, on: fork) }
        edit(&board.plans, adding: new.first)
      }
      return .board(board)
    case .plan(var plan):
      edit(&plan)
      return .plan(plan)
    case nil where path.hasPrefix("boards/"):
      return .board(Board(title: newWord, plans: [try plan(small, on: fork)]))
    // A document that is two models on two forks becomes one of them: a path says which it is.
    case nil: return .plan(try plan(Int(path.dropFirst(6).prefix(1)) ?? 0, on: fork))
    }
  }

  private func edit(_ plan: inout Plan) {
    let index = plan.steps.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<8, using: &random), index) {
    case (0, _): plan.title = newWord
    case (1, let index?): plan.steps[index].text = "\(newWord) \(newWord)"
    case (2, let index?): plan.steps[index].owner = Bool.random(using: &random) ? person : nil
    case (3...4, _):
      let new = person
      let isKnown = plan.team.contains { $0.id == new.id }
      edit(&plan.team, adding: isKnown ? nil : new)
    default: edit(&plan.steps, adding: newStep)
    }
  }

  /// Adds, takes away or moves an element, as a script does that knows no positions, or one that keeps those it finds.
  private func edit<Element: Listed>(_ list: inout [Element], adding new: Element?) {
    let index = list.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<5, using: &random), new, index) {
    case (0, _, let index?): list.remove(at: index)
    case (1...2, _, let index?): list.insert(list.remove(at: index), at: place(in: list))
    case (_, let new?, _): list.insert(new, at: place(in: list))
    default: break
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      for index in list.indices { list[index].position = nil }
    }
  }

  private func place(in list: [some Listed]) -> Int {
    Int.random(in: 0...list.count, using: &random)
  }

  // MARK: - Patches

  /// Edits a plan in a document by a JSON Patch.
  func patch(on fork: String) throws {
    guard let (path, old) = try anyDocument(on: fork),
      let index = old.plans.indices.randomElement(using: &random)
    else { return }
    var document = old
    let pointer = document.pointer(toPlan: index)
    guard let operation = document.edit(index, { operate(on: &$0, at: pointer) }) else { return }
    note("\(fork): patch \(path): \(operation)")
    let operations = try JSONDocument(parsing: Array("[\(operation)]".utf8))
    try change(fork, "patch", { $0.write(document, to: path) }) {
      try isAccepted { try update(path, .edits([.patch(operations, from: "test")]), on: fork) }
    }
  }

  /// - Returns: the operation that does the same; nil where there is none to do.
  private func operate(on plan: inout Plan, at pointer: String) -> String? {
    let step = plan.steps.indices.randomElement(using: &random)
    let member = plan.team.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<5, using: &random), step, member) {
    case (0, let from?, _):
      let moved = plan.steps.remove(at: from)
      let to = place(in: plan.steps)
      plan.steps.insert(moved, at: to)
      return #"{"op":"move","from":"\#(pointer)/steps/\#(from)","path":"\#(pointer)/steps/\#(to)"}"#
    case (1, let index?, _):
      plan.steps.remove(at: index)
      return #"{"op":"remove","path":"\#(pointer)/steps/\#(index)"}"#
    case (2, _, _):
      let (new, index) = (PlannedStep(id: newStep.id, text: newWord), place(in: plan.steps))
      plan.steps.insert(new, at: index)
      let value = #"{"id":"\#(new.id)","text":"\#(new.text ?? "")"}"#
      return #"{"op":"add","path":"\#(pointer)/steps/\#(index)","value":\#(value)}"#
    case (3, _, let index?):
      let alias = newWord
      plan.team[index].alias = alias
      return #"{"op":"replace","path":"\#(pointer)/team/\#(index)/alias","value":"\#(alias)"}"#
    default:
      let title = newWord
      plan.title = title
      return #"{"op":"replace","path":"\#(pointer)/title","value":"\#(title)"}"#
    }
  }

  func anyDocument(on fork: String) throws -> (path: String, document: PlanDocument)? {
    try documents(at: tip(of: fork)).sorted { $0.key < $1.key }.randomElement(using: &random)
      .map { ($0.key, $0.value.document) }
  }

  // MARK: - Batches

  /// Writes a document, names a plan in another one, and removes an entity, in one batch.
  func batch(on fork: String) throws {
    guard let (path, _) = try anyDocument(on: fork), let other = try anyDocument(on: fork),
      other.path != path
    else { return }
    let edited = try edited(path, on: fork)
    var wanted = try view(of: fork)
    var lines = [
      #""op":"update","document":"\#(path)","value":\#(try edited.text())"#
    ]
    wanted.write(edited, to: path)
    if let plan = other.document.plans.first {
      let (title, pointer) = (newWord, other.document.pointer(toPlan: 0) + "/title")
      lines.append(#""op":"update","document":"\#(other.path)","set":{"\#(pointer)":"\#(title)"}"#)
      wanted.setTitle(of: plan.id, to: title)
    }
    if let gone = wanted.people.keys.sorted().randomElement(using: &random) {
      lines.append(#""op":"remove","model":"Person-\#(gone)""#)
      wanted.removePerson(gone)
    }
    try change(fork, "batch", { $0 = wanted }) {
      try run(lines.map { #"{\#($0),"fork":"\#(fork)"}"# })
      return true
    }
  }

  private func run(_ lines: [String]) throws {
    let isAtomic = Bool.random(using: &random)
    note("batch\(isAtomic ? ", all or nothing" : ""): \(lines.joined(separator: " "))")
    if isAtomic {
      var rest = lines.makeIterator()
      do {
        _ = try store.runAtomically { rest.next().map { Array($0.utf8) } }
      } catch let stop as BatchStop {
        throw Broken(reason: "\(stop.line): \(stop.result)")
      }
    } else {
      let results = try store.run(lines.map { Array($0.utf8) })
      guard results.allSatisfy(\.isDone) else { throw Broken(reason: "\(results)") }
    }
  }
}
