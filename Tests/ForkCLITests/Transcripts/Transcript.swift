import Foundation
import Testing

/// Commands with what they print, one after the other in one shell: a part of a file in `Fixtures/Commands`.
///
/// The format of these files:
///
/// | line | |
/// |---|---|
/// | `== title` | begins a transcript; what stands before the first one is played once, and each begins with a copy of it |
/// | `$ command` | a command of bash in `data`, whose further lines begin with `> ` |
/// | `? status text` | the status, if it is not 0, and a text on standard error; then nothing is on standard output |
/// | `! text` | a text on standard error |
/// | `% line` | a line of bash before each transcript, such as a function |
/// | other lines | all of standard output |
///
/// In texts and output `…` stands for any text. Output that is not given may be any. Of a command of several, the status is
/// that of the last one; what must hold before that is joined by `&&`, or ends by `|| exit` or `|| wrong`.
struct Transcript: CustomTestStringConvertible, Sendable {
  struct Step: Sendable {
    var command: String
    var output: [String] = []
    var complaints: [String] = []
    var status: Int32 = 0
    var isSilent = false

    /// What is not as expected of the command; empty if all is.
    func faults(status found: Int32, output text: String, errorText: String) -> [String] {
      let expected = Self.withoutLineFeeds(output.joined(separator: "\n"))
      let isOutput =
        expected.isEmpty
        ? !isSilent || text.isEmpty : Self.withoutLineFeeds(text).matches(expected)
      return (found == status ? [] : ["status \(status)"])
        + (isOutput ? [] : ["on standard output: \(expected)"])
        + complaints.filter { !errorText.matches("…\($0)…") }.map { "on standard error: \($0)" }
    }

    /// A text without line feeds at its end.
    private static func withoutLineFeeds(_ text: String) -> String {
      String(text.reversed().drop { $0.isNewline }.reversed())
    }
  }

  let file: String
  let title: String
  var steps: [Step] = []

  var testDescription: String { "\(file): \(title)" }
}

extension String {
  /// True if it is the pattern, in which `…` stands for any text.
  fileprivate func matches(_ pattern: String) -> Bool {
    let parts = pattern.components(separatedBy: "…")
    guard hasPrefix(parts[0]) else { return false }
    var rest = dropFirst(parts[0].count)
    guard let last = parts.dropFirst().last else { return rest.isEmpty }
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
