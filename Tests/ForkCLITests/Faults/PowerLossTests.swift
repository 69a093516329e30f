import ForkedTestSupport
import Foundation
import Testing

/// The system calls of a program that have to do with names and syncing.
private struct Trace {
  /// A call, its paths relative to the git directory.
  struct Call {
    var name: String
    var text: String
  }

  var calls: [Call] = []

  static let isPossible =
    ChildProgram.run(
      ["strace", "-f", "-o", "/dev/null", "true"], environment: ["PATH": "/usr/bin:/bin"],
      in: "/", input: "/dev/null", output: "/dev/null", errors: "/dev/null") == 0

  init(_ text: String, directory: String) {
    for line in text.split(separator: "\n") where line.contains(" = 0") {
      let call = line.drop { $0.isNumber || $0 == " " }
      let name = String(call.prefix { $0 != "(" })
      calls.append(
        Call(name: name, text: call.replacingOccurrences(of: directory + "/.git/", with: "")))
    }
  }

  /// The index of the first call of a name with these words, from an index on.
  func first(_ name: String, _ words: String, from start: Int = 0) -> Int? {
    calls.indices.dropFirst(start).first {
      calls[$0].name == name && calls[$0].text.contains(words)
    }
  }

  func all(_ name: String, _ words: String, before end: Int) -> [Int] {
    calls.indices.prefix(end).filter {
      calls[$0].name == name && calls[$0].text.contains(words)
    }
  }
}

/// The order in which an update reaches the disk, as the system saw it.
@Suite(
  "objects are on the disk before a reference names them",
  .enabled(if: Trace.isPossible, "strace cannot be run here"))
struct PowerLossTests {
  private static func trace(_ sandbox: Sandbox, _ command: String) async throws -> Trace {
    let calls = "trace=fsync,fdatasync,rename,renameat,renameat2,link,linkat,mkdirat"
    try await sandbox.run(
      "sh", ["-c", "strace -f -y -e \(calls) -o ../trace \"$FORK\" \(command)"], in: "data",
      environment: GitSettings.none.merging(["FORK": Sandbox.program]) { $1 }
    ).succeed()
    return Trace(try sandbox.read("trace"), directory: sandbox.path("data"))
  }

  /// Holds the trace of a command that moves `main` to the order.
  private static func expectOrder(_ trace: Trace, objects: String, count: Int) throws {
    let moved = try #require(
      trace.calls.indices.first {
        trace.calls[$0].name.hasPrefix("rename")
          && trace.calls[$0].text.contains("\"refs/heads/main\"")
      })
    let named = trace.calls.indices.prefix(moved).filter {
      ["linkat", "renameat"].contains(trace.calls[$0].name)
        && trace.calls[$0].text.contains("\"\(objects)")
    }
    #expect(named.count >= count, "\(trace.calls.map(\.text).joined(separator: "\n"))")
    let first = try #require(named.first)
    #expect(trace.all("fsync", "<\(objects)", before: first).count >= count)
    for place in named {
      let target = try #require(
        trace.calls[place].text.split(separator: "\"").last {
          $0.hasPrefix(objects)
        })
      let directory = target.prefix(upTo: try #require(target.lastIndex(of: "/")))
      let synced = try #require(trace.first("fsync", "<\(directory)>", from: place))
      #expect(synced < moved, "\(directory)")
    }
    for made in trace.all("mkdirat", "\"objects/", before: moved) {
      let synced = try #require(trace.first("fsync", "<objects>", from: made))
      #expect(synced < moved)
    }
    #expect(!trace.all("fsync", "<refs/heads/", before: moved).isEmpty)
    #expect(trace.first("fsync", "<refs/heads>", from: moved) != nil)
  }

  @Test("objects of their own, their directories, the reference, its directory")
  func update() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write("1", to: "data/a.json")
    try await sandbox.fork("update", "-q").succeed()
    try sandbox.write("2", to: "data/a.json")
    try Self.expectOrder(
      try await Self.trace(sandbox, "update -q"), objects: "objects/", count: 3)
  }

  @Test("a pack and its index, their directory, the reference, its directory")
  func pack() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write("1", to: "data/a.json")
    try await sandbox.fork("update", "-q").succeed()
    let lines = (0..<200).map {
      "{\"op\":\"update\",\"document\":\"\($0).json\",\"value\":\($0)}\n"
    }
    try sandbox.write(lines.joined(), to: "lines")
    try Self.expectOrder(
      try await Self.trace(sandbox, "batch --atomic -q < ../lines"), objects: "objects/pack/",
      count: 2)
  }

  @Test("core.fsync is respected")
  func configuration() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.git("config", "core.fsync", "none").succeed()
    try sandbox.write("1", to: "data/a.json")
    let trace = try await Self.trace(sandbox, "update -q")
    #expect(trace.first("fsync", "") == nil)
    #expect(trace.calls.contains { $0.name.hasPrefix("rename") })
  }
}
