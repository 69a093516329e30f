import Testing

@Suite("forks that exchange")
struct ConvergenceTests {
  private static let forks = ["main", "ui", "device", "web"]

  /// A small generator, the same on every machine.
  private struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % sides
    }
  }

  /// Two histories show that the commands do it; `ForkLawTests` tries many without processes.
  @Test(
    "in any order and topology, they come to hold the same", arguments: [1, 2] as [UInt64]
  )
  func anyTopology(seed: UInt64) async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"n":0,"a":0,"b":0,"list":[{"id":1,"t":0},{"id":2,"t":0}]}"#,
      schema: #"{"x-documents":{"*.json":{"properties":{"n":{"x-merge":"counterMerge"}}}}}"#)
    for fork in Self.forks.dropFirst(2) { try await sandbox.fork("create", fork).succeed() }
    var dice = Dice(state: seed)
    var trail = ["seed \(seed)"]
    var increments = 0
    for step in 1...24 {
      let fork = Self.forks[dice.roll(4)]
      let other = Self.forks[dice.roll(4)]
      switch dice.roll(5) {
      case 0:
        let value = try await sandbox.fork("get", "a.json", "/n", "--fork", fork).line
        try await sandbox.set("/n=\((Int(value) ?? 0) + 1)", on: fork)
        increments += 1
        trail.append("increment \(fork)")
      case 1:
        let place = ["/a", "/b", "/list/0/t", "/list/1/t"][dice.roll(4)]
        try await sandbox.set("\(place)=\(step)", on: fork)
        trail.append("set \(place) \(fork)")
      default:
        trail.append("merge \(other) into \(fork)")
        let merge = try await sandbox.fork("merge", other, "--into", fork)
        #expect(merge.status == 0, "\(trail)\n\(merge)")
      }
    }
    try await sandbox.fork("sync", "--all").succeed()
    let tips = try await sandbox.git("for-each-ref", "--format=%(objectname)", "refs/heads").lines
    #expect(Set(tips).count == 1, "\(trail)")
    #expect(
      try await sandbox.fork("get", "a.json", "/n").line == String(increments), "\(trail)")
    #expect(try await sandbox.isSound(), "\(trail)")
  }

  @Test("eight processes that merge into one fork at once: nothing is lost")
  func concurrentMerges() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"shared":0}"#)
    let names = (1...8).map { "w\($0)" }
    for name in names {
      try await sandbox.fork("create", name).succeed()
      try await sandbox.set("/\(name)=1", on: name)
    }
    try await withThrowingTaskGroup { group in
      for name in names {
        group.addTask { try await sandbox.fork("merge", name, "--into", "main").succeed() }
        group.addTask { try await sandbox.put("{}", at: "\(name).json") }
      }
      try await group.waitForAll()
    }
    let document = try await sandbox.document()
    for name in names { #expect(document.contains(#""\#(name)":1"#)) }
    #expect(try await sandbox.fork("documents").lines.filter { $0.hasPrefix("w") }.count == 8)
    #expect(try await sandbox.isSound())
  }
}
