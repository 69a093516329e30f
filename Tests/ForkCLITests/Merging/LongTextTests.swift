import Foundation
import Testing

@Suite("long texts")
struct LongTextTests {
  @Test("what differs behind the first 80 characters is shown by conflicts, merge and explain")
  func differing() async throws {
    let long = String(repeating: "The same words again and again. ", count: 10)
    let value = { (word: String) in "{\"text\":\"\(long)\(word) at the end\"}" }
    let sandbox = try await Sandbox.withTwoForks(
      value("base"), schema: #"{"x-default-merge":"manual"}"#)
    try await sandbox.put(value("blackbird"))
    try await sandbox.put(value("blackboard"), on: "ui")
    let merge = try await sandbox.fork("merge", "ui").expect(status: 1)
    try await sandbox.git("merge", "ui").expect(status: 1)
    let conflicts = try await sandbox.fork("conflicts").expect(status: 1)
    for outcome in [merge, conflicts] {
      let lines = outcome.lines
      for (side, word) in [("ours", "blackbird"), ("theirs", "blackboard"), ("base", "base")] {
        let line = lines.first { $0.hasPrefix("  \(side) ") } ?? ""
        #expect(line.contains("again. \(word) at the end"), "\(outcome)")
        #expect(line.count < 180, "\(line)")
      }
    }
    try await sandbox.play("git merge --abort", "fork merge ui --resolve a.json#/text=theirs")
    try await sandbox.fork("explain", "HEAD").prints(
      "again. blackbird at the end", "again. blackboard at the end")
  }

  @Test("a long text that stands alone is cut as before")
  func alone() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"a":"x"}"#, schema: #"{"x-default-merge":"manual"}"#)
    try await sandbox.put("{}")
    try await sandbox.set("/a=\"\(String(repeating: "y", count: 100))\"", on: "ui")
    try await sandbox.fork("merge", "ui").prints("nothing", status: 1)
  }

  @Test("of many decisions that are alike a few are shown, and all with --verbose or as JSON")
  func alike() async throws {
    let document = { (value: Int) in
      "{" + (1...117).map { "\"p\($0)\":\(value)" }.joined(separator: ",") + "}"
    }
    let sandbox = try await Sandbox.withTwoForks(document(0))
    try await sandbox.put(document(1))
    try await sandbox.put(document(2), on: "ui")
    let brief = try await sandbox.fork("merge", "ui", "--dry-run").succeed()
    #expect(brief.lines.count { $0.contains("a.json#/p") } == 3, "\(brief)")
    #expect(brief.text.contains("and 114 more in a.json (--verbose"), "\(brief)")
    let verbose = try await sandbox.fork("merge", "ui", "--dry-run", "--verbose").succeed()
    #expect(verbose.lines.count { $0.contains("a.json#/p") } == 117)
    #expect(!verbose.text.contains("more in"))
    let json = try await sandbox.fork("merge", "ui", "--dry-run", "--json").succeed()
    #expect(json.text.components(separatedBy: "\"pointer\"").count == 118)
  }
}
