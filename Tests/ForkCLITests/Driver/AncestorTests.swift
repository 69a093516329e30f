import Testing

/// Histories that cross: git merges several common ancestors first.
@Suite("the merge driver and several common ancestors")
struct AncestorTests {
  /// `left` and `right` begin with one conflicting and one other change each, merge each other, resolve the conflict
  /// each in its own way, and go on.
  private func crossed(schema: String? = nil, driven: Bool = true) async throws -> Sandbox {
    try await Sandbox.shared(schema ?? "", driven) {
      let sandbox = try await Sandbox.withDriver(lines(9, 9, 9), schema: schema)
      if !driven { try await sandbox.git("config", "--remove-section", "merge.fork").succeed() }
      try await sandbox.branch("left")
      try await sandbox.commit(lines(1, 9, 9), "left", on: "2026-01-02")
      try await sandbox.branch("right", at: "main")
      try await sandbox.commit(lines(2, 9, 9), "right", on: "2026-01-03")
      for branch in ["left", "right"] {
        try await sandbox.git("tag", branch + "-before", branch).succeed()
      }
      for (branch, other, merged) in [("left", "right", 1), ("right", "left", 2)] {
        try await sandbox.git("checkout", "-q", branch).succeed()
        if try await sandbox.git("merge", "-q", "--no-edit", other + "-before").status != 0 {
          try sandbox.write(lines(merged, 9, 9), to: "data/a.json")
          try await sandbox.goOn("merge")
        }
      }
      for (branch, property, day) in [("left", "b", "2026-01-04"), ("right", "c", "2026-01-05")] {
        try await sandbox.git("checkout", "-q", branch).succeed()
        let text = try sandbox.read("data/a.json")
        try await sandbox.commit(
          text.replacing("\"\(property)\": 9", with: "\"\(property)\": 1"), branch + " goes on",
          on: day)
      }
      #expect(try await sandbox.git("merge-base", "--all", "left", "right").lines.count == 2)
      return sandbox
    }
  }

  @Test(
    "a conflict between the merge bases is not reported again: this merge is by property",
    arguments: [true, false])
  func conflict(withAncestorDriver: Bool) async throws {
    let sandbox = try await crossed()
    if !withAncestorDriver {
      try await sandbox.git("config", "--unset", "merge.fork.recursive").succeed()
    }
    let merge = try await sandbox.git("merge", "left").expect(status: 1)
    let text = try sandbox.read("data/a.json")
    if withAncestorDriver {
      #expect(
        text == "{\n<<<<<<< HEAD\n  \"a\": 2,\n=======\n  \"a\": 1,\n>>>>>>> left\n"
          + "  \"b\": 1,\n  \"c\": 1\n}\n", "\(merge)")
    } else {
      #expect(merge.errorText.contains("base is not a JSON document"), "\(merge)")
    }
    try await sandbox.fork("resolve", "--take", "ours").succeed()
    if withAncestorDriver { #expect(try sandbox.read("data/a.json") == lines(2, 1, 1)) }
    try await sandbox.goOn("merge")
    try await sandbox.expectSound()
  }

  @Test("the base that is shown is that of the merge bases")
  func base() async throws {
    let sandbox = try await crossed()
    try await sandbox.git("config", "merge.conflictStyle", "diff3").succeed()
    try await sandbox.git("merge", "left").expect(status: 1)
    #expect(
      try sandbox.read("data/a.json").contains(
        "||||||| merged common ancestors\n  \"a\": 9,\n====="))
    try await sandbox.expectSound(leaving: ["UU a.json"])
  }

  @Test("with a schema: the result of fork merge, to the byte")
  func sameAsForkMerge() async throws {
    let sandbox = try await crossed(schema: newestWins)
    try await sandbox.git("merge", "-q", "--no-edit", "left").succeed()
    let driven = try sandbox.read("data/a.json")
    #expect(driven == lines(2, 1, 1))
    try await sandbox.expectSound()
    try await sandbox.play("git reset -q --hard HEAD~", "fork merge left")
    #expect(try sandbox.read("data/a.json") == driven)
    try await sandbox.expectSound()
  }
}
