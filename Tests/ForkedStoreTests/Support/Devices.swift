import Forked
import ForkedGit
import ForkedGitTestSupport
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedStore

/// Repositories that exchange with one bare repository on this machine.
final class Devices {
  private let place: TemporaryDirectory
  var root: String { place.path }
  private let clock = TestClock()

  init(_ schema: String, _ documents: [String: String]) throws {
    place = try TemporaryDirectory()
    _ = try LocalRepository.initialize(
      at: root + "/hub.git", bare: true, initialBranch: "main",
      options: .init(environment: environment("").variables))
    try FileManager.default.createDirectory(
      atPath: root + "/first", withIntermediateDirectories: true)
    _ = try DocumentStore.initialize(bare: true, in: environment("first"))
    let first = try store("first")
    try first.repository.addRemote(named: "origin", url: root + "/hub.git")
    try set(first, ".fork/schema.json", schema)
    for (name, text) in documents { try set(first, name, text) }
    _ = try first.exchange(ExchangeRequest(main: "main"))
  }

  private func environment(_ name: String) -> ForkedStore.Environment {
    ForkedStore.Environment(
      variables: GitSettings.environment(home: root).merging(["PATH": "/usr/bin:/bin"]) { $1 },
      workingDirectory: root + "/" + name, user: "ada", host: "example.org",
      clock: { [clock] in
        clock.move(by: 1_000_000_000)
        return clock.now
      }, random: { 0 }, sleep: { _ in }, isInterrupted: { false })
  }

  func store(_ name: String) throws -> DocumentStore {
    try DocumentStore.discover(in: environment(name))
  }

  /// A new clone.
  func clone(_ name: String) throws -> DocumentStore {
    _ = try LocalRepository.initialize(
      at: root + "/" + name, bare: true, initialBranch: "main",
      options: .init(environment: environment(name).variables))
    let clone = try store(name)
    try clone.repository.addRemote(named: "origin", url: root + "/hub.git")
    _ = try clone.exchange(ExchangeRequest(main: "main"))
    return clone
  }

  func set(_ store: DocumentStore, _ document: String, _ text: String) throws {
    try store.write(document, text, on: "main")
  }

  /// The contents of a document at a revision.
  func text(_ store: DocumentStore, _ document: String, at revision: String = "main") throws
    -> String
  {
    let tree = try store.repository.tree(ofCommit: store.repository.resolve(revision: revision))
    let entry = try #require(try store.repository.entry(at: TreePath(document), in: tree))
    return String(decoding: try store.repository.blob(entry.id), as: UTF8.self)
  }
}
