import Foundation
import Testing

@Suite("hostile names on a terminal")
struct HostileNameTests {
  /// Characters that change what a terminal shows: an escape sequence, a bell, a carriage return, a character of C1, and
  /// ones that change the direction of the text.
  private static let hostile = "x\u{1B}[31m\u{7}\r\u{9B}\u{202E}\u{2066}y"
  /// The part of them that git allows in the name of a fork.
  private static let hostileFork = "x\u{9B}\u{202E}\u{2066}y"

  /// A repository in which documents, other files, keys, values, forks, authors, messages and a remote have such names,
  /// with a conflict between two forks.
  private func repository() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      let (name, fork) = (Self.hostile, Self.hostileFork)
      let key = "k\u{202E}\u{9B}"
      let schema = #"{"x-default-merge": "manual", "x-documents": {"n*.json": {"type": "object"}}}"#
      try await sandbox.put(schema, at: ".fork/schema.json")
      let document = "n\u{202E}.json"
      try sandbox.write("{\"\(key)\": \"\(key)\", \"a\": 1}", to: "data/\(document)")
      try sandbox.write("1", to: "data/\(name).json")
      try sandbox.write("text", to: "data/\(name).txt")
      let author = ["GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": fork]
      try await sandbox.git("add", "-A").succeed()
      try await sandbox.git("commit", "-qm", name + "\n\n" + name, environment: author).succeed()
      try await sandbox.git("branch", fork).succeed()
      try await sandbox.git("tag", "t" + fork).succeed()
      try await sandbox.git("config", "remote.r.url", "file:///nowhere/\(fork)").succeed()
      for (branch, value) in [("main", "1"), (fork, "2")] {
        try await sandbox.fork(
          "update", document, "--fork", branch, "--set", "/\(key)=\"\(key)\(value)\"",
          environment: author
        ).succeed()
      }
      try sandbox.write("{\"\(key)\": [1]}", to: "data/\(document)")
      try sandbox.write("[]", to: "data/n\u{202E}2.json")
      try sandbox.write("2", to: "data/\(name).txt")
      return sandbox
    }
  }

  private static let commands: [[String]] = [
    ["status"], ["list"], ["diff"], ["diff", "--stat"], ["diff", "--patch"], ["diff", "--json"],
    ["diff", "main", hostileFork], ["log"], ["log", "-p"], ["log", "--stat"], ["log", "--graph"],
    ["log", "--json"], ["log", "n\u{202E}.json"], ["show"], ["show", "main~1"],
    ["blame", "n\u{202E}.json"],
    ["documents"], ["get", "n\u{202E}.json"], ["validate"], ["check"],
    ["schema", "show", "n\u{202E}.json"],
    ["schema", "check"], ["schema", "infer"], ["entities"], ["verify"], ["doctor"],
    ["remote", "list"],
    ["undo", "--list"], ["undo", "--dry-run"], ["merge", hostileFork],
    ["merge", hostileFork, "--json"],
    ["merge", hostileFork, "--dry-run", "--prefer", "ours"], ["sync", hostileFork, "--dry-run"],
    ["exchange", "r"], ["fetch", "r"], ["conflicts"], ["resolve"], ["update"],
    ["update", "--json"],
    ["get", hostile], ["get", "n.json"], ["get", hostile, "--json"], ["switch", hostile],
    ["create", hostile],
    ["create", hostileFork], ["delete", hostileFork], ["log", "--since", hostile], [hostile],
    ["status", hostile], ["status", "--" + hostile], ["get", "n\u{202E}.json#/\(hostile)"],
    ["update", "n\u{202E}.json", "--set", hostile],
    ["update", "n\u{202E}.json", "--set", "/a=\(hostile)"],
    ["restore", "n\u{202E}.json", "--at", hostile], ["merge", hostile], ["explain", hostileFork],
    ["push", hostile], ["exchange", hostile], ["rename-document", "n\u{202E}.json", hostile],
    ["reset", hostileFork, "--to", hostile], ["revert", hostileFork],
    ["remove", "n\u{202E}.json", hostile],
  ]

  @Test("no output holds a control character, nor one that turns the text")
  func harmless() async throws {
    let sandbox = try await repository()
    for (index, arguments) in Self.commands.enumerated() {
      try sandbox.write(
        ([Sandbox.program] + arguments).map(Self.quoted).joined(separator: " "), to: "c\(index)")
      let outcome = try await sandbox.run(
        "script", ["-qec", ". ../c\(index)", "/dev/null"], in: "data",
        environment: ["NO_COLOR": "1", "TERM": "dumb", "SHELL": "/bin/bash", "GIT_PAGER": "cat"])
      let text = outcome.text.replacing("\r\n", with: "\n")
      let bad = text.unicodeScalars.filter { Self.isHostile($0) }.map {
        String($0.value, radix: 16)
      }
      #expect(bad.isEmpty, "\(arguments): \(bad) in \(text.debugDescription)")
    }
  }

  private static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }

  @Test(
    "commands in messages can be pasted, whatever the name of the document",
    arguments: ["-n.json", "a b.json", "it's.json", "$(id).json", "*;&|.json"])
  func pasted(name: String) async throws {
    let sandbox = try await Sandbox.withBranches(
      "{\"k\": 1}\n", ours: "{\"k\": 2}\n", theirs: "{\"k\": 3}\n", at: name)
    func paste(_ command: String) async throws -> Outcome {
      let line = command.replacing("fork ", with: "\(Sandbox.program) ", maxReplacements: 1)
      return try await sandbox.run("sh", ["-c", line], in: "data")
    }
    let merged = try await sandbox.fork("merge", "theirs").expect(status: 1).text
    let option = try #require(merged.between("resolve with  ", "  or theirs"))
    _ = try await paste("fork merge theirs \(option)").succeed()
    try await sandbox.fork("undo").succeed()
    try await sandbox.git("merge", "theirs").expect(status: 1)
    let listed = try await sandbox.fork("conflicts").expect(status: 1).text
    let command = try #require(listed.between("resolve with  ", "  or theirs"))
    _ = try await paste(command).succeed()
    try await sandbox.git("commit", "-qm", "merged").succeed()
    let path = name.hasPrefix("-") ? "./" + name : name
    let missing = try await sandbox.fork("get", path, "/none").errorText
    let get = try #require(missing.between("'fork get ", "' shows the document"))
    _ = try await paste("fork get " + get).succeed()
  }
}

extension String {
  /// The text between the first of these marks and the next other mark.
  fileprivate func between(_ start: String, _ end: String) -> String? {
    guard let first = range(of: start), let last = self[first.upperBound...].range(of: end) else {
      return nil
    }
    return String(self[first.upperBound..<last.lowerBound])
  }
}
