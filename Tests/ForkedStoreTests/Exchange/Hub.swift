import Forked
import ForkedGit
import ForkedGitTestSupport
import ForkedStore
import ForkedTestSupport
import Foundation
import Testing

/// A bare repository on this machine, and clones of it that hold a number each.
final class Hub {
  private let place: TemporaryDirectory
  private let clock = TestClock()
  private static let document = "count.json"

  init() throws {
    place = try TemporaryDirectory()
    _ = try LocalRepository.initialize(
      at: path("hub.git"), bare: true, initialBranch: "main",
      options: .init(environment: variables))
  }

  private var variables: [String: String] { GitSettings.environment(home: place.path) }

  private func path(_ name: String) -> String { place.path + "/" + name }

  func clone(
    _ name: String, merging: ModelMerging<Tally> = .byValue
  ) throws -> ForkedResource<GitRepository<Tally>> {
    let repository = try LocalRepository.initialize(
      at: path(name), bare: true, initialBranch: "main", options: .init(environment: variables))
    try repository.addRemote(named: "origin", url: path("hub.git"))
    return try ForkedResource(
      repository: GitRepository(
        at: URL(filePath: path(name)), path: Self.document, merging: merging,
        environment: ForkedStore.Environment(variables: variables, user: "ada", host: "example.org")
      ),
      clock: { [clock] in
        clock.move(by: 1_000_000)
        return Date(timeIntervalSince1970: Double(clock.now) / 1e9)
      })
  }

  /// Exchanges once.
  @discardableResult
  func exchange(
    _ note: ForkedResource<GitRepository<Tally>>, _ request: ExchangeRequest = .init()
  ) async throws -> ExchangeReport {
    let exchange = try GitExchange(note, request, clock: ManualClock())
    let report = try await exchange.exchange()
    await exchange.end()
    return report
  }

  /// The contents of a fork of the hub.
  func count(of fork: Fork = .main) throws -> Int? {
    let repository = try GitRepository<Tally>(
      at: URL(filePath: path("hub.git")), path: Self.document,
      environment: ForkedStore.Environment(variables: variables, user: "ada", host: "example.org"))
    return try ForkedResource(repository: repository).value(in: fork)?.count
  }

  func leave() throws {
    try FileManager.default.moveItem(atPath: path("hub.git"), toPath: path("away"))
  }

  func comeBack() throws {
    try FileManager.default.moveItem(atPath: path("away"), toPath: path("hub.git"))
  }
}
