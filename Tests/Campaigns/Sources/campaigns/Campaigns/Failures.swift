/// Each call that changes something fails once, with each error that it can meet.
///
/// A command that ends with its usual status has done all; one that ends otherwise has changed nothing, or says what. Given
/// again, it does all.
struct Failures {
  static let name = "failures"

  private static let errors: [(name: String, number: Int32)] = [
    ("ENOSPC", 28), ("EIO", 5), ("EACCES", 13), ("EROFS", 30), ("EDQUOT", 122),
  ]

  let context: Context

  func run() {
    let references = context.references(Self.name, Scenario.all)
    let tries = FaultTry.all(references, Self.name, context, faults)
    context.make(tries, of: Self.name, key: \.key, problems)
  }

  /// All that a call can meet where all tries are made, else one of them: each call matters more than each error.
  private func faults(of call: Call) -> [FaultPlan.Fault] {
    let (all, options) = (Self.faults(of: call), context.options)
    guard options.share < 1, options.call == nil, options.fault == nil else { return all }
    return [all[(call.number + Int(context.options.seed)) % all.count]]
  }

  /// A call that only writes what was opened cannot lack permission; only one that waits is interrupted.
  private static func faults(of call: Call) -> [FaultPlan.Fault] {
    let isOfData = call.isWrite || call.function.hasSuffix("sync")
    var faults = errors.filter { !isOfData || !["EACCES", "EROFS"].contains($0.name) }
      .map { FaultPlan.Fault.error(FaultError(name: $0.name, number: $0.number)) }
    if isOfData || call.function == "open" || call.function.hasPrefix("ftruncate") {
      faults.append(.error(FaultError(name: "EINTR", number: 4)))
    }
    if call.isWrite { faults.append(.short) }
    return faults
  }

  private func problems(of attempt: FaultTry, in place: Place) -> [String] {
    let (reference, step) = (attempt.reference, attempt.reference.scenario.step)
    place.copy(reference.template)
    let plan = FaultPlan(call: attempt.call.number, fault: attempt.fault)
    let result = place.run(step, with: plan)
    let calls = Call.all(in: place.log)
    guard calls.count >= attempt.call.number else { return [] }
    let failed = calls[attempt.call.number - 1]
    var problems = endProblems(of: attempt, result)
    let now = Snapshot(place)
    if result.end == reference.result.end {
      problems += now.differences(from: reference.after).map { "it reported success, but: \($0)" }
    } else {
      problems += failureProblems(of: attempt, result, now, in: place)
    }
    if !failed.isRemoval, !result.errors.contains(Self.partly) {
      let left = Set(now.temporary).subtracting(reference.before.temporary)
      problems += left.sorted().map { "\($0) is left over" }
    }
    problems += reference.problemsOfObjects(place)
    if problems.isEmpty {
      problems =
        result.end == reference.result.end
        ? nextProblems(of: attempt, in: place) : againProblems(of: attempt, in: place)
    }
    guard !problems.isEmpty else { return [] }
    return problems + ["failed: \(failed.description)", "its output: \(result.summary)"]
  }

  /// The words of the program where something could not be taken back.
  private static let partly = "some changes could not be taken back"

  private func nextProblems(of attempt: FaultTry, in place: Place) -> [String] {
    let scenario = attempt.reference.scenario
    return scenario.isFollowed ? NextCommands.problems(in: place, of: scenario) : []
  }

  private func endProblems(of attempt: FaultTry, _ result: Child.Result) -> [String] {
    if let crash = result.crash { return [crash] }
    let isUsual = result.end == attempt.reference.result.end || !isHarmless(attempt.fault)
    return isUsual ? [] : ["\(attempt.fault.name) is no failure"]
  }

  private func isHarmless(_ fault: FaultPlan.Fault) -> Bool {
    if case .error(let error) = fault { return error.name == "EINTR" }
    return fault == .short
  }

  /// Of a command that failed.
  private func failureProblems(
    of attempt: FaultTry, _ result: Child.Result, _ now: Snapshot, in place: Place
  ) -> [String] {
    let reference = attempt.reference
    let changes = now.differences(from: reference.before)
    guard !changes.isEmpty else {
      let isUntrue = result.errors.contains("cannot undo it")
      return isUntrue ? ["it tells how to undo what was not done"] : []
    }
    if reference.scenario.step.isOfGit { return reference.problemsOfConflict(in: place) }
    let words = result.errors + result.output
    if words.contains("nothing was changed") {
      return changes.prefix(4).map { "it reported that nothing was changed, but: \($0)" }
    }
    // A command of several steps stops where it fails; each step is whole.
    var problems = reference.problemsAtAnyMoment(now)
    if !reference.scenario.isStepwise, !words.contains(Self.partly) {
      problems += changes.prefix(4).map { "it did not say that it changed this: \($0)" }
    }
    return problems
  }

  private func againProblems(of attempt: FaultTry, in place: Place) -> [String] {
    let reference = attempt.reference
    let isPartlyDone = !Snapshot(place).differences(from: reference.before).isEmpty
    let again = place.run(reference.scenario.step)
    guard reference.isUsual(again, isPartlyDone: isPartlyDone) else {
      return ["given again: \(again.summary)"]
    }
    let problems =
      reference.scenario.isStepwise
      ? reference.problemsOfCompletion(place)
      : Snapshot(place).differences(from: reference.after)
    return (problems + reference.problemsOfObjects(place)).map { "given again: \($0)" }
  }
}
