import Forked
import ForkedStore
import Foundation

/// The samples of the article "Sharing a value through git", but for those of the program `shared-note`.
enum SharingArticle {
  struct Settings: Codable, Equatable, Sendable {
    var requests = 0
  }

  static func run(at url: URL) throws {
    try update(at: url)
    try mergeByProperty(at: url)
    try overwrite(url.appending(path: "settings.json"))
  }

  private static func overwrite(_ url: URL) throws {
    var settings = try JSONDecoder().decode(Settings.self, from: Data(contentsOf: url))
    settings.requests += 1
    try JSONEncoder().encode(settings).write(to: url)
    print("file:", settings.requests)
  }

  private static func update(at url: URL) throws {
    let repository = try GitRepository<Settings>(at: url, path: "settings.json")
    let settings = try ForkedResource(repository: repository)

    var value = try settings.value(in: .main) ?? Settings()
    value.requests += 1
    try settings.update(.main, with: value)

    let service = Fork(name: "service")
    try settings.create(service)
    try settings.update(service, with: value)
    try settings.syncMain(with: service)
    print("forks:", try settings.forks.map(\.name).sorted(), value.requests)
  }

  private static func mergeByProperty(at url: URL) throws {
    let repository = try GitRepository<Settings>(
      at: url, path: "settings.json", merging: .documents)
    print("documents:", try ForkedResource(repository: repository).value(in: .main)?.requests ?? 0)
  }

  /// Compiled only: `DevicesTutorial` runs an exchange.
  static func exchange(_ settings: ForkedResource<GitRepository<Settings>>) async throws {
    let exchange = try GitExchange(settings)
    await exchange.end()
  }
}
