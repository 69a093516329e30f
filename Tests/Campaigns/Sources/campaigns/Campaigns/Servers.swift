/// A server sends what no git would: a command fails and has changed nothing, or it does what it should.
struct Servers {
  static let name = "servers"

  /// Rounds at a share of 1: each has other numbers for the lies that draw some.
  private static let rounds = 4

  let context: Context

  private struct Attempt {
    let reference: Reference
    let lie: Lie
    let round: Int

    var key: String { "'\(reference.scenario.key)' \(lie.rawValue) \(round)" }
  }

  func run() {
    let wanted = Self.scenarios.filter {
      context.options.only.isEmpty || context.options.only.contains($0.name)
        || Lie.allCases.contains { $0.rawValue == context.options.only }
    }
    guard let references = references(wanted) else { return }
    let attempts = attempts(references)
    let servers = (0..<context.options.jobs).map { try? LyingServer(context.place($0)) }
    for server in servers { server?.start() }
    context.each(attempts) { attempt, worker in
      let place = context.place(worker)
      guard let server = servers[worker] else { return }
      let problems = problems(of: attempt, in: place, server)
      context.keep(place, attempt.key, problems)
      context.tally.count(Self.name, attempt.key, problems)
    }
    for server in servers { server?.stop() }
  }

  private static let scenarios: [Scenario] = {
    func each(_ name: String, _ words: String...) -> Scenario {
      Scenario(name: name, scene: .served, step: Step(words: ["fork"] + words), isStepwise: true)
    }
    func clone(_ name: String, _ words: String...) -> Scenario {
      Scenario(
        name: name, scene: .served,
        step: Step(
          words: ["fork", "clone"] + words + ["git://server/remote.git", "new"], directory: "."),
        isStepwise: true, makes: ["new"])
    }
    return [
      clone("clone"), clone("clone bare", "--bare"), each("fetch", "fetch"), each("pull", "pull"),
      each("exchange", "exchange"), each("push", "push", "origin", "ui"),
    ]
  }()

  private func references(_ scenarios: [Scenario]) -> [Reference]? {
    let scene = Place(context.surroundings, at: "\(context.surroundings.directory)/scene-served")
    do {
      scene.clear()
      try scene.perform(Scene.served.steps, for: Self.name)
      return try scenarios.enumerated().map { index, scenario in
        let name = "\(Self.name)-\(index)"
        // The reference is made where the server looks.
        let server = try LyingServer(
          Place(context.surroundings, at: "\(context.surroundings.directory)/reference-\(name)"))
        server.start()
        defer { server.stop() }
        Self.address(server, in: scene)
        return try Reference(scenario, in: scene, name: name)
      }
    } catch {
      context.tally.count(Self.name, Self.name, ["\(error)"])
      return nil
    }
  }

  /// Lets git and the program find the server, and wait for it no longer than is needed.
  private static func address(_ server: LyingServer, in place: Place) {
    let text = """
      [url "git://127.0.0.1:\(server.port)/"]
      \tinsteadOf = git://server/
      [fork]
      \ttimeout = 1

      """
    Files.write(text, to: place.scene + "/home/.gitconfig")
  }

  private func attempts(_ references: [Reference]) -> [Attempt] {
    references.flatMap { reference in
      Lie.allCases.flatMap { lie in
        (0..<Self.rounds).map { Attempt(reference: reference, lie: lie, round: $0) }
      }
    }.filter { attempt in
      let name = attempt.reference.scenario.name
      let (isPush, fetches) = (["push", "exchange"].contains(name), name != "push")
      guard attempt.lie.isOfPush ? isPush : fetches else { return false }
      if Lie.allCases.contains(where: { $0.rawValue == context.options.only }) {
        return attempt.lie.rawValue == context.options.only
      }
      if let call = context.options.call { return attempt.round == call }
      return context.takes("servers/\(attempt.key)")
    }
  }

  private func problems(
    of attempt: Attempt, in place: Place, _ server: LyingServer
  ) -> [String] {
    let (reference, step) = (attempt.reference, attempt.reference.scenario.step)
    place.copy(reference.template)
    Self.address(server, in: place)
    let before = Snapshot(place).ofClient
    server.say(attempt.lie, seed: context.options.seed &* 1000 &+ UInt64(attempt.round))
    let result = place.run(step)
    server.rest()
    let now = Snapshot(place).ofClient
    var problems: [String] = []
    if let crash = result.crash {
      problems.append(crash)
    } else if !result.isDone {
      problems += failureProblems(reference, before, now)
    } else if !attempt.lie.mayBeTrue {
      problems.append("took it")
    }
    problems += Set(now.temporary).subtracting(before.temporary).sorted().map {
      "\($0) is left over"
    }
    problems += now.files.keys.filter { $0.contains("fork-remote-") }.map { "\($0) is left over" }
    problems += reference.problemsOfObjects(place)
    if problems.isEmpty, result.end != .status(0) {
      problems += againProblems(of: reference, in: place, server)
    }
    guard !problems.isEmpty else { return [] }
    return problems + ["its output: \(result.summary)"]
  }

  /// Of a command that failed: each reference and file of the client is as it was, or as it should become.
  private func failureProblems(
    _ reference: Reference, _ before: Snapshot, _ now: Snapshot
  ) -> [String] {
    guard reference.scenario.makes.isEmpty else {
      return now.differences(from: before).map { "it failed, but: \($0)" }
    }
    return reference.problemsAtAnyMoment(now, of: "repo/")
  }

  /// With an honest server the same command does all.
  private func againProblems(
    of reference: Reference, in place: Place, _ server: LyingServer
  ) -> [String] {
    server.say(nil, seed: 0)
    let result = place.run(reference.scenario.step)
    server.rest()
    guard result.end == reference.result.end else { return ["given again: \(result.summary)"] }
    return Snapshot(place).ofClient.differences(from: reference.after.ofClient)
      .map { "given again: \($0)" }
  }
}

extension Snapshot {
  /// The part of it that the server has no part in.
  fileprivate var ofClient: Snapshot {
    var copy = self
    copy.references = references.filter { !$0.key.hasPrefix("remote.git/") }
    copy.files = files.filter { !$0.key.hasPrefix("remote.git/") && $0.key != "home/.gitconfig" }
    return copy
  }
}
