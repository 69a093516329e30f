import Glibc

/// Each command on a file system that is nearly full, and on one that is mounted read-only. Only root can mount them;
/// others see that it was skipped.
struct FullDisks {
  static let name = "fulldisks"

  /// The number of free kilobytes.
  private static let sizes = [0, 4, 8, 12, 16, 24, 32, 48, 64, 96]

  let context: Context

  func run() {
    guard getuid() == 0 else { return print("skipped: fulldisks (only root can mount)") }
    let scenarios = Scenario.all.filter { $0.makes.isEmpty && !$0.step.isOfGit }
    let references = context.references(Self.name, scenarios)
    let tries = references.flatMap { reference in
      (Self.sizes + [-1]).compactMap { kilobytes -> (Reference, Int)? in
        let key = "fulldisks/\(reference.scenario.key)/\(kilobytes)"
        let wanted = context.options.call.map { $0 == kilobytes } ?? context.takes(key)
        return wanted ? (reference, kilobytes) : nil
      }
    }
    context.each(tries) { attempt, worker in
      let (reference, kilobytes) = attempt
      let disk = Disk(at: context.surroundings.directory + "/disk-\(worker)", context.surroundings)
      guard disk.mount("size=16m") else {
        context.tally.count(Self.name, reference.scenario.key, ["cannot mount"])
        return
      }
      defer { disk.unmount() }
      let problems = problems(of: reference, kilobytes, on: disk)
      let state = kilobytes < 0 ? "read-only" : "\(kilobytes) KB free"
      context.tally.count(
        Self.name, "'\(reference.scenario.key)' --call \(kilobytes) (\(state))", problems)
    }
  }

  private func problems(of reference: Reference, _ kilobytes: Int, on disk: Disk) -> [String] {
    let place = Place(context.surroundings, at: disk.path + "/try")
    place.copy(reference.template)
    if kilobytes < 0 { disk.mount("remount,ro") } else { disk.fill(leaving: kilobytes) }
    // The streams need space, too.
    let streams = context.surroundings.directory + "/streams-\(disk.path.suffix(1))"
    Files.make(streams)
    let result = place.child(reference.scenario.step).run(streams: streams)
    disk.mount("remount,rw,size=32m")
    var problems: [String] = []
    let now = Snapshot(place)
    let isDone = result.end == reference.result.end
    let changes = now.differences(from: isDone ? reference.after : reference.before)
    if let crash = result.crash { problems.append(crash) }
    if isDone {
      problems += changes.map { "it reported success, but: \($0)" }
    } else if result.errors.contains("nothing was changed") || !reference.scenario.isStepwise {
      problems += changes.map { "it failed and changed: \($0)" }
    } else {
      problems += reference.problemsAtAnyMoment(now)
    }
    problems += reference.problemsOfObjects(place)
    problems += now.temporary.filter { !reference.before.temporary.contains($0) }
      .map { "\($0) is left over" }
    if !isDone, reference.scenario.step.isOfGit {
      problems += reference.problemsOfConflict(in: place)
    }
    let again = isDone ? nil : place.run(reference.scenario.step)
    if let again, again.end != reference.result.end {
      problems.append("given again: \(again.summary)")
    }
    return problems.isEmpty ? [] : problems + ["its output: \(result.summary)"]
  }
}

/// A file system of its own in memory.
private struct Disk {
  let path: String
  private let surroundings: Surroundings

  init(at path: String, _ surroundings: Surroundings) {
    (self.path, self.surroundings) = (path, surroundings)
    Files.make(path)
    Files.make(path + "-streams")
  }

  @discardableResult
  func mount(_ options: String) -> Bool {
    run(["mount", "-t", "tmpfs", "-o", options, "campaigns", path])
  }

  func unmount() { run(["umount", path]) }

  /// Leaves so many kilobytes.
  func fill(leaving kilobytes: Int) {
    var state = statvfs()
    guard statvfs(path, &state) == 0 else { return }
    let free = Int(state.f_bavail) * Int(state.f_bsize) - kilobytes * 1024
    Files.write([UInt8](repeating: 1, count: max(0, free)), to: path + "/filling")
  }

  @discardableResult
  private func run(_ words: [String]) -> Bool {
    surroundings.run(words, streams: path + "-streams").isDone
  }
}
