/// The expected plans in the end: it knows the changes of each edit on its fork, and nothing of any merge.
///
/// Nothing is expected of what was taken back (`undo`, `revert`, `restore`) or chosen (plain git) until it is changed
/// again.
struct PlanLedger {
  private var steps = AtomLedger()
  private var homes: [String: Int] = [:]
  /// The last value that was set; nil: the expected value is not known.
  private var titles: [Int: String] = [:]
  private var aliases: [Int: String] = [:]

  /// Notes what a command changed on a fork.
  ///
  /// - Parameter isJudged: whether what it changed must stand.
  mutating func note(from before: PlanView, to after: PlanView, isJudged: Bool) {
    for plan in Set(before.plans.keys).union(after.plans.keys) {
      note(plan, from: before, to: after, isJudged)
    }
    for person in Set(before.people.keys).union(after.people.keys)
    where before.people[person] != after.people[person] {
      aliases[person] = isJudged ? after.people[person] : nil
    }
  }

  private mutating func note(
    _ plan: Int, from before: PlanView, to after: PlanView, _ isJudged: Bool
  ) {
    let (old, new) = (before.plans[plan], after.plans[plan])
    if old?.title != new?.title { titles[plan] = isJudged ? new?.title : nil }
    for step in old?.steps ?? [] where new?.step(step.id) == nil {
      steps.remove(step.id)
      if !isJudged { steps.change(step.id) }
    }
    // A plan that was changed elsewhere comes back with all that was in it there.
    if new == nil { for (step, home) in homes where home == plan { steps.change(step) } }
    for step in new?.steps ?? [] {
      homes[step.id] = plan
      let isKnown = steps.added.contains(step.id)
      steps.add(step.id)
      let owner = step.owner.map { before.people[$0] != after.people[$0] } ?? false
      if isKnown, old?.step(step.id) != step || owner { steps.change(step.id) }
    }
  }

  /// The differences between a version and the expected one.
  func violations(in view: PlanView) -> [String] {
    let held = view.plans.flatMap { plan, content in content.steps.map { (plan, $0.id) } }
    var violations = steps.violations(in: held.map(\.1), initial: "s")
    violations += held.filter { homes[$0.1] != $0.0 }.map { "\($0.1) stands in plan \($0.0)" }
    for (plan, content) in view.plans {
      guard let title = titles[plan], title != content.title else { continue }
      violations.append("plan \(plan) is '\(content.title ?? "")', was last named '\(title)'")
    }
    for (person, alias) in view.people {
      guard let last = aliases[person], last != alias else { continue }
      violations.append("person \(person) is '\(alias)', was last named '\(last)'")
    }
    return violations
  }
}
