public import Forked
public import ForkedGit

/// A fork that moved, by whichever program.
public struct ForkChange: Report {
  /// The fork.
  public var fork: Fork
  /// Where it stood; nil: it was not there.
  public var from: ObjectID?
  /// The version that it came to; nil: it is gone.
  public var version: LoggedVersion?

  /// `{"fork":..,"from":..,"commit":..,"author":..,"time":..,"message":..}`; a fork that is gone has no commit.
  public var reportValue: ReportValue {
    .object([
      "fork": .string(fork.name), "from": .string(from?.hex),
      "commit": .string(version?.commit.id.hex), "author": .string(version?.author),
      "time": .string(version?.time), "message": .string(version?.commit.text),
    ])
  }
}

extension DocumentStore {
  /// Hands over every change of forks as it happens, whichever program makes it, until it is told to stop. Where a fork
  /// went several versions ahead at once, each is handed over.
  ///
  /// - Parameters:
  ///   - names: the forks; none: all. One that is not there yet is waited for.
  ///   - reader: the descriptor of whoever reads; the watch ends where that goes away.
  ///   - body: called with each change; false ends the watch.
  /// - Throws: kind `interrupted` after an interrupt.
  public func watchForks(
    _ names: [String], whileReading reader: Int32, _ body: (ForkChange) throws -> Bool
  ) throws {
    let asked = Set(try names.map { try Fork(validating: $0) })
    let watch = try ReferenceWatch(repository)
    var known = try tips(of: asked)
    for fork in asked.sorted() where known[fork] == nil {
      let meant = nearestFork(to: fork.name).map { " (did you mean '\($0)'?)" } ?? ""
      environment.notify("there is no fork '\(fork.name)' yet\(meant); waiting for it")
    }
    while true {
      let present = try tips(of: asked)
      for change in try changes(from: known, to: present) where try !body(change) { return }
      known = present
      if environment.isInterrupted() { throw StoreError(.interrupted, "") }
      guard try watch.wait(whileReading: reader) else { return }
    }
  }

  private func tips(of forks: Set<Fork>) throws -> [Fork: ObjectID] {
    var tips: [Fork: ObjectID] = [:]
    for (fork, tip) in try repository.branches() where forks.isEmpty || forks.contains(fork) {
      tips[fork] = tip
    }
    return tips
  }

  private func changes(
    from old: [Fork: ObjectID], to new: [Fork: ObjectID]
  ) throws -> [ForkChange] {
    try Set(old.keys).union(new.keys).sorted().flatMap { fork -> [ForkChange] in
      guard old[fork] != new[fork] else { return [] }
      guard let tip = new[fork] else { return [ForkChange(fork: fork, from: old[fork])] }
      return try steps(of: fork, from: old[fork], to: tip)
    }
  }

  /// Each version on the way along first parents, where the old one is found there; else one step.
  private func steps(of fork: Fork, from old: ObjectID?, to new: ObjectID) throws -> [ForkChange] {
    var versions = [try repository.commit(new)]
    if let old {
      while let last = versions.last, last.parents.first != old, versions.count < Self.mostSteps {
        guard let parent = last.parents.first else { break }
        versions.append(try repository.commit(parent))
      }
    }
    if versions.last?.parents.first != old { versions = [versions[0]] }
    var from = old
    return versions.reversed().map { commit in
      defer { from = commit.id }
      return ForkChange(
        fork: fork, from: from,
        version: LoggedVersion(commit: commit, forks: [fork], documents: nil))
    }
  }

  private static let mostSteps = 10_000
}
