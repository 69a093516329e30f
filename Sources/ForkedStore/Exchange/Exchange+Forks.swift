import Forked
import ForkedGit

/// The steps of an exchange for one fork.
extension Exchange {
  /// The commits of a fork on both sides, and the last one that both sides had.
  private struct Sides {
    let fork: Fork
    let here: ObjectID?
    let there: ObjectID?
    let shared: ObjectID?
  }

  /// Merges one fork here, and adds the update that it needs at the remote.
  func reconcile(
    _ fork: Fork, _ state: RemoteState, _ transaction: Transaction
  ) throws {
    let sides = Sides(
      fork: fork, here: try store.repository.tip(of: fork), there: state.forks[fork],
      shared: try store.sharedVersion(fork, with: name))
    report[fork].commit = sides.here
    switch (sides.here, sides.there) {
    case (nil, nil):
      if sides.shared == nil, !request.forks.isEmpty { _ = try store.fork(named: fork.name) }
      shared.append((fork, nil))
    case (let here?, nil): try reconcileMissingThere(sides, here, transaction)
    case (nil, let there?): try reconcileMissingHere(sides, there, state, transaction)
    case (let here?, let there?):
      if try here != there || !store.waitingVersions(in: here).isEmpty {
        try merge(there, into: fork, transaction)
      }
      guard let tip = report[fork].commit, !report[fork].isBlocked else { return }
      if tip == there { shared.append((fork, tip)) } else { publish(tip, of: sides) }
    }
  }

  /// Plans the update of a fork at the remote.
  private func publish(_ tip: ObjectID, of sides: Sides) {
    report[sides.fork].isPushed = true
    updates.append(RemoteUpdate(fork: sides.fork, from: sides.there, to: tip))
  }

  private func reconcileMissingThere(
    _ sides: Sides, _ here: ObjectID, _ transaction: Transaction
  ) throws {
    let fork = sides.fork
    let isUnchanged =
      try store.waitingVersions(in: here).isEmpty
      && sides.shared.map { try store.repository.isAncestor(here, of: $0) } ?? false
    guard isUnchanged, try !isMain(fork) else {
      if sides.shared != nil { report[fork].survival = .changedHere }
      if try !store.waitingVersions(in: here).isEmpty { try merge(here, into: fork, transaction) }
      return publish(report[fork].commit ?? here, of: sides)
    }
    if try isCheckedOut(fork) {
      report[fork].survival = .checkedOut
      return
    }
    note(try transaction.references.delete(fork, at: here))
    shared.append((fork, nil))
    report[fork].deletion = .here
    report[fork].commit = nil
  }

  private func reconcileMissingHere(
    _ sides: Sides, _ there: ObjectID, _ state: RemoteState, _ transaction: Transaction
  ) throws {
    let fork = sides.fork
    if sides.shared == there, try !isMain(fork), try !isCheckedOut(fork), state.head != fork {
      report[fork].deletion = .there
      updates.append(RemoteUpdate(fork: fork, from: there, to: nil))
      return
    }
    if sides.shared != nil { report[fork].survival = .changedThere }
    try merge(there, into: fork, transaction)
    shared.append((fork, there))
  }

  private func note(_ update: ForkUpdate) {
    if update.isChange { updatedInRound.insert(update.fork) }
  }

  /// True for the main fork, which an exchange never deletes.
  private func isMain(_ fork: Fork) throws -> Bool {
    try fork.name == request.main || store.mainFork() == fork
  }

  /// True for a fork that a work tree shows, which an exchange never deletes.
  private func isCheckedOut(_ fork: Fork) throws -> Bool {
    try store.repository.headFork() == fork || store.repository.checkedOutForks()[fork] != nil
  }

  /// Merges the remote's version into the fork here, and what waits. Nothing is updated if conflicts remain that cannot
  /// wait.
  private func merge(
    _ there: ObjectID, into fork: Fork, _ transaction: Transaction
  ) throws {
    try transaction.references.holdWorkTree(of: fork)
    let tip = try store.repository.tip(of: fork)
    let commits = MergedCommits(ours: tip, theirs: [there])
    var policy = policy
    policy.decisions = decisions.first { $0.about.areAbout(commits) }?.open
    let names = SideNames(ours: fork.name, theirs: "\(name)/\(fork.name)")
    var merged = try store.mergeVersions(there, into: tip) { tip, bases in
      let whole = try store.canonicalMerge(tip, there, bases: bases, policy, names: names)
      return try whole.conflicts.isEmpty
        ? whole
        : store.mergeLeavingOut(whole.conflicts, tip, there, bases: bases, policy) ?? whole
    }
    if merged.conflicts.isEmpty, let commit = merged.commit ?? tip {
      try store.mergeWaiting(into: &merged, at: commit, policy, names: names)
    }
    if let commit = merged.commit {
      note(
        try transaction.update(fork, reason: "exchange: with \(name)", from: tip, to: commit))
    }
    try store.keepWaiting(merged.waiting, since: there)
    report[fork].record(merged, of: commits, in: store)
    report[fork].commit = merged.commit ?? tip
    found.decisions += merged.decisions
    found.conflicts += merged.conflicts
    guard !merged.isBlocked else { return }
    report[fork].changed += try store.changedFiles(from: tip, to: merged.commit ?? tip)
  }
}
