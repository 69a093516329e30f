import ForkedTestSupport
import Testing

@Suite("writers killed at random moments")
struct KilledWritersTests {
  @Test(
    "every acknowledged version is there once, and the next command just works",
    arguments: [false, true])
  func killed(bare: Bool) async throws {
    let sandbox = try await Sandbox.withRepository(bare: bare)
    try await sandbox.fork("update", "a.json", "-m", "first", input: "0").succeed()
    var generator = SeededGenerator(seed: 20_261_121)
    var acknowledged: [String] = ["first"]
    var usual = Duration.seconds(1)
    var trail: [String] = []
    for number in 1...30 {
      let moment = usual * Double.random(in: 0.1...1.1, using: &generator)
      let start = ContinuousClock.now
      let outcome = try await Self.update(number, killedAfter: moment, in: sandbox)
      trail.append("\(number): \(moment): \(outcome.status)")
      try #require([0, -9, 137].contains(outcome.status), "\(outcome)\n\(trail)")
      guard outcome.status == 0 else { continue }
      acknowledged.append("update \(number)")
      usual = min(usual, ContinuousClock.now - start)
    }
    let versions = try await sandbox.git("log", "--reverse", "--format=%s", "main").lines
    #expect(Set(versions).count == versions.count, "\(trail)")
    #expect(Set(acknowledged).isSubset(of: versions), "\(trail)")
    #expect(acknowledged.count < 30, "nobody was killed: \(trail)")
    try await sandbox.fork("update", "a.json", input: "\"end\"").succeed()
    #expect(try await sandbox.isSound(bare: bare), "\(trail)")
  }

  private static func update(
    _ number: Int, killedAfter moment: Duration, in sandbox: Sandbox
  ) async throws -> Outcome {
    try sandbox.write("\(number)", to: "in.json")
    let seconds = Double(moment.components.attoseconds) / 1e18 + Double(moment.components.seconds)
    return try await sandbox.run(
      "timeout",
      [
        "-s", "KILL", "\(seconds)", Sandbox.program, "update", "a.json", sandbox.path("in.json"),
        "-m", "update \(number)",
      ], in: "data")
  }
}
