import Foundation
import Testing

@Suite("many writers at once")
struct ConcurrencyTests {
  static let writers = 8
  /// The updates of each, of which `FORK_RACE_UPDATES` asks for more.
  static let updates =
    ProcessInfo.processInfo.environment["FORK_RACE_UPDATES"].flatMap(Int.init) ?? 4

  @Test("eight processes, each of which updates a document of its own again and again")
  func ownDocuments() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await Self.race { writer, update in
      try await sandbox.fork(
        "update", "writer-\(writer).json", "-m", "\(writer)/\(update)",
        input: #"{"update": \#(update)}"#
      ).succeed()
    }
    try await Self.requireEveryVersion(in: sandbox, since: 1)
    try await sandbox.expectSound()
  }

  @Test("eight processes that edit one document again and again, bare; each undo finds its way")
  func oneDocument() async throws {
    let sandbox = try await Sandbox.withRepository(bare: true)
    try await sandbox.fork("update", "a.json", input: "{}").succeed()
    try await Self.race { writer, update in
      try await sandbox.play(
        "fork update a.json -m '\(writer)/\(update)' --set '/writer-\(writer)=\(update)'")
    }
    try await Self.requireEveryVersion(in: sandbox, since: 2)
    let document = try await sandbox.fork("get", "a.json").text
    for writer in 0..<Self.writers {
      #expect(document.contains(#""writer-\#(writer)":\#(Self.updates - 1)"#))
    }
    let log = try await sandbox.fork("undo", "--list", "-n", "1000").succeed().text
    #expect(log.components(separatedBy: "update: a.json").count == Self.writers * Self.updates + 2)
    for _ in 0..<Self.writers { try await sandbox.fork("undo").succeed() }
    try await sandbox.git("fsck", "--strict", "--no-dangling").succeed()
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
    try await sandbox.expectSound()
  }

  private static func race(
    _ update: @escaping @Sendable (_ writer: Int, _ update: Int) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          for number in 0..<updates { try await update(writer, number) }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Every version is there once, and each writer's in its order.
  private static func requireEveryVersion(in sandbox: Sandbox, since first: Int) async throws {
    let subjects = try await sandbox.git("log", "--reverse", "--format=%s", "main").lines
      .dropFirst(first)
    #expect(subjects.count == writers * updates)
    for writer in 0..<writers {
      let own = subjects.filter { $0.hasPrefix("\(writer)/") }
      #expect(own == (0..<updates).map { "\(writer)/\($0)" })
    }
  }
}
