import Foundation
import Testing

@Suite("commands, as their transcripts say")
struct TranscriptTests {
  private static let files: [TranscriptFile] = {
    do {
      return try TranscriptFile.all()
    } catch {
      Issue.record(error)
      return []
    }
  }()

  @Test("each command of a transcript prints what it says", arguments: files.flatMap(\.transcripts))
  func played(transcript: Transcript) async throws {
    let file = try #require(Self.files.first { $0.name == transcript.file })
    let sandbox = try await Sandbox.shared(file.name) {
      let sandbox = try Sandbox()
      try await sandbox.play(file.beginning, after: file.prelude)
      return sandbox
    }
    try await sandbox.play(transcript, after: file.prelude)
  }
}

extension Sandbox {
  /// Runs the commands of a transcript in one shell, and compares what they print.
  func play(_ transcript: Transcript, after prelude: String) async throws {
    let script = transcript.steps.enumerated().map { number, step in
      """
      { \(step.command)
      } > "$PRINTED/\(number).out" 2> "$PRINTED/\(number).err"; echo $? > "$PRINTED/\(number).status"
      """
    }
    try await run("mkdir", ["-p", "data", "printed"], in: ".").succeed()
    let outcome = try await run(
      "bash", ["-c", prelude + script.joined(separator: "\n")], in: "data",
      environment: ["PRINTED": path("printed")])
    for (number, step) in transcript.steps.enumerated() {
      func printed(_ ending: String) throws -> String { try read("printed/\(number).\(ending)") }
      guard exists("printed/\(number).status") else {
        let errorText = exists("printed/\(number).err") ? try printed("err") : outcome.errorText
        Issue.record("\(transcript): $ \(step.command)\ndid not end: \(errorText)")
        return
      }
      let found = try (printed("status"), printed("out"), printed("err"))
      let faults = step.faults(
        status: Int32(found.0.dropLast()) ?? -1, output: found.1, errorText: found.2)
      if !faults.isEmpty {
        Issue.record(
          """
          \(transcript): $ \(step.command)
          expected \(faults.joined(separator: "\n"))
          found status \(found.0)\(found.1)
          -- standard error --
          \(found.2)
          """)
      }
    }
  }
}
