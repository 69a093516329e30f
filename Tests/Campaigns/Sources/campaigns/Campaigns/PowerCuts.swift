import Glibc

/// The power fails before each call: files that were not brought to the disk until then are empty.
///
/// Files that git does not sync either (index, logs) keep their contents. Names stay, too: that is the worst that a
/// journaling file system does. Contents that were written out (`sync_file_range`) stay: the journal with the names, and
/// the sync of the reference, flush what the disk still holds of them.
struct PowerCuts {
  static let name = "powercuts"

  let context: Context

  func run() {
    let references = context.references(Self.name, Scenario.all.filter(\.isFollowed))
    var tries = FaultTry.all(references, Self.name, context) { _ in [.kill] }
    // After the acknowledgement, too.
    for reference in references where context.options.call == nil {
      let end = Call(
        number: reference.calls.count + 1, function: "end", inode: 0, path: "", other: "")
      tries.append(FaultTry(reference: reference, call: end, fault: .kill))
    }
    context.make(tries, of: Self.name, key: \.key, problems)
  }

  private func problems(of attempt: FaultTry, in place: Place) -> [String] {
    let reference = attempt.reference
    place.copy(reference.template)
    let result = place.run(
      reference.scenario.step, with: FaultPlan(call: attempt.call.number, fault: .kill))
    let calls = Call.all(in: place.log)
    let emptied = empty(unsynced(calls, before: attempt.call.number), in: place)
    var problems = reference.problemsOfReferences(Snapshot(place, asksGit: false))
    problems += emptied.filter { isOfWorkTree($0, in: place) }.map {
      "\($0) has its name, and its contents were not on the disk"
    }
    if calls.count < attempt.call.number, result.end == reference.result.end {
      let now = Snapshot(place, asksGit: false)
      problems +=
        now.references == reference.after.references
        ? [] : ["it was acknowledged, and is not there"]
    }
    problems += reference.problemsOfObjects(place).map { "at once: \($0)" }
    guard problems.isEmpty else { return problems }
    for step: Step in [.fork("list"), .fork("update", "n.json", "--fork", "probe", input: "1")] {
      let next = place.run(step)
      if !next.isDone { return ["'\(step.description)' right after it: \(next.summary)"] }
    }
    return reference.problemsOfReferences(Snapshot(place, asksGit: false))
      + reference.problemsOfObjects(place)
  }

  /// The files whose last change was not brought to the disk.
  private func unsynced(_ calls: [Call], before number: Int) -> Set<UInt> {
    var open: Set<UInt> = []
    for call in calls where call.number < number {
      if call.isWrite || call.function.hasPrefix("ftruncate") { open.insert(call.inode) }
      if call.function == "fsync" || call.function == "fdatasync"
        || call.function == "sync_file_range"
      {
        open.remove(call.inode)
      }
      if call.function == "syncfs" { open = [] }
    }
    return open
  }

  /// Empties files.
  ///
  /// - Returns: their paths.
  private func empty(_ inodes: Set<UInt>, in place: Place) -> [String] {
    Files.all(below: place.scene).filter { path in
      let isLeftToSystem = path.contains("/logs/") || path.hasSuffix("/index")
      guard !isLeftToSystem, let inode = Files.inode(place.scene + "/" + path),
        inodes.contains(inode)
      else { return false }
      return Glibc.truncate(place.scene + "/" + path, 0) == 0
    }
  }

  private func isOfWorkTree(_ path: String, in place: Place) -> Bool {
    path.hasPrefix("repo/") && Files.exists(place.scene + "/repo/.git")
      && !path.hasPrefix("repo/.git/")
  }
}

extension Reference {
  /// References that name neither the old nor the new commit.
  func problemsOfReferences(_ snapshot: Snapshot) -> [String] {
    problemsAtAnyMoment(snapshot).filter { $0.contains("nor the new commit") }
  }
}
