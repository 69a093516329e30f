import Testing

/// Histories that cross: git merges several common ancestors first.
@Suite("the merge driver and several common ancestors")
struct AncestorTests {
  /// `left` and `right` begin with one conflicting and one other change each, merge each other, settle the conflict
  /// each in its own way, and go on.
  private func crossed(schema: String? = nil, driven: Bool = true) async throws -> World {
    let world = try await World.withDriver(lines(9, 9, 9), schema: schema)
    if !driven { try await world.git("config", "--remove-section", "merge.fork").succeed() }
    try await world.branch("left")
    try await world.commit(lines(1, 9, 9), "left", on: "2026-01-02")
    try await world.branch("right", at: "main")
    try await world.commit(lines(2, 9, 9), "right", on: "2026-01-03")
    for branch in ["left", "right"] {
      try await world.git("tag", branch + "-before", branch).succeed()
    }
    for (branch, other, settled) in [("left", "right", 1), ("right", "left", 2)] {
      try await world.git("checkout", "-q", branch).succeed()
      if try await world.git("merge", "-q", "--no-edit", other + "-before").status != 0 {
        try world.write(lines(settled, 9, 9), to: "data/a.json")
        try await world.goOn("merge")
      }
    }
    for (branch, property, day) in [("left", "b", "2026-01-04"), ("right", "c", "2026-01-05")] {
      try await world.git("checkout", "-q", branch).succeed()
      let text = try world.read("data/a.json")
      try await world.commit(
        text.replacing("\"\(property)\": 9", with: "\"\(property)\": 1"), branch + " goes on",
        on: day)
    }
    #expect(try await world.git("merge-base", "--all", "left", "right").lines.count == 2)
    return world
  }

  @Test(
    "a conflict of the ancestors stays theirs: this merge is by property", arguments: [true, false])
  func conflict(withAncestorDriver: Bool) async throws {
    let world = try await crossed()
    if !withAncestorDriver {
      try await world.git("config", "--unset", "merge.fork.recursive").succeed()
    }
    let merge = try await world.git("merge", "left").expect(status: 1)
    let text = try world.read("data/a.json")
    if withAncestorDriver {
      #expect(
        text == "{\n<<<<<<< HEAD\n  \"a\": 2,\n=======\n  \"a\": 1,\n>>>>>>> left\n"
          + "  \"b\": 1,\n  \"c\": 1\n}\n", "\(merge)")
    } else {
      #expect(merge.talk.contains("base is not a JSON document"), "\(merge)")
    }
    try await world.fork("resolve", "--take", "ours").succeed()
    if withAncestorDriver { #expect(try world.read("data/a.json") == lines(2, 1, 1)) }
    try await world.goOn("merge")
    try await world.expectSound()
  }

  @Test("the base that is shown is the ancestors' own")
  func base() async throws {
    let world = try await crossed()
    try await world.git("config", "merge.conflictStyle", "diff3").succeed()
    try await world.git("merge", "left").expect(status: 1)
    #expect(
      try world.read("data/a.json").contains("||||||| merged common ancestors\n  \"a\": 9,\n====="))
    try await world.expectSound(leaving: ["UU a.json"])
  }

  @Test("with a schema: what fork merge makes, to the byte")
  func sameAsForkMerge() async throws {
    let world = try await crossed(schema: newestWins)
    try await world.git("merge", "-q", "--no-edit", "left").succeed()
    let driven = try world.read("data/a.json")
    #expect(driven == lines(2, 1, 1))
    try await world.expectSound()
    try await world.git("reset", "-q", "--hard", "HEAD~").succeed()
    try await world.fork("merge", "left").succeed()
    #expect(try world.read("data/a.json") == driven)
    try await world.expectSound()
  }
}
