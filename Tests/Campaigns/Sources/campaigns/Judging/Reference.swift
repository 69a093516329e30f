import Synchronization

/// A scenario, with its scene made and what its command does when nothing goes wrong.
struct Reference: Sendable {
  let scenario: Scenario
  /// The scene as the command finds it.
  let template: Place
  let before: Snapshot
  let after: Snapshot
  let result: Child.Result
  let calls: [Call]
  /// The commits that each reference named on the way, besides before and after.
  let steps: [String: Set<String>]
  /// The tree of each reference afterwards.
  let trees: [String: String]

  /// - Parameters:
  ///   - scene: the scene as it is made.
  ///   - name: of directories of its own.
  init(_ scenario: Scenario, in scene: Place, name: String) throws {
    self.scenario = scenario
    let surroundings = scene.surroundings
    template = Place(surroundings, at: "\(surroundings.directory)/template-\(name)")
    template.copy(scene)
    try template.perform(scenario.before, for: scenario.key)
    before = Snapshot(template)
    let place = Place(surroundings, at: "\(surroundings.directory)/reference-\(name)")
    place.copy(template)
    result = place.run(scenario.step, with: FaultPlan())
    calls = Call.all(in: place.log)
    after = Snapshot(place)
    steps = Self.steps(in: place)
    trees = Snapshot.trees(in: place)
    place.remove()
    guard result.end == .status(0) || result.end == .status(1) else {
      throw Mistake("\(scenario.key): \(result.summary)")
    }
  }

  /// The entries in the logs of the references.
  private static func steps(in place: Place) -> [String: Set<String>] {
    var steps: [String: Set<String>] = [:]
    for path in Files.all(below: place.scene) {
      guard let cut = path.firstRange(of: "logs/refs/") else { continue }
      let name = path[..<cut.lowerBound] + path[cut.lowerBound...].dropFirst(5)
      for line in Files.text(place.scene + "/" + path).split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 2)
        if words.count > 2 { steps[String(name), default: []].insert(String(words[1])) }
      }
    }
    return steps
  }
}

extension Reference {
  /// Problems that must not be there at any moment, whatever was going on.
  func problemsAtAnyMoment(_ snapshot: Snapshot) -> [String] {
    var problems: [String] = []
    for name in Set(snapshot.references.keys).union(before.references.keys).sorted()
    where !Snapshot.isProbe(name) {
      let value = snapshot.references[name]
      if value == before.references[name] || value == after.references[name] { continue }
      if let value, steps[name]?.contains(value) == true { continue }
      problems.append("\(name) names \(value ?? "nothing"), neither the old nor the new commit")
    }
    let named = Set(before.references.values).union(after.references.values)
      .union(steps.values.flatMap { $0 })
    for (path, commit) in snapshot.originalHeads
    where !isNew(path) && !named.contains(commit) {
      problems.append("\(path) names \(commit), which no reference ever named")
    }
    for name in Set(before.files.keys).union(after.files.keys).sorted() {
      let bytes = snapshot.files[name]
      if bytes == before.files[name] || bytes == after.files[name] { continue }
      if isNew(name) { continue }
      let text = bytes.map { String(decoding: $0.prefix(60), as: UTF8.self) } ?? "nothing"
      problems.append("\(name) is half written: \(text.debugDescription)")
    }
    return problems
  }

  /// True for a file of a repository that the command makes, which may be half there.
  func isNew(_ path: String) -> Bool { scenario.makes.contains { path.hasPrefix($0) } }

  /// Problems of a repository in which the next command has been: all is old, or all is new.
  func problemsAfterwards(_ snapshot: Snapshot) -> [String] {
    let now = snapshot.withoutProbes
    if scenario.isStepwise {
      return problemsAtAnyMoment(snapshot) + strangers(in: now)
    }
    let old = now.differences(from: before.withoutProbes)
    let new = now.differences(from: after.withoutProbes)
    guard !old.isEmpty, !new.isEmpty else { return [] }
    return ["neither all old nor all new"] + old.prefix(3).map { "against old: \($0)" }
      + new.prefix(3).map { "against new: \($0)" }
  }

  /// Problems after a command that was stopped was given again: all documents are as after one whole run. Steps that were
  /// done the first time are not done again, so the commits can be others.
  func problemsOfCompletion(_ place: Place) -> [String] {
    let now = Snapshot(place)
    return Snapshot.differences(Snapshot.trees(in: place), trees, of: "tree of")
      + now.differencesOfFiles(from: after)
  }

  /// True if a command that was given again ended as it may: as usual, or by refusing a step that was done before.
  func isUsual(_ again: Child.Result, isPartlyDone: Bool) -> Bool {
    if again.end == result.end { return true }
    let words = again.errors + again.output
    return isPartlyDone && scenario.refusal.map(words.contains) == true
  }

  /// Files that are neither of before nor of after.
  private func strangers(in snapshot: Snapshot) -> [String] {
    snapshot.files.keys.filter {
      before.files[$0] == nil && after.files[$0] == nil && !isNew($0)
    }.sorted().map { "\($0) is left over" }
  }

  /// Problems that git finds in the repositories, and commits of before that nothing names any more.
  func problemsOfObjects(_ place: Place) -> [String] {
    var problems: [String] = []
    for repository in Snapshot.repositories(in: Files.all(below: place.scene)) {
      let check = place.run(
        .git("--git-dir", repository, "fsck", "--strict", "--no-dangling", in: "."))
      let complaints = (check.output + check.errors).split(separator: "\n").filter {
        // Of a clone that was stopped, objects can be here whose attributes are not.
        !$0.hasPrefix("notice:") && !(isNew(repository) && $0.contains("gitattributesMissing"))
      }
      if !check.isDone && !isNew(repository) || !complaints.isEmpty {
        problems.append("git fsck in \(repository): \(complaints.prefix(2)) \(check.end)")
      }
      let tips = Set(before.references.filter { $0.key.hasPrefix(repository) }.values)
      guard !tips.isEmpty else { continue }
      let reachable = place.run(
        .git("--git-dir", repository, "rev-list", "--all", "--reflog", in: "."))
      let known = Set(reachable.output.split(separator: "\n").map(String.init))
      for tip in tips.subtracting(known).sorted() where tip.count == 40 {
        problems.append("\(tip) is lost: nothing in \(repository) names it")
      }
    }
    return problems
  }
}

extension Reference {
  /// Problems of a merge of git's whose driver failed or was killed: no document counts as merged, and an abort brings
  /// everything back.
  func problemsOfConflict(in place: Place) -> [String] {
    let now = Snapshot(place)
    if now.differences(from: before).isEmpty { return [] }
    let entries = place.run(.git("ls-files", "-u")).output.split(separator: "\n")
    let unmerged = Set(entries.compactMap { $0.split(separator: "\t").last })
    let documents = before.files.keys.filter { $0.hasPrefix("repo/") && $0.hasSuffix(".json") }
    let merged = documents.filter {
      now.files[$0] != before.files[$0] && !unmerged.contains($0.dropFirst("repo/".count))
    }
    var problems = merged.sorted().map { "git takes \($0) for merged, though its driver failed" }
    let abort = place.run(.git("merge", "--abort"))
    if !abort.isDone { problems.append("git merge --abort: \(abort.summary)") }
    return problems
      + Snapshot(place).differences(from: before).map { "after git merge --abort: \($0)" }
  }
}
