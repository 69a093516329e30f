/// The contents of a version, each once: the documents name their plans, and these their steps and people.
struct PlanView: Equatable {
  struct Shelf: Equatable {
    var title: String?
    var plans: [Int]
  }

  struct Content: Equatable {
    var title: String?
    var steps: [Step]
    var team: [Int]

    func step(_ id: String) -> Step? { steps.first { $0.id == id } }
  }

  struct Step: Equatable {
    var id: String
    var text: String?
    var owner: Int?
  }

  private(set) var documents: [String: Shelf] = [:]
  private(set) var plans: [Int: Content] = [:]
  private(set) var people: [Int: String] = [:]

  init(_ documents: [String: PlanDocument]) {
    for (path, document) in documents.sorted(by: { $0.key < $1.key }) { put(document, at: path) }
  }

  private mutating func put(_ document: PlanDocument, at path: String) {
    if case .board(let board) = document {
      documents[path] = Shelf(title: board.title, plans: board.plans.map(\.id))
    } else {
      documents[path] = Shelf(title: nil, plans: document.plans.map(\.id))
    }
    for plan in document.plans {
      plans[plan.id] = Content(
        title: plan.title,
        steps: plan.steps.map { Step(id: $0.id, text: $0.text, owner: $0.owner?.id) },
        team: plan.team.map(\.id))
    }
    let known = people
    for person in document.people where person.alias != known[person.id] {
      people[person.id] = person.alias
    }
  }

  // MARK: - What a command makes of it

  /// Writes a document. What differs from what is known is the change, and stands everywhere.
  mutating func write(_ document: PlanDocument, to path: String) {
    put(document, at: path)
    forgetElementsWithoutIdentity()
  }

  mutating func setTitle(of plan: Int, to title: String) { plans[plan]?.title = title }

  mutating func removeDocument(_ path: String) {
    documents[path] = nil
    forgetElementsWithoutIdentity()
  }

  mutating func rename(_ path: String, to new: String) {
    documents[new] = documents.removeValue(forKey: path)
  }

  mutating func removePlan(_ plan: Int) {
    documents = documents.filter { !$0.key.hasPrefix("plans/") || $0.value.plans != [plan] }
    for path in documents.keys { documents[path]?.plans.removeAll { $0 == plan } }
    forgetElementsWithoutIdentity()
  }

  mutating func removePerson(_ person: Int) {
    for plan in plans.keys {
      plans[plan]?.team.removeAll { $0 == person }
      for index in plans[plan]?.steps.indices ?? 0..<0
      where plans[plan]?.steps[index].owner == person {
        plans[plan]?.steps[index].owner = nil
      }
    }
    forgetElementsWithoutIdentity()
  }

  /// Removes elements that no document contains.
  private mutating func forgetElementsWithoutIdentity() {
    let held = Set(documents.values.flatMap(\.plans))
    plans = plans.filter { held.contains($0.key) }
    let named = Set(plans.values.flatMap { $0.team + $0.steps.compactMap(\.owner) })
    people = people.filter { named.contains($0.key) }
  }

  // MARK: - Looking

  /// The documents that hold a plan.
  func places(of plan: Int) -> Set<String> {
    Set(documents.filter { $0.value.plans.contains(plan) }.keys)
  }

  /// The lists, by name.
  var orders: [String: [String]] {
    var orders: [String: [String]] = [:]
    for (path, shelf) in documents { orders[path] = shelf.plans.map { "\($0)" } }
    for (plan, content) in plans {
      orders["steps of \(plan)"] = content.steps.map(\.id)
      orders["team of \(plan)"] = content.team.map { "\($0)" }
    }
    return orders
  }

  /// The differences from another view.
  func difference(from other: PlanView) -> String {
    var parts: [String] = []
    for path in Set(documents.keys).union(other.documents.keys).sorted()
    where documents[path] != other.documents[path] {
      parts.append("\(path): \(shown(documents[path])), not \(shown(other.documents[path]))")
    }
    for plan in Set(plans.keys).union(other.plans.keys).sorted()
    where plans[plan] != other.plans[plan] {
      parts.append("plan \(plan): \(shown(plans[plan])), not \(shown(other.plans[plan]))")
    }
    if people != other.people { parts.append("people: \(people), not \(other.people)") }
    return parts.joined(separator: "; ")
  }

  private func shown(_ shelf: Shelf?) -> String {
    shelf.map { "\($0.title ?? "-") \($0.plans)" } ?? "gone"
  }

  private func shown(_ content: Content?) -> String {
    guard let content else { return "gone" }
    let steps = content.steps.map {
      "\($0.id) '\($0.text ?? "")'" + ($0.owner.map { " of \($0)" } ?? "")
    }
    return "'\(content.title ?? "")' \(steps) \(content.team)"
  }
}

extension PlanDocument {
  fileprivate var people: [PlannedPerson] {
    plans.flatMap { $0.team + $0.steps.compactMap(\.owner) }
  }
}
