/// Each command is killed before each of its calls that change something.
struct Kills {
  static let name = "kills"

  let context: Context

  func run() {
    let references = context.references(Self.name, Scenario.all)
    let tries = FaultTry.all(references, Self.name, context) { _ in [.kill] }
    context.make(tries, of: Self.name, key: \.key, problems)
  }

  private func problems(of attempt: FaultTry, in place: Place) -> [String] {
    let reference = attempt.reference
    place.copy(reference.template)
    let result = place.run(
      reference.scenario.step, with: FaultPlan(call: attempt.call.number, fault: .kill))
    guard Call.all(in: place.log).count >= attempt.call.number else { return [] }
    if case .status = result.end, !reference.scenario.step.isOfGit {
      return ["the call was killed, but the process ended with \(result.summary)"]
    }
    // git merges lines where the driver was killed.
    var problems =
      reference.scenario.step.isOfGit
      ? [] : reference.problemsAtAnyMoment(Snapshot(place, asksGit: false))
    problems += reference.problemsOfObjects(place).map { "at once: \($0)" }
    guard problems.isEmpty else { return problems }
    return reference.scenario.isFollowed
      ? nextProblems(of: attempt, in: place) : againProblems(of: attempt, in: place)
  }

  private func nextProblems(of attempt: FaultTry, in place: Place) -> [String] {
    let reference = attempt.reference
    if reference.scenario.isStepwise, !attempt.call.number.isMultiple(of: 2) {
      return completionProblems(of: reference, in: place)
    }
    let next = NextCommands.first[attempt.call.number % NextCommands.first.count]
    let result = place.run(next)
    // A document of the probe is not there.
    guard result.isDone || next.words[1] == "get" && result.end == .status(66) else {
      return ["'\(next.description)' right after it: \(result.summary)"]
    }
    let problems =
      reference.problemsAfterwards(Snapshot(place)) + reference.problemsOfObjects(place)
    guard problems.isEmpty else { return problems.map { "after '\(next.description)': \($0)" } }
    // The others find what this one left, so a part of the tries shows it.
    guard context.options.call != nil || attempt.call.number.isMultiple(of: 4) else { return [] }
    return NextCommands.problems(in: place, of: reference.scenario)
  }

  /// A command of several steps is given again, and does those that are missing.
  private func completionProblems(of reference: Reference, in place: Place) -> [String] {
    let again = place.run(reference.scenario.step)
    // Where nothing was done yet, the journal may say that it is to be done.
    guard reference.isUsual(again, isPartlyDone: true) else {
      return ["given again: \(again.summary)"]
    }
    return (reference.problemsOfCompletion(place) + reference.problemsOfObjects(place))
      .map { "given again: \($0)" }
  }

  /// A command that begins something is simply given again.
  private func againProblems(of attempt: FaultTry, in place: Place) -> [String] {
    let reference = attempt.reference
    let isWhole = Snapshot(place).differences(from: reference.after).isEmpty
    if isWhole { return reference.problemsOfObjects(place) }
    if reference.scenario.step.isOfGit {
      let problems = reference.problemsOfConflict(in: place)
      guard problems.isEmpty else { return problems }
    }
    let result = place.run(reference.scenario.step)
    guard result.end == reference.result.end else { return ["given again: \(result.summary)"] }
    if reference.scenario.makes.isEmpty { place.run(.fork("verify", "--repair")) }
    let now = Snapshot(place)
    return
      (now.differences(from: reference.after) + now.temporary.map { "\($0) is left over" }
      + reference.problemsOfObjects(place)).map { "given again: \($0)" }
  }
}
