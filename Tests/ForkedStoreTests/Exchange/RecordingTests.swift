import Forked
import Foundation
import Testing

@testable import ForkedStore

/// What was done at a remote, or here, before it could not be recorded.
@Suite("an error after the last step that counts")
struct RecordingTests {
  /// Two devices, of which the second one cannot write a reference, since one below it is in the way.
  private func blocked(
    _ reference: String, _ act: (DocumentStore, Devices) throws -> Void
  ) throws -> StoreError? {
    let devices = try Devices("{}", ["a.json": "1"])
    let store = try devices.clone("second")
    let directory = "\(devices.root)/second/\(reference)"
    try? FileManager.default.removeItem(atPath: directory)
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    let commit = try store.repository.resolve(revision: "main")
    try Data("\(commit.hex)\n".utf8).write(to: URL(filePath: directory + "/below"))
    return #expect(throws: (any Error).self) { try act(store, devices) }
      .map(StoreError.init(translating:))
  }

  @Test("names the forks that a push has updated")
  func push() throws {
    let error = try blocked("refs/remotes/origin/main") { store, devices in
      try devices.set(store, "a.json", "2")
      defer {
        let hub = Result { try devices.text(devices.clone("third"), "a.json") }
        #expect((try? hub.get()) == "2")
      }
      _ = try store.push(["main"], all: false, deleting: false, to: nil)
    }
    #expect(error?.message.hasSuffix("; pushed: 'main'") ?? false, "\(error?.message ?? "")")
  }

  @Test("names the fork that was created from the remote's")
  func creation() throws {
    let error = try blocked("refs/fork/shared/origin/far") { store, devices in
      let first = try devices.store("first")
      _ = try first.createFork("far")
      _ = try first.push(["far"], all: false, deleting: false, to: nil)
      _ = try store.fetch(from: nil, prune: false)
      _ = try store.createFork("far", from: "origin/far")
    }
    #expect(
      error?.message.hasSuffix("; the fork 'far' was created") ?? false,
      "\(error?.message ?? "")")
  }
}
