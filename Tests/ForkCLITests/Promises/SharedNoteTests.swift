import Foundation
import Testing

@Suite("A Swift program and fork, on one note at the same time")
struct SharedNoteTests {
  @Test("the sample: every change of both is there in the end")
  func sample() async throws {
    let sandbox = try Sandbox()
    let schema = try await sandbox.run("shared-note", [], in: ".").succeed()
    try sandbox.write(String(decoding: schema.bytes, as: UTF8.self), to: "schema.json")
    try await sandbox.fork("init", "data", "--schema", "schema.json", in: ".").succeed()
    try sandbox.write(#"{ "title": "Fork", "tags": [], "views": 0 }"#, to: "note.json")
    try await sandbox.fork("update", "note.json", "../note.json").succeed()
    try await sandbox.fork("create", "phone").succeed()

    async let program = sandbox.run("shared-note", ["data"], in: ".")
    for number in 1...10 {
      try await sandbox.fork(
        "update", "note.json", "--fork", "phone", "--insert", "/tags/-=\"\(number)\""
      ).succeed()
      try await sandbox.fork("merge", "phone").succeed()
    }
    try await sandbox.fork("update", "note.json", "--set", "/title=\"Fork yeah\"").succeed()
    try await program.succeed()
    try await sandbox.fork("merge", "phone", "server").succeed()

    let text = try await sandbox.fork("get", "note.json").succeed().bytes
    let note = try JSONDecoder().decode(SharedNote.self, from: Data(text))
    #expect(note.views == 20)
    #expect(note.tags == Set((1...10).map(String.init)))
    #expect(note.title == "Fork yeah")
    try await sandbox.git("fsck", "--strict", "--no-dangling").succeed()
    #expect(try await sandbox.git("status", "--porcelain").bytes.isEmpty)
  }

  @Test("the article shows the sample as it is, and the readme shows parts of it")
  func texts() throws {
    let sample = try ManualTests.text("Tests/Samples/shared-note/main.swift")
    let article = try ManualTests.text(
      "Sources/ForkedStore/ForkedStore.docc/Sharing-a-value-through-git.md")
    #expect(article.contains("```swift\n\(sample)```\n"))
    let parts = try ManualTests.text("README.md").components(separatedBy: "```swift\n").dropFirst()
    #expect(!parts.isEmpty)
    for part in parts {
      let code = try #require(part.components(separatedBy: "```\n").first)
      #expect(sample.contains(code), "\(code)")
    }
  }
}

private struct SharedNote: Codable {
  var title: String
  var tags: Set<String>
  var views: Int
}
