import Foundation
import Testing

@Suite("commands that messages name")
struct HintCommandTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  /// The command lines in the texts of the source, each from a quote or a colon to the closing quote or a `;`.
  private static func commandLines() throws -> [(file: String, words: [Substring])] {
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var lines: [(String, [Substring])] = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for found in text.matches(of: /['":`] ?\\\(programName\) ([a-z][^'"`;|]*)/) {
        lines.append((file, found.output.1.split(whereSeparator: \.isWhitespace)))
      }
    }
    return lines
  }

  /// The pages are what the program makes (`ManualTests`).
  @Test("they are commands, and have the options that are given")
  func known() throws {
    let lines = try Self.commandLines().filter { $0.words.first != "help" }
    #expect(lines.count > 100)
    for (file, words) in lines {
      let isGroup = ["remote", "schema"].contains(words.first) && words.count > 1
      let command = words.prefix(isGroup ? 2 : 1).joined(separator: "-")
      let page = try ManualTests.text("Man/fork-\(command).1")
      for option in words where option.hasPrefix("--") {
        let name = option.dropFirst().prefix { $0.isLetter || $0 == "-" }
        #expect(page.contains("Fl \(name)"), "\(file): \(words.joined(separator: " "))")
      }
    }
  }
}
