import Foundation
import Testing

@Suite("progress of long work")
struct ProgressTests {
  private static func lines(_ count: Int) -> String {
    (0..<count).map { number in
      "{\"op\":\"update\",\"document\":\"\(number % 5).json\",\"value\":\(number)}\n"
    }.joined()
  }

  /// The text that a terminal gets if only the command's standard error goes to it. No work is too short for a line.
  private static func errorText(
    of command: String, in sandbox: Sandbox, terminal: String = "xterm"
  ) async throws -> String {
    try await sandbox.run(
      "script", ["-qefc", "\(Sandbox.program) \(command)", "/dev/null"], in: "data",
      environment: ["TERM": terminal, "GIT_PROGRESS_DELAY": "0"]
    ).succeed().text
  }

  @Test("kind and number, on a terminal alone; the data is the same, and the line is removed")
  func batch() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write(Self.lines(60), to: "lines")
    let errorText = try await Self.errorText(of: "batch < ../lines > ../out", in: sandbox)
    let drawn = errorText.matches(
      of: #/\r\x1B\[K\x1B\[\?7lapplying changes: (\d+)(?: \([\d,]+/s\))?\x1B\[\?7h/#)
    #expect(!drawn.isEmpty, "\(errorText.debugDescription)")
    #expect(errorText.hasSuffix("\r\u{1B}[K"), "\(errorText.debugDescription)")
    let counts = drawn.compactMap { Int($0.output.1) }
    #expect(counts == counts.sorted() && counts.allSatisfy { $0 <= 60 })
    let out = try sandbox.read("out").split(separator: "\n")
    #expect(out.count == 60 && out.allSatisfy { $0.hasPrefix(#"{"ok":true,"#) })

    let piped = try await sandbox.fork("batch", input: Self.lines(60)).succeed()
    #expect(piped.errorText.isEmpty)
  }

  @Test("a clone: the objects that arrive, and the files that are written")
  func clone() async throws {
    let sandbox = try await Sandbox.withRepository()
    let script =
      #"for n in $(seq 40); do echo "{\"n\":$n}" > $n.json; done; git add -A; git commit -qm all"#
    try await sandbox.run("bash", ["-ec", script], in: "data").succeed()
    let errorText = try await Self.errorText(of: "clone ../data ../copy > ../out", in: sandbox)
    #expect(
      errorText.contains(#/writing files: \d+ of 4\d/#), "\(errorText.debugDescription)")
    #expect(errorText.hasSuffix("\r\u{1B}[K"), "\(errorText.debugDescription)")
    #expect(try await sandbox.git("status", "--porcelain", in: "copy").text.isEmpty)
    let quiet = try await Self.errorText(of: "clone -q ../data ../quiet > ../out", in: sandbox)
    #expect(quiet.isEmpty, "\(quiet.debugDescription)")
  }

  @Test("the total; not with --quiet")
  func merge() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write(#"{"a":1,"b":1}"#, to: "document")
    let script = """
      for number in $(seq 20); do cp ../document $number.json; done
      git add -A; git commit -qm base; git branch ui
      sed -i 's/"b":1/"b":2/' *.json; git commit -qam ours; git checkout -q ui
      sed -i 's/"a":1/"a":2/' *.json; git commit -qam theirs; git checkout -q main
      """
    try await sandbox.run("bash", ["-ec", script], in: "data").succeed()
    let quiet = try await Self.errorText(of: "merge ui --dry-run -q > ../out", in: sandbox)
    #expect(quiet.isEmpty, "\(quiet.debugDescription)")
    let dumb = try await Self.errorText(
      of: "merge ui --dry-run > ../out", in: sandbox, terminal: "dumb")
    #expect(dumb.isEmpty, "\(dumb.debugDescription)")
    let errorText = try await Self.errorText(of: "merge ui > ../out", in: sandbox)
    #expect(
      errorText.contains(#/merging files: \d+ of 20/#), "\(errorText.debugDescription)")
    #expect(try sandbox.read("out").hasPrefix("merged ui into main: "))
    try await sandbox.expectSound()
  }
}
