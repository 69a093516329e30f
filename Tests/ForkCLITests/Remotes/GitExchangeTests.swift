import Forked
import ForkedGit
import ForkedStore
import Foundation
import Testing

private struct Views: Codable, Hashable, Sendable, Mergeable {
  var views: Int

  func merged(withSubordinate other: Views, commonAncestor: Views) throws -> Views {
    Views(views: views + other.views - commonAncestor.views)
  }
}

@Suite("Swift programs that exchange with a server", .timeLimit(.minutes(60)))
struct GitExchangeTests {
  private static let pace = ExchangePace(
    interval: .milliseconds(200), rest: .milliseconds(20), longestWait: .milliseconds(400))

  private func resource(
    _ directory: String, in sandbox: Sandbox, _ server: LoopbackServer
  ) throws -> ForkedResource<GitRepository<Views>> {
    let variables = sandbox.environment.merging(server.environment) { $1 }
    return try ForkedResource(
      repository: GitRepository(
        at: URL(filePath: sandbox.path(directory)), path: "views.json",
        gitEnvironment: GitEnvironment(variables: variables, user: "ada", host: "example.org")))
  }

  @Test(
    "three count at the same time, the server goes away in between: all is counted everywhere",
    arguments: [Transport.path, .git])
  func counting(transport: Transport) async throws {
    let (sandbox, server) = try await Sandbox.withHub(transport)
    try await sandbox.fork("update", "views.json", input: #"{"views":0}"#).succeed()
    try await sandbox.fork("push", environment: server.environment).succeed()
    for name in ["two", "three"] { try await sandbox.clone(server, name) }
    let places = ["data", "two", "three"]
    let resources = try places.map { try resource($0, in: sandbox, server) }
    let exchanges = try resources.map { try GitExchange($0, pace: Self.pace) }
    try await withThrowingTaskGroup { group in
      for resource in resources {
        group.addTask {
          for _ in 1...10 {
            try resource.performAtomically {
              let now = try resource.value(in: .main)?.views ?? 0
              try resource.update(.main, with: Views(views: now + 1))
            }
            try await Task.sleep(for: .milliseconds(30))
          }
        }
      }
      group.addTask {
        try await Task.sleep(for: .milliseconds(100))
        server.stop()
        try await Task.sleep(for: .milliseconds(200))
        try await server.run()
      }
      try await group.waitForAll()
    }
    // Whoever was away hears of it when it tries again.
    for resource in resources {
      var changes = resource.changeStream.makeAsyncIterator()
      while try resource.value(in: .main)?.views != 30 {
        try #require(await changes.next() != nil, "\(exchanges.map(\.state))")
      }
    }
    for exchange in exchanges { await exchange.end() }
    var tips: Set<String> = []
    for place in places {
      #expect(try await sandbox.git("status", "--porcelain", in: place).text.isEmpty)
      #expect(try await sandbox.git("fsck", "--strict", in: place).status == 0)
      tips.insert(try await sandbox.git("rev-parse", "main", in: place).line)
    }
    tips.insert(try await sandbox.git("rev-parse", "main", in: "hub.git").line)
    #expect(tips.count == 1)
    server.stop()
  }
}
