/// The rules of a merge with one common ancestor: laws 3 and 6, and the order of elements that neither side moved.
/// It knows nothing of how a merge is done, nor of the history.
struct PlanMergeLaws {
  let base: PlanView
  let ours: PlanView
  let theirs: PlanView
  let merged: PlanView
  /// The values that were replaced according to the report.
  let dropped: Set<String>
  /// The paths of documents that each side renamed, of which the report says that another one was kept.
  let replacedNames: Set<String>

  var violations: [String] {
    var violations = documents + orders
    for plan in Set(base.plans.keys).union(ours.plans.keys).union(theirs.plans.keys).sorted() {
      violations += violationsOf(plan)
    }
    for person in merged.people.keys.sorted() {
      violations += value("person \(person)") { $0.people[person] }
    }
    return violations
  }

  // MARK: - Documents

  private var documents: [String] {
    var violations: [String] = []
    let replaced = replacedNames.filter(isNewNameOfWhatBothRenamed)
    let kept = { (view: PlanView) in Set(view.documents.keys).subtracting(replaced) }
    violations += members(
      "the documents", base: kept(base), ours: kept(ours), theirs: kept(theirs),
      merged: kept(merged)
    ) { [self] path, side in isUntouched(path, in: side) }
    for (path, shelf) in merged.documents {
      guard let old = base.documents[path], let our = ours.documents[path],
        let their = theirs.documents[path]
      else { continue }
      violations += value(path) { $0.documents[path]?.title }
      violations += members(
        "the plans of \(path)", base: Set(old.plans), ours: Set(our.plans),
        theirs: Set(their.plans), merged: Set(shelf.plans)
      ) { [self] plan, side in isUntouched(plan: plan, in: side) }
    }
    return violations
  }

  /// Returns true if each side has another new document, one of them at this path, with the plans of one of base that neither has any more.
  private func isNewNameOfWhatBothRenamed(_ path: String) -> Bool {
    func renamed(_ side: PlanView) -> [String: [String]] {
      let gone = base.documents.filter { side.documents[$0.key] == nil }
      return gone.mapValues { old in
        side.documents.filter { base.documents[$0.key] == nil && $0.value.plans == old.plans }
          .map(\.key)
      }
    }
    let (our, their) = (renamed(ours), renamed(theirs))
    return our.contains { old, names in
      let others = their[old] ?? []
      return !names.isEmpty && !others.isEmpty && (names + others).contains(path)
    }
  }

  private func isUntouched(_ path: String, in side: PlanView) -> Bool {
    guard let shelf = side.documents[path] else { return false }
    return base.documents[path] == shelf
      && shelf.plans.allSatisfy { isUntouched(plan: $0, in: side) }
  }

  private func isUntouched(plan: Int, in side: PlanView) -> Bool {
    guard let content = side.plans[plan] else { return false }
    let people = content.team + content.steps.compactMap(\.owner)
    return base.plans[plan] == content && people.allSatisfy { isUntouched(person: $0, in: side) }
  }

  private func isUntouched(person: Int, in side: PlanView) -> Bool {
    base.people[person] == side.people[person]
  }

  // MARK: - Plans

  private func violationsOf(_ plan: Int) -> [String] {
    switch (base.plans[plan], ours.plans[plan], theirs.plans[plan]) {
    case (let old?, let our?, let their?):
      guard let new = merged.plans[plan] else { return goneFromAll(plan) }
      return value("the title of plan \(plan)") { $0.plans[plan]?.title }
        + steps(of: plan, old, our, their, new) + team(of: plan, old, our, their, new)
    case (_, nil, nil):
      return merged.plans[plan] == nil ? [] : ["plan \(plan) comes from nowhere"]
    case (nil, let our?, let their?):
      let ids = Set((our.steps + their.steps).map(\.id))
      return lost(ids, from: plan)
    case (nil, _, _):
      return lost(Set((ours.plans[plan] ?? theirs.plans[plan])?.steps.map(\.id) ?? []), from: plan)
    case (_?, _, _): return changeAgainstDeletion(plan)
    }
  }

  /// Each side still holds it in some document, but the documents in which it stood may be gone, each on one side.
  private func goneFromAll(_ plan: Int) -> [String] {
    let common = ours.places(of: plan).intersection(theirs.places(of: plan))
    return common.isEmpty ? [] : ["plan \(plan) is lost"]
  }

  private func lost(_ steps: Set<String>, from plan: Int) -> [String] {
    let held = Set(merged.plans[plan]?.steps.map(\.id) ?? [])
    return steps.subtracting(held).sorted().map { "step \($0) of plan \(plan) is lost" }
  }

