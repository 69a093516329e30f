import Forked
import ForkedModel
import ForkedStore
import Foundation

/// The samples of the article "Keeping devices in sync". They are compiled only: `DevicesTutorial` runs an exchange.
enum KeepingDevicesArticle {
  @ForkedModel
  struct Note: Codable, Sendable {
    @Merged var title: String = ""
  }

  protocol Server {
    func load() async throws -> Note
    func store(_ note: Note) async throws
  }

  protocol Screen {
    func show(_ note: Note?)
    func show(_ text: String)
    func showProgress(_ progress: ForkedStore.Progress?)
    func showInStep()
    func showEnd(_ failure: StoreError?)
    func ask<Conflict>(about conflicts: [Conflict])
  }

  static func overwrite(_ server: some Server) async throws {
    var note: Note
    note = try await server.load()
    note.title = "On the train"
    try await server.store(note)
  }

  static func exchange(at url: URL) async throws {
    let repository = try GitRepository<Note>(at: url, path: "note.json", merging: .documents)
    let note = try ForkedResource(repository: repository)
    let exchange = try GitExchange(note)

    var value = try note.value(in: .main) ?? Note()
    value.title = "On the train"
    try note.update(.main, with: value)
    await exchange.end()
  }
}

extension KeepingDevicesArticle.Screen {
  typealias Note = KeepingDevicesArticle.Note

  func observe(_ note: ForkedResource<GitRepository<Note>>) async throws {
    for await change in note.changeStream where change.fork == .main {
      show(try note.value(in: .main))
    }
  }

  func observe(_ exchange: GitExchange<Note>) async {
    for await state in exchange.states {
      switch state {
      case .exchanging(let progress): showProgress(progress)
      case .inStep: showInStep()
      case .waiting(let failure, let wait): show("\(failure.message); trying again in \(wait)")
      case .apart(let report): ask(about: report.forks.flatMap(\.conflicts))
      case .ended(let failure): showEnd(failure)
      }
    }
  }

  func exchange(
    _ note: ForkedResource<GitRepository<Note>>, by testClock: any Clock<Duration>
  ) async throws {
    let exchange = try GitExchange(
      note, pace: ExchangePace(interval: .seconds(30)), clock: testClock)
    await exchange.end()
  }
}
