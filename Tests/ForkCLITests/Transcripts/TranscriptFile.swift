import Foundation

/// A file of transcripts that begin alike.
struct TranscriptFile: Sendable {
  let name: String
  /// Lines of bash before each transcript.
  private(set) var prelude = """
    wrong() { echo "wrong: $*" >&2; exit 1; }
    sound() { git fsck --strict --no-dangling && [ -z "$(git status --porcelain)" ]; }
    state() { git for-each-ref; git symbolic-ref HEAD; git status --porcelain -uall; git ls-files -s; }

    """
  private(set) var beginning: Transcript
  private(set) var transcripts: [Transcript] = []

  static let folder = "Tests/Fixtures/Commands"

  static func all() throws -> [TranscriptFile] {
    try ManualTests.names(in: folder).map {
      TranscriptFile($0, try ManualTests.text("\(folder)/\($0)"))
    }
  }

  init(_ name: String, _ text: String) {
    self.name = name
    beginning = Transcript(file: name, title: "beginning")
    var transcript = beginning
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("== ") {
        end(transcript)
        transcript = Transcript(file: name, title: String(line.dropFirst(3)))
      } else if line.hasPrefix("% ") {
        prelude += line.dropFirst(2) + "\n"
      } else {
        transcript.add(line)
      }
    }
    end(transcript)
  }

  private mutating func end(_ transcript: Transcript) {
    if transcript.title == beginning.title {
      beginning = transcript
    } else {
      transcripts.append(transcript)
    }
  }
}

extension Transcript {
  fileprivate mutating func add(_ line: String) {
    if line.hasPrefix("$ ") { return steps.append(Step(command: String(line.dropFirst(2)))) }
    guard let last = steps.indices.last else { return }
    if line == ">" || line.hasPrefix("> ") {
      steps[last].command += "\n" + line.dropFirst(2)
    } else if line.hasPrefix("? ") {
      let words = line.dropFirst(2).split(separator: " ", maxSplits: 1).map(String.init)
      steps[last].status = Int32(words[0]) ?? -1
      steps[last].complaints += words.dropFirst()
      steps[last].isSilent = words.count > 1
    } else if line.hasPrefix("! ") {
      steps[last].complaints.append(String(line.dropFirst(2)))
    } else {
      steps[last].output.append(line)
    }
  }
}