  /// A change inside beats a deletion; where there is none, what is deleted is gone.
  private func changeAgainstDeletion(_ plan: Int) -> [String] {
    let side = ours.plans[plan] == nil ? theirs : ours
    guard let old = base.plans[plan], let content = side.plans[plan] else { return [] }
    let new = content.steps.filter { old.step($0.id) == nil }
    if content.title != old.title || !new.isEmpty {
      return lost(Set(content.steps.map(\.id)), from: plan)
    }
    let isElsewhere = !side.places(of: plan).isSubset(of: base.places(of: plan))
    guard isUntouched(plan: plan, in: side), !isElsewhere, merged.plans[plan] != nil
    else { return [] }
    return ["plan \(plan) was deleted and is there"]
  }

  private func steps(
    of plan: Int, _ old: PlanView.Content, _ our: PlanView.Content, _ their: PlanView.Content,
    _ new: PlanView.Content
  ) -> [String] {
    let ids = { (content: PlanView.Content) in Set(content.steps.map(\.id)) }
    var violations = members(
      "the steps of \(plan)", base: ids(old), ours: ids(our), theirs: ids(their), merged: ids(new)
    ) { [self] id, side in
      guard let step = side.plans[plan]?.step(id) else { return false }
      return step == old.step(id)
        && step.owner.map { isUntouched(person: $0, in: side) } ?? true
    }
    for step in old.steps where [our, their, new].allSatisfy({ $0.step(step.id) != nil }) {
      let name = "the text of \(step.id)"
      violations += oneSided(name) { $0.plans[plan]?.step(step.id)?.text }
      violations += owner(of: step.id, in: plan)
    }
    return violations
  }

  private func owner(of step: String, in plan: Int) -> [String] {
    let owner = { (view: PlanView) in view.plans[plan]?.step(step)?.owner }
    guard let old = owner(base) else { return oneSided("the owner of \(step)", owner) }
    guard isUntouched(person: old, in: ours), isUntouched(person: old, in: theirs) else {
      return []
    }
    return oneSided("the owner of \(step)", owner)
  }

  private func team(
    of plan: Int, _ old: PlanView.Content, _ our: PlanView.Content, _ their: PlanView.Content,
    _ new: PlanView.Content
  ) -> [String] {
    members(
      "the team of \(plan)", base: Set(old.team), ours: Set(our.team), theirs: Set(their.team),
      merged: Set(new.team)
    ) { [self] person, side in isUntouched(person: person, in: side) }
  }

  // MARK: - Rows

  /// Insertions of either side are in, deletions of unchanged elements are kept, and nothing is invented.
  private func members<Member: Hashable & Comparable>(
    _ name: String, base: Set<Member>, ours: Set<Member>, theirs: Set<Member>, merged: Set<Member>,
    isUntouched: (Member, PlanView) -> Bool
  ) -> [String] {
    let new = ours.union(theirs).subtracting(base)
    let kept = base.intersection(ours).intersection(theirs)
    let gone =
      ours.subtracting(theirs).intersection(base).filter { isUntouched($0, self.ours) }
      + theirs.subtracting(ours).intersection(base).filter { isUntouched($0, self.theirs) }
      + base.subtracting(ours).subtracting(theirs)
    let lost = new.union(kept).subtracting(merged).sorted()
    return lost.map { "\($0) is lost from \(name)" }
      + merged.intersection(gone).sorted().map { "\($0) was taken from \(name) and is there" }
      + merged.subtracting(ours).subtracting(theirs).sorted().map {
        "\($0) in \(name) is from nowhere"
      }
  }

  /// A change of one side alone is kept.
  private func oneSided<Value: Equatable>(
    _ name: String, _ value: (PlanView) -> Value?
  ) -> [String] {
    let (old, our, their, new) = (value(base), value(ours), value(theirs), value(merged))
    if our == old, new != their { return ["\(name): theirs is lost"] }
    if their == old, new != our { return ["\(name): ours is lost"] }
    return []
  }

  /// Of what both changed one value stands, and the other one is in the report.
  private func value(_ name: String, _ value: (PlanView) -> String?) -> [String] {
    guard let old = value(base), let our = value(ours), let their = value(theirs),
      let new = value(merged)
    else { return [] }
    guard our != old, their != old, our != their else { return oneSided(name, value) }
    guard new == our || new == their else { return ["\(name) is '\(new)', which nobody wrote"] }
    let other = new == our ? their : our
    return dropped.contains(other)
      ? [] : ["\(name): the report does not name '\(other)' as replaced"]
  }

  // MARK: - Orders

  private var orders: [String] {
    let (old, new) = (base.orders, merged.orders)
    return [(ours, theirs), (theirs, ours)].flatMap { one, other -> [String] in
      let (moved, still) = (one.orders, other.orders)
      return new.keys.sorted().compactMap { name -> String? in
        guard let old = old[name], let moved = moved[name], let still = still[name],
          let new = new[name], still.common(with: old) == old.common(with: still)
        else { return nil }
        return new.common(with: moved) == moved.common(with: new)
          ? nil : "\(name): \(moved) and \(still) of \(old) are in another order: \(new)"
      }
    }
  }
}

extension [String] {
  fileprivate func common(with other: [String]) -> [String] {
    let held = Set(other)
    return filter(held.contains)
  }
}
