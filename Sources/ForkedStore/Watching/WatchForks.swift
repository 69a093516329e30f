public import Forked
public import ForkedGit

/// An update of a fork by any program.
public struct WatchedUpdate: Report {
  /// The fork that changed.
  public var fork: Fork
  /// The former tip; nil if the fork did not exist.
  public var from: ObjectID?
  /// The new version; nil if the fork was deleted.
  public var version: LoggedVersion?

  /// `{"fork":..,"from":..,"commit":..,"author":..,"time":..,"message":..}`; a deleted fork has no commit.
  public var reportValue: ReportValue {
    .object([
      "fork": fork, "from": from, "commit": version?.commit.id, "author": version?.author,
      "time": version?.time, "message": version?.commit.text,
    ])
  }
}

extension DocumentStore {
  /// Reports every update of forks as it happens, whichever program makes it, until it is told to stop.
  ///
  /// If an update adds several versions at once, each version is reported. Updates between two looks are read from the
  /// forks' logs. A bare repository has no logs unless `core.logAllRefUpdates` is set.
  ///
  /// - Parameters:
  ///   - names: the forks; if empty, all forks. A fork that does not exist yet is waited for.
  ///   - reader: the file descriptor of the reader of the output; the watch ends when the reader is gone.
  ///   - begin: called when the watch has begun.
  ///   - body: called with each update; the watch ends when it returns false.
  /// - Throws: kind `interrupted` after an interrupt.
  public func watchForks(
    _ names: [String], whileReading reader: Int32, begin: () throws -> Void = {},
    _ body: (WatchedUpdate) throws -> Bool
  ) throws {
    let asked = Set(try names.map { try Fork(validating: $0) })
    let watch = try ReferenceWatch(repository)
    // The logs are read before the tips, so that updates in between are found in the logs.
    var places = try logPlaces(of: asked)
    var known = try tips(of: asked)
    for fork in asked.sorted() where known[fork] == nil {
      let meant = nearestFork(to: fork.name).map { " (did you mean '\($0)'?)" } ?? ""
      environment.notify("there is no fork '\(fork.name)' yet\(meant); waiting for it")
    }
    try begin()
    while true {
      let present = try tips(of: asked, before: known)
      for change in try changes(from: known, to: present, &places) where try !body(change) {
        return
      }
      known = present
      if environment.isInterrupted() { throw StoreError(.interrupted, "") }
      guard try watch.wait(whileReading: reader, unless: environment.isInterrupted) else { return }
    }
  }

  private func tips(of forks: Set<Fork>) throws -> [Fork: ObjectID] {
    var tips: [Fork: ObjectID] = [:]
    for (fork, tip) in try repository.branches() where forks.isEmpty || forks.contains(fork) {
      tips[fork] = tip
    }
    return tips
  }

  /// The tips of forks. A fork that seems to be gone is looked up again, since a directory may seem to lack a file that
  /// is replaced while the directory is read.
  private func tips(of asked: Set<Fork>, before: [Fork: ObjectID]) throws -> [Fork: ObjectID] {
    var tips = try tips(of: asked)
    for fork in before.keys where tips[fork] == nil { tips[fork] = try repository.tip(of: fork) }
    return tips
  }

  private func logPlaces(of forks: Set<Fork>) throws -> [Fork: ReflogPosition] {
    var places: [Fork: ReflogPosition] = [:]
    for fork in try tips(of: forks).keys { places[fork] = repository.logEnd(of: fork) }
    return places
  }

  private func changes(
    from old: [Fork: ObjectID], to new: [Fork: ObjectID], _ places: inout [Fork: ReflogPosition]
  ) throws -> [WatchedUpdate] {
    try Set(old.keys).union(new.keys).sorted().flatMap { fork -> [WatchedUpdate] in
      guard let tip = new[fork] else {
        places[fork] = nil
        return [WatchedUpdate(fork: fork, from: old[fork])]
      }
      let log = try repository.loggedUpdates(of: fork, from: places[fork])
      let last = log.last { $0.new == tip }
      places[fork] = last?.end ?? places[fork]
      if let changes = try loggedChanges(of: fork, log, from: old[fork], to: tip) { return changes }
      return old[fork] == tip ? [] : try steps(of: fork, from: old[fork], to: tip)
    }
  }

  /// The updates that led from one commit to another, as the fork's log has them; nil if it has no such updates.
  private func loggedChanges(
    of fork: Fork, _ log: [LoggedUpdate], from old: ObjectID?, to new: ObjectID
  ) throws -> [WatchedUpdate]? {
    guard let path = LogPath(log, from: old, to: new) else { return nil }
    let deletion = path.isAnew ? [WatchedUpdate(fork: fork, from: old)] : []
    return try deletion + path.updates.flatMap { try steps(of: fork, from: $0.old, to: $0.new) }
  }

  /// Each version on the way along first parents, if that leads to the old commit; otherwise one step.
  private func steps(of fork: Fork, from old: ObjectID?, to new: ObjectID) throws -> [WatchedUpdate]
  {
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
      return WatchedUpdate(
        fork: fork, from: from,
        version: LoggedVersion(commit: commit, forks: [fork]))
    }
  }

  private static let mostSteps = 10_000
}

/// The updates of a fork on the way from one commit to another, selected from its log. A failed update has a line in
/// the log, too.
private struct LogPath {
  private(set) var updates: [(old: ObjectID?, new: ObjectID)] = []
  /// True if the fork was deleted and created again on the way.
  private(set) var isAnew = false

  /// Finds the longest way; nil if the log has none.
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
