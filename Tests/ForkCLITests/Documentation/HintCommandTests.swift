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

  @Test("they are commands, and have the options that are given")
  func known() async throws {
    let sandbox = try Sandbox()
    let lines = try Self.commandLines()
    #expect(lines.count > 100)
    var helps: [Substring: String] = [:]
    for (file, words) in lines {
      guard let command = words.first else { continue }
      var names = [String(command)]
      if ["remote", "schema"].contains(command), words.count > 1 { names.append(String(words[1])) }
      let key = Substring(names.joined(separator: " "))
      if helps[key] == nil {
        let help = try await sandbox.run("fork", ["help"] + names, in: ".")
        #expect(help.status == 0, "\(file): \(words.joined(separator: " "))")
        helps[key] = help.text
      }
      for option in words where option.hasPrefix("--") {
        let name = option.prefix { $0.isLetter || $0 == "-" }
        #expect(
          helps[key]?.contains(name) == true, "\(file): \(words.joined(separator: " "))")
      }
    }
  }
}
