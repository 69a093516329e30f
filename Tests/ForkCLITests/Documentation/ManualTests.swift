import Foundation
import Testing

@Suite("manual pages and completions")
struct ManualTests {
  static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func names(in directory: String) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(
        atPath: checkout.appendingPathComponent(directory).path
      ).sorted()
    } catch {
      return []
    }
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: checkout.appendingPathComponent(path)), as: UTF8.self)
  }

  static func isInstalled(_ program: String) -> Bool {
    ["/usr/bin/", "/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + program) }
  }

  @Test("what is checked in is what the program makes: bash .ci/generate")
  func generated() async throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(
      atPath: sandbox.path("man"), withIntermediateDirectories: true)
    try await sandbox.fork("--generate-manual", sandbox.path("man"), in: ".").succeed()
    let made = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("man")).sorted()
    #expect(made == Self.names(in: "Man").filter { $0.hasSuffix(".1") })
    for name in made {
      #expect(try sandbox.read("man/\(name)") == Self.text("Man/\(name)"), "\(name)")
    }
    for (shell, file) in [("bash", "fork.bash"), ("zsh", "_fork"), ("fish", "fork.fish")] {
      let script = try await sandbox.fork("--generate-completion-script", shell, in: ".").succeed()
      #expect(try script.text == Self.text("Completions/\(file)"), "\(file)")
    }
  }

  @Test("every command has a page, --json, and an example")
  func complete() async throws {
    let sandbox = try Sandbox()
    let pages = Self.names(in: "Man").filter { $0.hasSuffix(".1") }
    for page in pages {
      let text = try Self.text("Man/\(page)")
      #expect(text.contains("\n.Sh EXAMPLES\n"), "\(page) has no example")
      let hasData = ![
        "fork.1", "fork-remote.1", "fork-schema.1", "fork-merge-driver.1", "fork-diff-driver.1",
        "fork-textconv.1",
      ].contains(page)
      #expect(!hasData || text.contains("Fl -json"), "\(page)")
    }
    let help = try await sandbox.fork("--help", in: ".").succeed().lines
    let commands = help.compactMap {
      $0.firstMatch(of: #/^  ([a-z][a-z-]+)  /#).map { String($0.1) }
    }
    #expect(commands.count > 30)
    for command in commands { #expect(pages.contains("fork-\(command).1"), "\(command)") }
  }

  @Test("a page that is referred to is there")
  func references() throws {
    let pages = Set(Self.names(in: "Man"))
    for page in pages {
      for match in try Self.text("Man/\(page)").matches(of: /\.(?:It )?Xr (fork[a-z-]*) (\d)/) {
        let name = "\(match.1).\(match.2)"
        #expect(pages.contains(name), "\(page): \(name)")
      }
    }
  }

  @Test("mandoc has no complaints", .enabled(if: isInstalled("mandoc"), "mandoc is not installed"))
  func lint() async throws {
    let sandbox = try Sandbox()
    let pages = Self.names(in: "Man").map { Self.checkout.appendingPathComponent("Man/\($0)").path }
    let outcome = try await sandbox.run("mandoc", ["-T", "lint"] + pages, in: ".")
    // It looks for pages in the system's directories; the test above looks in ours.
    let complaints = outcome.lines.filter {
      !$0.contains("referenced manual not found") && !$0.contains("mandoc.db")
    }
    #expect(complaints.isEmpty, "\(complaints)")
  }

  /// The pages are shared out, and each share makes the repository once.
  private static let shares = 4

  @Test("every example works", arguments: 0..<shares)
  func examples(share: Int) async throws {
    let prepared = try await Self.exampleSandbox()
    let pages = Self.names(in: "Man").filter { $0.hasSuffix(".1") }
    for (index, page) in pages.enumerated() where index % Self.shares == share {
      for script in Self.examples(in: try Self.text("Man/\(page)")) {
        let sandbox = try await Sandbox.copy(of: prepared)
        let outcome = try await sandbox.run("bash", ["-ec", script], in: "data")
        #expect(outcome.status == 0, "\(page): \(script)\n\(outcome)")
      }
    }
  }

  /// The lines behind `$` of each literal block among the examples.
  private static func examples(in page: String) -> [String] {
    guard let start = page.range(of: "\n.Sh EXAMPLES\n") else { return [] }
    let rest = page[start.upperBound...]
    let section = rest.range(of: "\n.Sh ").map { rest[..<$0.lowerBound] } ?? rest
    return section.components(separatedBy: ".Bd -literal").dropFirst().map { block in
      block.split(separator: "\n").filter { $0.hasPrefix("$ ") }
        .map { $0.dropFirst(2).replacing("\\e", with: "\\") }.joined(separator: "\n")
    }
  }

  /// The repository that the examples expect.
  static func exampleSandbox() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      let note = #"{"title":"Fork Yeah","state":"draft","tags":["json"],"views":10}"#
      try await sandbox.put(note, at: "note.json")
      try await sandbox.put(
        #"""
        {"x-documents":{"/people.json":{"items":{"type":"object","x-identity":"Person-{id}"}}}}
        """#, at: ".fork/schema.json")
      try await sandbox.put(#"[{"id":42,"name":"Ada"}]"#, at: "people.json")
      try await sandbox.fork("create", "laptop").succeed()
      try await sandbox.fork("create", "phone").succeed()
      try await sandbox.set(#"/title="Fork Yeah!""#, in: "note.json", on: "laptop")
      try await sandbox.set(#"/state="final""#, in: "note.json", on: "laptop")
      try await sandbox.set(#"/title="Fork yeah""#, in: "note.json", on: "phone")
      try await sandbox.set("/views=11", in: "note.json", on: "main")
      try sandbox.write(#"{"new":true}"#, to: "data/edited.json")
      try sandbox.write(#"{"x-documents":{}}"#, to: "data/schema.json")
      try sandbox.write(
        """
        {"op":"update","document":"note.json","set":{"/views":12}}
        {"op":"get","document":"note.json","pointer":"/title"}
        """, to: "data/lines.jsonl")
      return sandbox
    }
  }
}
