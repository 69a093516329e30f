import Foundation
import Testing

/// The program of all samples of the documents that the original packages published.
@Suite("the samples of the original's documents")
struct OriginalSamplesTests {
  @Test("the program prints what the documents promise")
  func output() async throws {
    let sandbox = try Sandbox()
    let output = try await sandbox.run("sample-programs", ["original"], in: ".").succeed()
    #expect(
      output.text == """
        Int: 2
        AccumulatingInt: 3
        TextDocument: Fork yeah!!! by hand, Fork yeah!!! by the macro
        TextDocument: Fork yeah!!! ["a", "b"] mine 3 9
        User: Ann 7
        Note: Fork yeah!!! ["a", "b"] ["0", "1", "3"] ["x=2", "y=3"]
        Document: text ["s"] ["One two three", "new"] ["a", "b"] ["k": "v"]
        NoteWithOptionals: text [1, 2]
        Counter: 5
        BlogPost: ["new", "One two three"] 2
        Recursive: One two three
        Item: 3 items, 1 changed, with inverse
        Message: online
        Contacts: ["online", "online"]
        Without image: a message
        Without author: no message, 1 contact

        """)
  }

  @Test(
    "every sample is in the program as it is written",
    .enabled(if: OriginalDocuments.areThere, "the original's documents are not there"))
  func verbatim() throws {
    let folder = "Tests/Samples/sample-programs/Original"
    let program = try ManualTests.names(in: folder).map { name in
      OriginalDocuments.lines(try ManualTests.text("\(folder)/\(name)")).joined(separator: "\n")
    }.joined(separator: "\n")
    let samples = try OriginalDocuments.samples()
    #expect(samples.count == 22)
    for sample in samples {
      #expect(program.contains(sample.joined(separator: "\n")))
    }
  }
}

/// The documents in `FORK_SEEDS`, or `shared/seeds` beside the checkout.
private enum OriginalDocuments {
  static let folder =
    ProcessInfo.processInfo.environment["FORK_SEEDS"].map { URL(filePath: $0) }
    ?? ManualTests.checkout.appending(path: "../shared/seeds").standardized

  static let areThere = FileManager.default.fileExists(atPath: folder.path)

  /// Samples that no program can contain: the original's own readme calls the first impossible, the second is what its
  /// macro declares, and the third belongs in `Package.swift`.
  private static let omitted: [[String]] = [
    ["final class Item {", "@OrderedRelationship", "var subItems: [SubItem]", "init() {}", "}"],
    ["var subItems: [SubItem]"],
    [
      "dependencies: [",
      #".package(url: "https://github.com/drewmccormack/Forked.git", from: "0.1.0")"#, "]",
      "https://github.com/drewmccormack/Forked.git",
    ],
  ]

  /// Lines that are written differently. The first is part of SwiftData. The second passes an optional for a model, and
  /// takes a model for an image.
  private static let replaced: [String: String] = [
    "@Model": "",
    "let image = transform(self.image)": "let image = self.image.flatMap(transform) as? Image",
  ]

  /// The lines of code without indentation, and without imports.
  static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.map { replaced[$0] ?? $0 }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
  }

  static func samples() throws -> [[String]] {
    let documents = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).map { try String(contentsOf: $0, encoding: .utf8) }
    return documents.flatMap { fenced(in: $0) + directives(in: $0) + unmarked(in: $0) }
      .filter { !$0.isEmpty && !omitted.contains($0) }
  }

  /// Blocks between lines of three backticks.
  private static func fenced(in text: String) -> [[String]] {
    text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }
      .map { lines(String($0.element.drop { !$0.isNewline })) }
  }

  /// Indented blocks after `.. code-block::`.
  private static func directives(in text: String) -> [[String]] {
    text.components(separatedBy: ".. code-block:: ").dropFirst().map { block in
      let body = block.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      return lines(body.prefix { $0.isEmpty || $0.hasPrefix("  ") }.joined(separator: "\n"))
    }
  }

  /// Runs of lines in a document in another script that lost its marks: lines in ASCII, but for names by themselves.
  private static func unmarked(in text: String) -> [[String]] {
    guard !text.contains("```"), text.contains(where: { !$0.isASCII }) else { return [] }
    func isCode(_ line: Substring) -> Bool {
      line == "@ForkedModel"
        || line.allSatisfy(\.isASCII) && !line.allSatisfy { $0.isLetter || $0 == "@" }
    }
    var runs: [[Substring]] = [[]]
    for line in text.split(separator: "\n") {
      if isCode(line) {
        runs[runs.count - 1].append(line)
      } else {
        runs.append([])
      }
    }
    return runs.filter { $0.count > 1 }.map { lines($0.joined(separator: "\n")) }
  }
}
