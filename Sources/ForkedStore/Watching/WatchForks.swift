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
  /// went several versions ahead at once, each is handed over. Changes that were made between two looks are told by the
  /// forks' logs; a bare repository has none, unless `core.logAllRefUpdates` says so. A fork that was deleted
  /// and made anew between two looks may be told as one that went ahead: its new log can have the old one's file number.
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
    // Before the tips: what comes between is in the logs.
    var places = try logPlaces(of: asked)
    var known = try tips(of: asked)
    for fork in asked.sorted() where known[fork] == nil {
      let meant = nearestFork(to: fork.name).map { " (did you mean '\($0)'?)" } ?? ""
      environment.notify("there is no fork '\(fork.name)' yet\(meant); waiting for it")
    }
    while true {
      let present = try tips(of: asked, before: known)
      for change in try changes(from: known, to: present, &places) where try !body(change) {
        return
      }
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

  /// A directory that is read while a file in it is replaced may seem to have no such file.
  private func tips(of asked: Set<Fork>, before: [Fork: ObjectID]) throws -> [Fork: ObjectID] {
    var tips = try tips(of: asked)
    for fork in before.keys where tips[fork] == nil { tips[fork] = try repository.tip(of: fork) }
    return tips
  }

  private func logPlaces(of forks: Set<Fork>) throws -> [Fork: LogPlace] {
    var places: [Fork: LogPlace] = [:]
    for fork in try tips(of: forks).keys { places[fork] = repository.logEnd(of: fork) }
    return places
  }

  private func changes(
    from old: [Fork: ObjectID], to new: [Fork: ObjectID], _ places: inout [Fork: LogPlace]
  ) throws -> [ForkChange] {
    try Set(old.keys).union(new.keys).sorted().flatMap { fork -> [ForkChange] in
      guard let tip = new[fork] else {
        places[fork] = nil
        return [ForkChange(fork: fork, from: old[fork])]
      }
      let log = try repository.loggedUpdates(of: fork, from: places[fork])
      let last = log.last { $0.new == tip }
      places[fork] = last?.end ?? places[fork]
      if let changes = try loggedChanges(of: fork, log, from: old[fork], to: tip) { return changes }
      return old[fork] == tip ? [] : try steps(of: fork, from: old[fork], to: tip)
    }
  }

  /// The changes that led from one commit to another, as the log of the fork tells; nil where that does not.
  private func loggedChanges(
    of fork: Fork, _ log: [LoggedUpdate], from old: ObjectID?, to new: ObjectID
  ) throws -> [ForkChange]? {
    guard let path = LogPath(log, from: old, to: new) else { return nil }
    let deletion = path.isAnew ? [ForkChange(fork: fork, from: old)] : []
    return try deletion + path.updates.flatMap { try steps(of: fork, from: $0.old, to: $0.new) }
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

/// The updates of a fork on the way from one commit to another, out of the lines of its log: one that failed has a line too.
private struct LogPath {
  private(set) var updates: [(old: ObjectID?, new: ObjectID)] = []
  /// True if the fork was deleted and made anew on the way.
  private(set) var isAnew = false

  /// The longest way; nil where the log tells of none.
  init?(_ log: [LoggedUpdate], from old: ObjectID?, to new: ObjectID) {
    guard let last = log.lastIndex(where: { $0.new == new }) else { return nil }
    var count: Int?
    var wanted: ObjectID? = new
    for update in log[...last].reversed() where update.new == wanted {
      let isRename = update.old == update.new
      if isRename, old != nil { continue }
      wanted = isRename ? nil : update.old
      updates.append((wanted, update.new))
      if wanted == old { count = updates.count }
    }
    isAnew = wanted == nil && old != nil
    guard let steps = isAnew ? updates.count : count else { return nil }
    updates = updates.prefix(steps).reversed()
  }
}
