import Testing

extension Sandbox {
  /// Runs a script in `data` that starts a `fork watch`, its process being `$watcher`.
  ///
  /// `await` waits for as long as it runs; `isWatching` is true once it waits for changes.
  func runWatching(_ script: String) async throws -> Outcome {
    let functions = """
      await() {
        for try in $(seq 6000); do "$@" && return; kill -0 $watcher || exit 1; sleep 0.05; done
        cat ../seen >&2; kill $watcher; exit 2
      }
      isWatching() {
        grep -qs inotify /proc/$watcher/fdinfo/* && grep -qs '^State:.S' /proc/$watcher/status
      }

      """
    return try await run(
      "bash", ["-c", functions + script], in: "data", environment: ["FORK": Sandbox.program])
  }
}

@Suite("fork watch and verify")
struct WatchTests {
  @Test("every change of any fork, by whichever program, in order, and no time spent waiting")
  func watch() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    let script = """
      "$FORK" watch --json > ../seen & watcher=$!
      await isWatching
      hasTold() { [ $(wc -l < ../seen) -ge $1 ]; }
      echo 2 | "$FORK" update a.json -q; await hasTold 1
      git branch -q by-git; await hasTold 2
      git commit -q --allow-empty -m 'by git'; await hasTold 3
      git pack-refs --all
      "$FORK" create deep/er/fork -q; await hasTold 4
      "$FORK" delete by-git --force -q; await hasTold 5
      printf '%s\\n' '{"op":"update","document":"a.json","value":3}' '{"op":"update","document":"a.json","value":4}' > ../lines
      "$FORK" batch -q < ../lines
      await hasTold 7
      wakeups() { awk '/ctxt_switches/ { count += $2 } END { print count }' /proc/$watcher/task/*/status; }
      isAtRest() { local before=$(wakeups); sleep 1; [ $(wakeups) = $before ]; }
      for try in $(seq 60); do isAtRest && echo at rest && break; done
      kill -INT $watcher; wait $watcher; echo $?
      """
    let outcome = try await sandbox.runWatching(script).succeed()
    #expect(outcome.lines == ["at rest", "130"], "\(outcome)")
    let seen = try sandbox.read("seen").split(separator: "\n").map(String.init)
    let forks = seen.compactMap { $0.firstMatch(of: /"fork":"([^"]*)"/).map { String($0.1) } }
    #expect(
      forks == ["main", "by-git", "main", "deep/er/fork", "by-git", "main", "main"], "\(seen)")
    #expect(seen.filter { $0.contains(#""message":"by git""#) }.count == 2)
  }

  @Test("changes between two reads are all printed, also those that were undone")
  func coalesced() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    let script = """
      "$FORK" watch --json > ../seen & watcher=$!
      await isWatching
      kill -STOP $watcher
      for value in 2 3; do echo $value | "$FORK" update a.json -q; "$FORK" undo -q; done
      git commit -q --allow-empty -m one; git reset -q --hard HEAD~; git commit -q --allow-empty -m two
      "$FORK" create new -q; echo 4 | "$FORK" update a.json --fork new -q
      tip=$(git rev-parse ui)
      "$FORK" delete ui --force -q; git branch ui $tip; echo 5 | "$FORK" update a.json --fork ui -q
      "$FORK" create old -q --from ui; "$FORK" rename old renamed -q
      kill -CONT $watcher
      hasToldAll() { [ $(wc -l < ../seen) -ge 13 ]; }
      await hasToldAll
      kill -INT $watcher; wait $watcher; echo $?
      """
    let outcome = try await sandbox.runWatching(script).expect(status: 0)
    #expect(outcome.lines == ["130"], "\(outcome)")
    let seen = try sandbox.read("seen").split(separator: "\n").map(String.init)
    let forks = seen.compactMap { $0.firstMatch(of: /"fork":"([^"]*)"/).map { String($0.1) } }
    let wanted = [("main", 7), ("new", 2), ("renamed", 1), ("ui", 3)]
    #expect(forks == wanted.flatMap { Array(repeating: $0.0, count: $0.1) }, "\(seen)")
  }

  @Test("-n ends it, and so does a closed output")
  func ends() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    let script = """
      "$FORK" watch --fork ui -n 1 & watcher=$!
      await isWatching
      echo 2 | "$FORK" update a.json -q; echo 3 | "$FORK" update a.json -q --fork ui
      wait $watcher; echo $?
      { "$FORK" watch & echo $! > ../watcher; wait $!; echo $? > ../status; } | head -n 1 > /dev/null &
      watcher=$!
      await [ -s ../watcher ]
      watcher=$(cat ../watcher)
      await isWatching
      echo 4 | "$FORK" update a.json -q
      wait; cat ../status
      """
    let outcome = try await sandbox.runWatching(script).succeed()
    #expect(outcome.lines.count == 3 && outcome.lines[0].hasPrefix("ui  "), "\(outcome)")
    #expect(outcome.lines[1] == "0" && outcome.lines[2] == "0", "\(outcome)")
    #expect(outcome.errorText.isEmpty, "\(outcome)")
  }

  @Test(
    "documents: the changes alone, a command for each version, and notices of what is not there yet"
  )
  func documents() async throws {
    let sandbox = try await Sandbox.withRepository()
    let script = """
      mkdir flags; echo '{"on":1,"by":"ada"}' > flags/a.json; "$FORK" update -q
      "$FORK" watch 'flags/*' 'new/**' /on /onn -n 2 --exec 'cat; echo $FORK_NAME; kill $$' > ../seen 2> ../said &
      watcher=$!
      await grep -qs '/onn' ../said; await isWatching
      for edit in '/by="bob"' /on=null /on=2; do "$FORK" update flags/a.json -q --set "$edit"; done
      wait $watcher; echo $?
      """
    let outcome = try await sandbox.runWatching(script).succeed()
    #expect(outcome.lines == ["0"], "\(outcome)")
    let seen = try sandbox.read("seen")
    #expect(seen.contains("~ /on  1 -> null\n") && !seen.contains("bob"), "\(seen)")
    #expect(seen.contains(#""pointer":"/on","old":null,"new":2}"# + "\nmain\n"), "\(seen)")
    let said = try sandbox.read("said")
    #expect(said.contains("'new/**' names no document"), "\(said)")
    #expect(said.contains("has no value at /onn; did you mean /on?"), "\(said)")
    #expect(said.split(separator: "was ended by signal 15").count == 3, "\(said)")
  }

  @Test(
    "an interrupt ends the command of --exec, with all that it has started",
    arguments: [("INT", 130), ("TERM", 143)])
  func interruptedCommand(signal: String, status: Int) async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    let script = """
      "$FORK" watch a.json --exec 'sleep 1000 & echo $! > ../child; wait' > ../seen & watcher=$!
      await isWatching
      echo 2 | "$FORK" update a.json -q
      await [ -s ../child ]
      kill -\(signal) $watcher; wait $watcher; echo $?
      hasEnded() { ! kill -0 $(cat ../child) 2> /dev/null || grep -qs '^State:.Z' /proc/$(cat ../child)/status; }
      watcher=$$; await hasEnded; echo ended
      """
    let outcome = try await sandbox.runWatching(script).succeed()
    #expect(outcome.lines == ["\(status)", "ended"], "\(outcome)")
  }
}
