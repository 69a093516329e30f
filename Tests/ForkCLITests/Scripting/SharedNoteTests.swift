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
    try await sandbox.play("fork update note.json ../note.json", "fork create phone")

    async let program = sandbox.run("shared-note", ["data"], in: ".")
    for number in 1...10 {
      try await sandbox.play(
        #"fork update note.json --fork phone --insert '/tags/-="\#(number)"'"#, "fork merge phone")
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

  @Test("the tutorial shows the sample as it is, and the readme shows parts of it")
  func texts() throws {
    let sample = try ManualTests.text("Tests/Samples/shared-note/main.swift")
    func parts(of article: String) throws -> [String] {
      let parts = try ManualTests.text(article).components(separatedBy: "```swift\n").dropFirst()
      return parts.compactMap { $0.components(separatedBy: "```\n").first }
    }
    func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
    let tutorial = try parts(
      of: "Sources/ForkedStore/ForkedStore.docc/Tutorial-a-model-in-git.md")
    #expect(lines(tutorial.joined()) == lines(sample))
    let readme = try parts(of: "README.md")
    #expect(!readme.isEmpty)
    for part in readme { #expect(sample.contains(part), "\(part)") }
  }
}

private struct SharedNote: Codable {
  var title: String
  var tags: Set<String>
  var views: Int
}
