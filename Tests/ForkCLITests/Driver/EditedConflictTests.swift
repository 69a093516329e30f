import Foundation
import Testing

/// Files with markers that the user edited before `fork resolve`.
@Suite("fork resolve keeps what the user wrote into a marked file")
struct EditedConflictTests {
  /// A conflict at `/b`; `/a` and `/c` are merged.
  private func conflict(
    schema: String? = nil, withDriver: Bool = true
  ) async throws -> Sandbox {
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1, 1), ours: lines(2, 2, 1), theirs: lines(1, 3, 2), schema: schema)
    if !withDriver { try await sandbox.fork("uninstall").succeed() }
    try await sandbox.git("merge", "theirs").expect(status: 1)
    return sandbox
  }

  private func edit(_ sandbox: Sandbox, _ old: String, _ new: String) throws {
    let text = try sandbox.read("data/a.json")
    try #require(text.contains(old), "\(text)")
    try sandbox.write(text.replacing(old, with: new), to: "data/a.json")
  }

  @Test(
    "properties outside of the conflict, whatever resolves it, and what remains keeps its markers")
  func withoutConflict() async throws {
    for last in [["a.json#/b=theirs"], ["--take", "theirs"], ["a.json#/b=3"]] {
      let sandbox = try await conflict()
      try edit(sandbox, "\"a\": 2", "\"a\": 7")
      try edit(sandbox, "\"c\": 2", "\"c\": 8,\n  \"d\": [ 9 ]")
      let before = try sandbox.read("data/a.json")
      try await sandbox.fork("resolve").expect(status: 1)
      #expect(try sandbox.read("data/a.json") == before)
      try await sandbox.run("fork", ["resolve"] + last, in: "data").succeed()
      #expect(
        try sandbox.read("data/a.json")
          == "{\n  \"a\": 7,\n  \"b\": 3,\n  \"c\": 8,\n  \"d\": [ 9 ]\n}\n")
      try await sandbox.goOn("merge")
      try await sandbox.expectSound()
    }
  }

  @Test("the value of a side, edited between the markers")
  func side() async throws {
    let sandbox = try await conflict()
    try edit(sandbox, "\"b\": 3", "\"b\": 33")
    try await sandbox.fork("conflicts", "--json").prints(#""ours":2,"theirs":33"#, status: 1)
    try await sandbox.fork("resolve", "--take", "theirs").succeed()
    #expect(try sandbox.read("data/a.json") == lines(2, 33, 2))
    try await sandbox.expectSound(leaving: ["M  a.json"])
  }

  @Test(
    "the value of a side, edited back to the merge base's", arguments: ["merge", "diff3"], [2, 3])
  func backToBase(style: String, edited: Int) async throws {
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1, 1), ours: lines(2, 2, 1), theirs: lines(1, 3, 2))
    try await sandbox.git("config", "merge.conflictStyle", style).succeed()
    try await sandbox.git("merge", "theirs").expect(status: 1)
    try edit(sandbox, "\"b\": \(edited)", "\"b\": 1")
    let (ours, theirs) = edited == 2 ? (1, 3) : (2, 1)
    for _ in 1...2 {
      try await sandbox.fork("resolve").expect(status: 1)
      try await sandbox.fork("conflicts", "--json").prints(
        #""base":1,"ours":\#(ours),"theirs":\#(theirs)"#, status: 1)
      #expect(try sandbox.markers() == ["<<<<<<< HEAD", ">>>>>>> theirs"])
    }
    #expect(try !sandbox.read("data/a.json").contains("null"))
    try await sandbox.fork("resolve", "--take", edited == 2 ? "ours" : "theirs").succeed()
    #expect(try sandbox.read("data/a.json") == lines(2, 1, 2))
    try await sandbox.expectSound(leaving: ["M  a.json"])
  }

  @Test("the value of a side, edited back to the merge base's, beside a deletion and an element")
  func backToBaseBesideDeletion() async throws {
    func text(_ value: Int?, _ element: Int) -> String {
      let member = value.map { "  \"b\": \($0),\n" } ?? ""
      return "{\n\(member)  \"l\": [\n    { \"id\": 7, \"v\": \(element) }\n  ],\n  \"z\": 0\n}\n"
    }
    let sandbox = try await Sandbox.withBranches(
      text(1, 1), ours: text(nil, 2), theirs: text(3, 3))
    try await sandbox.git("config", "fork.conflicts", "manual").succeed()
    try await sandbox.git("merge", "theirs").expect(status: 1)
    try edit(sandbox, "\"b\": 3", "\"b\": 1")
    try edit(sandbox, "\"v\": 2", "\"v\": 1")
    try await sandbox.fork("resolve").expect(status: 1)
    try await sandbox.fork("conflicts", "--json").prints(
      #""base":1,"theirs":1"#, #""base":1,"ours":1,"theirs":3"#, status: 1)
    try await sandbox.fork("resolve", "a.json#/b=theirs", "a.json#/l/0/v=ours").succeed()
    let resolved = try sandbox.read("data/a.json")
    #expect(resolved.filter { !$0.isWhitespace } == text(1, 1).filter { !$0.isWhitespace })
  }

  @Test("after git's own merge too, and git's markers around more than the conflict")
  func withoutDriver() async throws {
    let sandbox = try await conflict(withDriver: false)
    try edit(sandbox, "{\n<<<<", "{\n  \"z\": 0,\n<<<<")
    try await sandbox.fork("resolve").expect(status: 1)
    let text = try sandbox.read("data/a.json")
    #expect(text.contains("\"z\": 0") && text.contains("\"a\": 2") && text.contains("\"c\": 2"))
    #expect(try sandbox.markers() == ["<<<<<<< HEAD", ">>>>>>> theirs"])
    try await sandbox.fork("resolve", "a.json#/b=ours").succeed()
    #expect(try sandbox.read("data/a.json") == "{\n  \"z\": 0,\n" + lines(2, 2, 2).dropFirst(2))
    try await sandbox.expectSound(leaving: [" D .gitattributes", "M  a.json"])
  }

  @Test("a counter that was merged before counts once")
  func counter() async throws {
    let schema =
      #"{"x-default-merge":"manual","x-documents":{"*.json":{"properties":{"a":{"x-merge":"counterMerge"}}}}}"#
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(3, 2), theirs: lines(4, 3), schema: schema)
    try await sandbox.git("merge", "theirs").expect(status: 1)
    try edit(sandbox, "\"c\": 1", "\"c\": 5")
    try await sandbox.fork("resolve", "a.json#/b=ours").succeed()
    #expect(try sandbox.read("data/a.json") == lines(6, 2, 5))
    try await sandbox.expectSound(leaving: ["M  a.json"])
  }

  @Test("beside duplicate keys, and under them")
  func duplicateKeys() async throws {
    func text(_ lines: String) -> String {
      lines.replacing("{\n", with: "{\n  \"k\": 1,\n  \"k\": 2,\n")
    }
    for (old, new) in [("\"k\": 2", "\"k\": 2"), ("  \"k\": 2,\n", ""), ("\"k\": 2", "\"k\": 7")] {
      let sandbox = try await Sandbox.withBranches(
        text(lines(1, 1, 1)), ours: text(lines(2, 2, 1)), theirs: text(lines(1, 3, 2)))
      try await sandbox.git("merge", "theirs").expect(status: 1)
      #expect(try sandbox.markers() == ["<<<<<<< HEAD", ">>>>>>> theirs"])
      try edit(sandbox, "\"c\": 2", "\"c\": 8")
      try edit(sandbox, old, new)
      try await sandbox.fork("resolve", "--take", "theirs").succeed()
      #expect(try sandbox.read("data/a.json") == text(lines(2, 3, 8)).replacing(old, with: new))
      try await sandbox.expectSound(leaving: ["M  a.json"])
    }
  }

  @Test("what cannot be read is left to the user")
  func unreadable() async throws {
    let sandbox = try await conflict()
    try edit(sandbox, "\"a\": 2,", "\"a\": 2, # why?")
    let text = try sandbox.read("data/a.json")
    try await sandbox.fork("resolve", "--take", "ours").fail(
      73, printing: "by hand", "--merge a.json")
    #expect(try sandbox.read("data/a.json") == text)
    try await sandbox.play("git checkout --merge a.json", "fork resolve --take ours")
    #expect(try sandbox.read("data/a.json") == lines(2, 2, 2))
    try await sandbox.expectSound(leaving: ["M  a.json"])
  }
}
