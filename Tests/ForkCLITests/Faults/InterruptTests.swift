import ForkedTestSupport
import Foundation
import Testing

/// Long commands that are interrupted, at moments that a seed decides.
@Suite("an interrupt leaves everything as it was")
struct InterruptTests {
  /// A command, and what it works on.
  struct Work: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// Arguments of `fork`, as a shell reads them.
    var command: String
    /// The commands that prepare the repository.
    var preparation = ""
    /// The directory that it makes; nil: none.
    var makes: String?
  }

  static let works = [
    Work(testDescription: "merge", command: "merge ui"),
    Work(testDescription: "sync", command: "sync --all"),
    Work(testDescription: "switch", command: "switch ui"),
    Work(testDescription: "batch", command: "batch -q < ../lines"),
    Work(testDescription: "batch --atomic", command: "batch --atomic -q < ../lines"),
    Work(
      testDescription: "update", command: "update",
      preparation: "for file in *.json; do echo '{\"a\":7,\"b\":7}' > $file; done"),
    Work(testDescription: "clone", command: "clone . ../copy", makes: "copy"),
    Work(testDescription: "fetch", command: "fetch hub"),
    Work(testDescription: "exchange", command: "exchange hub"),
    Work(testDescription: "undo", command: "undo", preparation: "$FORK merge ui -q"),
    Work(testDescription: "verify", command: "verify"),
    Work(testDescription: "watch", command: "watch"),
  ]

  /// 120 documents that `main` and `ui` changed differently; a hub with another version of them, and the lines of a batch,
  /// in the git directory.
  private static func sandbox() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      let script = """
        for number in $(seq 120); do echo '{"a":1,"b":1}' > $number.json; done
        git add -A; git commit -qm base; git branch ui; git clone -q --bare . .git/hub
        sed -i 's/"b":1/"b":2/' *.json; git commit -qam ours
        git checkout -q ui; sed -i 's/"a":1/"a":2/' *.json; git commit -qam theirs
        git checkout -q -b other main~; sed -i 's/}/,"c":3}/' *.json; git commit -qam hub
        git push -q .git/hub other:main; git checkout -q main; git branch -qD other
        git remote add hub ../hub.git
        """
      try await sandbox.run("bash", ["-ec", script], in: "data").succeed()
      let lines = (0..<240).map { number in
        "{\"op\":\"update\",\"fork\":\"\(number % 2 == 0 ? "main" : "ui")\","
          + "\"document\":\"\(1 + number / 2).json\",\"set\":{\"/a\":4}}\n"
      }
      try sandbox.write(lines.joined(), to: "data/.git/lines")
      return sandbox
    }
  }

  private static func state(_ sandbox: Sandbox) async throws -> String {
    try await sandbox.run(
      "sh", ["-c", "git for-each-ref; git symbolic-ref HEAD; git ls-files -s; git status -s"],
      in: "attempt"
    ).succeed().text
  }

  /// The result of a command in a fresh copy of the repository.
  private struct Attempt {
    var outcome: Outcome
    var isUnchanged: Bool
    var seconds: Double
  }

  /// Runs the work, and stops it after a while.
  private static func attempt(
    _ work: Work, in sandbox: Sandbox, stoppedBy signal: String, after seconds: Double
  ) async throws -> Attempt {
    let copy = """
      rm -rf attempt copy hub.git; cp -a data attempt; mv attempt/.git/hub hub.git; mv attempt/.git/lines .
      cd attempt
      \(work.preparation)
      """
    let environment = ["FORK": Sandbox.program]
    try await sandbox.run("bash", ["-ec", copy], in: ".", environment: environment).succeed()
    let before = try await state(sandbox)
    // In the foreground, as else `timeout` passes a signal on twice, and the second one ends `fork` at once.
    let script =
      "timeout --foreground --preserve-status -s \(signal) \(seconds) $FORK \(work.command)"
    let start = ContinuousClock.now
    let outcome = try await sandbox.run(
      "bash", ["-c", script], in: "attempt", environment: environment)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let isSame = try await state(sandbox) == before
    let hasMade = work.makes.map(sandbox.exists) ?? false
    return Attempt(outcome: outcome, isUnchanged: isSame && !hasMade, seconds: seconds)
  }

  /// The signals with the statuses that they end with: one of them in turn for each work, or all for each where
  /// `FORK_INTERRUPTS` is `all`.
  private static func signals(for work: Work) -> [(name: String, status: Int32)] {
    let all: [(String, Int32)] = [("INT", 130), ("TERM", 143), ("HUP", 129)]
    if ProcessInfo.processInfo.environment["FORK_INTERRUPTS"] == "all" { return all }
    let index = works.firstIndex { $0.testDescription == work.testDescription } ?? 0
    return [all[index % all.count]]
  }

  @Test("or reports exactly what was done; no lock and no half of a file stays", arguments: works)
  func interrupted(work: Work) async throws {
    let seed = work.testDescription.utf8.reduce(20_261_121) { $0 &* 31 &+ UInt64($1) }
    var random = SeededGenerator(seed: seed)
    let sandbox = try await Self.sandbox()
    let isEndless = work.command == "watch"
    let whole = try await Self.attempt(
      work, in: sandbox, stoppedBy: "INT", after: isEndless ? 1 : 600)
    try whole.outcome.expect(status: isEndless ? 130 : 0)
    for (signal, status) in Self.signals(for: work) {
      let moment = Double.random(in: 0.01...max(0.02, whole.seconds), using: &random)
      let trail = "seed \(seed), SIG\(signal) after \(moment) s"
      let attempt = try await Self.attempt(work, in: sandbox, stoppedBy: signal, after: moment)
      let outcome = attempt.outcome
      #expect(outcome.status == 0 || outcome.status == status, "\(trail)\n\(outcome)")
      if outcome.status != 0, !attempt.isUnchanged {
        let isReported = ["updated already", "is stored"].contains {
          outcome.errorText.contains($0)
        }
        #expect(isReported, "\(trail)\n\(outcome)")
      }
      try await Self.expectClean(sandbox, trail)
    }
  }

  @Test("the lock of another process is waited for, with a message, and an interrupt ends that")
  func lock() async throws {
    let sandbox = try await Sandbox.withTwoForks("1")
    let state = try await sandbox.state()
    let script = """
      echo 2 > ../in.json
      rm -f ../output
      touch .git/$LOCK.lock
      "$FORK" update a.json ../in.json 2> ../output & writer=$!
      until grep -qs 'waiting for another process' ../output; do touch .git/$LOCK.lock; sleep 0.05; done
      kill -TERM $writer; wait $writer; echo $?
      rm .git/$LOCK.lock
      """
    for lock in ["index", "refs/heads/main"] {
      let outcome = try await sandbox.run(
        "bash", ["-c", script], in: "data", environment: ["FORK": Sandbox.program, "LOCK": lock]
      ).succeed()
      #expect(outcome.lines == ["143"], "\(outcome)")
      let errorText = try sandbox.read("output")
      #expect(errorText.contains("nothing was changed"), "\(errorText)")
      #expect(try await sandbox.state() == state)
    }
  }

  @Test("with nohup, a terminal that goes away stops nothing")
  func nohup() async throws {
    let sandbox = try await Sandbox.withRepository()
    let script = """
      nohup "$FORK" watch > ../seen 2> /dev/null & watcher=$!
      await isWatching
      kill -HUP $watcher
      echo 1 | "$FORK" update a.json -q
      await [ -s ../seen ]
      kill -TERM $watcher; wait $watcher; echo $?
      """
    let outcome = try await sandbox.runWatching(script).succeed()
    #expect(outcome.lines == ["143"], "\(outcome)")
  }

  private static func expectClean(_ sandbox: Sandbox, _ trail: String) async throws {
    let check = try await sandbox.git("fsck", "--strict", "--no-dangling", in: "attempt")
    #expect(check.status == 0 && check.errorText.isEmpty, "\(trail)\n\(check)")
    let verification = try await sandbox.fork("verify", in: "attempt")
    #expect(verification.text.hasPrefix("no problems found"), "\(trail)\n\(verification)")
    let left = try await sandbox.run(
      "find", [".", "-name", "*.lock", "-o", "-name", "*.tmp", "-o", "-name", "tmp_*"], in: ".")
    #expect(left.text.isEmpty, "\(trail)\n\(left)")
    try await sandbox.git("status", in: "attempt").succeed()
  }
}
