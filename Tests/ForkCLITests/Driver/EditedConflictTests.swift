import Foundation
import Testing

/// Files with markers in which a person worked before `fork resolve`.
@Suite("fork resolve keeps what a person wrote into a marked file")
struct EditedConflictTests {
  /// A conflict at `/b`; `/a` and `/c` are merged.
  private func conflict(
    schema: String? = nil, withDriver: Bool = true
  ) async throws -> World {
    let world = try await World.withBranches(
      lines(1, 1, 1), ours: lines(2, 2, 1), theirs: lines(1, 3, 2), schema: schema)
    if !withDriver { try await world.fork("uninstall").succeed() }
    try await world.git("merge", "theirs").expect(status: 1)
    return world
  }

  private func edit(_ world: World, _ old: String, _ new: String) throws {
    let text = try world.read("data/a.json")
    try #require(text.contains(old), "\(text)")
    try world.write(text.replacing(old, with: new), to: "data/a.json")
  }

  @Test(
    "properties outside of the conflict, whatever settles it, and what remains keeps its markers")
  func uncontested() async throws {
    for last in [["a.json#/b=theirs"], ["--take", "theirs"], ["a.json#/b=3"]] {
      let world = try await conflict()
      try edit(world, "\"a\": 2", "\"a\": 7")
      try edit(world, "\"c\": 2", "\"c\": 8,\n  \"d\": [ 9 ]")
      let before = try world.read("data/a.json")
      try await world.fork("resolve").expect(status: 1)
      #expect(try world.read("data/a.json") == before)
      try await world.run("fork", ["resolve"] + last, in: "data").succeed()
      #expect(
        try world.read("data/a.json")
          == "{\n  \"a\": 7,\n  \"b\": 3,\n  \"c\": 8,\n  \"d\": [ 9 ]\n}\n")
      try await world.goOn("merge")
      try await world.expectSound()
    }
  }

  @Test("the value of a side, edited between the markers")
  func side() async throws {
    let world = try await conflict()
    try edit(world, "\"b\": 3", "\"b\": 33")
    let listed = try await world.fork("conflicts", "--json").expect(status: 1).line
    #expect(listed.contains(#""ours":2,"theirs":33"#))
    try await world.fork("resolve", "--take", "theirs").succeed()
    #expect(try world.read("data/a.json") == lines(2, 33, 2))
    try await world.expectSound(leaving: ["M  a.json"])
  }

  @Test("after git's own merge too, and git's markers around more than the conflict")
  func withoutDriver() async throws {
    let world = try await conflict(withDriver: false)
    try edit(world, "{\n<<<<", "{\n  \"z\": 0,\n<<<<")
    try await world.fork("resolve").expect(status: 1)
    let text = try world.read("data/a.json")
    #expect(text.contains("\"z\": 0") && text.contains("\"a\": 2") && text.contains("\"c\": 2"))
    #expect(try world.markers() == ["<<<<<<< HEAD", ">>>>>>> theirs"])
    try await world.fork("resolve", "a.json#/b=ours").succeed()
    #expect(try world.read("data/a.json") == "{\n  \"z\": 0,\n" + lines(2, 2, 2).dropFirst(2))
    try await world.expectSound(leaving: [" D .gitattributes", "M  a.json"])
  }

  @Test("a counter that was merged before counts once")
  func counter() async throws {
    let schema =
      #"{"x-default-merge":"manual","x-documents":{"*.json":{"properties":{"a":{"x-merge":"counterMerge"}}}}}"#
    let world = try await World.withBranches(
      lines(1, 1), ours: lines(3, 2), theirs: lines(4, 3), schema: schema)
    try await world.git("merge", "theirs").expect(status: 1)
    try edit(world, "\"c\": 1", "\"c\": 5")
    try await world.fork("resolve", "a.json#/b=ours").succeed()
    #expect(try world.read("data/a.json") == lines(6, 2, 5))
    try await world.expectSound(leaving: ["M  a.json"])
  }

  @Test("beside duplicate keys, and under them")
  func duplicateKeys() async throws {
    func text(_ lines: String) -> String {
      lines.replacing("{\n", with: "{\n  \"k\": 1,\n  \"k\": 2,\n")
    }
    for (old, new) in [("\"k\": 2", "\"k\": 2"), ("  \"k\": 2,\n", ""), ("\"k\": 2", "\"k\": 7")] {
      let world = try await World.withBranches(
        text(lines(1, 1, 1)), ours: text(lines(2, 2, 1)), theirs: text(lines(1, 3, 2)))
      try await world.git("merge", "theirs").expect(status: 1)
      #expect(try world.markers() == ["<<<<<<< HEAD", ">>>>>>> theirs"])
      try edit(world, "\"c\": 2", "\"c\": 8")
      try edit(world, old, new)
      try await world.fork("resolve", "--take", "theirs").succeed()
      #expect(try world.read("data/a.json") == text(lines(2, 3, 8)).replacing(old, with: new))
      try await world.expectSound(leaving: ["M  a.json"])
    }
  }

  @Test("what cannot be read is left to the person")
  func unreadable() async throws {
    let world = try await conflict()
    try edit(world, "\"a\": 2,", "\"a\": 2, // why?")
    let text = try world.read("data/a.json")
    try await world.fork("resolve", "--take", "ours").fail(73, saying: "by hand", "--merge a.json")
    #expect(try world.read("data/a.json") == text)
    try await world.git("checkout", "--merge", "a.json").succeed()
    try await world.fork("resolve", "--take", "ours").succeed()
    #expect(try world.read("data/a.json") == lines(2, 2, 2))
    try await world.expectSound(leaving: ["M  a.json"])
  }
}
