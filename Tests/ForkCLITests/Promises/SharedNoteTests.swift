import Foundation
import Testing

@Suite("A Swift program and fork, on one note at the same time")
struct SharedNoteTests {
  @Test("the sample of the readme: every change of both is there in the end")
  func sample() async throws {
    let world = try World()
    let schema = try await world.run("shared-note", [], in: ".").succeed()
    try world.write(String(decoding: schema.bytes, as: UTF8.self), to: "schema.json")
    try await world.fork("init", "data", "--schema", "schema.json", in: ".").succeed()
    try world.write(#"{ "title": "Fork", "tags": [], "views": 0 }"#, to: "note.json")
    try await world.fork("update", "note.json", "../note.json").succeed()
    try await world.fork("create", "phone").succeed()

    async let program = world.run("shared-note", ["data"], in: ".")
    for number in 1...10 {
      try await world.fork(
        "update", "note.json", "--fork", "phone", "--insert", "/tags/-=\"\(number)\""
      ).succeed()
      try await world.fork("merge", "phone").succeed()
    }
    try await world.fork("update", "note.json", "--set", "/title=\"Fork yeah\"").succeed()
    try await program.succeed()
    try await world.fork("merge", "phone", "server").succeed()

    let text = try await world.fork("get", "note.json").succeed().bytes
    let note = try JSONDecoder().decode(SharedNote.self, from: Data(text))
    #expect(note.views == 20)
    #expect(note.tags == Set((1...10).map(String.init)))
    #expect(note.title == "Fork yeah")
    try await world.git("fsck", "--strict", "--no-dangling").succeed()
    #expect(try await world.git("status", "--porcelain").bytes.isEmpty)
  }

  @Test("the readme shows the sample as it is")
  func readme() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let sample = try String(
      contentsOf: root.appending(path: "Tests/Samples/shared-note/main.swift"), encoding: .utf8)
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(sample)```\n"))
  }
}

private struct SharedNote: Codable {
  var title: String
  var tags: Set<String>
  var views: Int
}
