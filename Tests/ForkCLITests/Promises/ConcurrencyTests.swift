import Testing

@Suite("many writers at once")
struct ConcurrencyTests {
  static let writers = 8
  static let updates = 100

  @Test(
    "eight processes with a hundred updates each make eight hundred versions",
    arguments: [false, true])
  func everyUpdateIsThere(bare: Bool) async throws {
    let world = try await World.withRepository(bare: bare)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<Self.writers {
        group.addTask { try await Self.write(writer, in: world) }
      }
      try await group.waitForAll()
    }
    let count = try await world.git("rev-list", "--count", "main").line
    #expect(count == String(Self.writers * Self.updates + 1))
    for writer in 0..<Self.writers {
      let subjects = try await world.git(
        "log", "--reverse", "--format=%s", "main", "--", "writer-\(writer).json"
      ).lines
      #expect(subjects == (0..<Self.updates).map { "writer \(writer), update \($0)" })
    }
    #expect(try await world.isSound(bare: bare))
  }

  private static func write(_ writer: Int, in world: World) async throws {
    for update in 0..<updates {
      try await world.fork(
        "update", "writer-\(writer).json", "-m", "writer \(writer), update \(update)",
        input: #"{"update": \#(update)}"#
      ).succeed()
    }
  }
}
