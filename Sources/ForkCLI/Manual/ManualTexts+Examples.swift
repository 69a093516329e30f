import ForkedStore

extension ManualTexts {
  /// The end of a command's help: its first two examples.
  ///
  /// - Parameter help: the help as the argument parser prints it; the line of usage names the command. Any other text,
  ///   like a version, has no examples.
  static func exampleSection(of help: String) -> String {
    guard
      let usage = help.split(separator: "\n").first(where: {
        $0.hasPrefix("USAGE: \(programName) ")
      })
    else { return "" }
    let command = usage.split(separator: " ").dropFirst(2).prefix { $0.first?.isLetter == true }
    let examples = examples(of: command.joined(separator: " "))
    if examples.isEmpty { return "" }
    let heading = help.hasSuffix("\n") ? "\nEXAMPLES:" : "\n\nEXAMPLES:"
    return examples.prefix(2).reduce(into: heading) { text, example in
      text += "\n  \(example.summary)"
      for line in example.commands { text += "\n    $ \(line)" }
    }
  }

  /// Returns the examples of a command; of the program itself for an empty name.
  static func examples(of command: String) -> [Example] {
    var examples: [Example] = []
    var isMeant = false
    for line in PackageResources.examples_txt.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "==".utf8) {
        isMeant = line.dropFirst(3).elementsEqual(command.utf8)
      } else if isMeant, line.starts(with: "$ ".utf8), let last = examples.indices.last {
        examples[last].commands.append(named(line.dropFirst(2)))
      } else if isMeant {
        examples.append(Example(summary: String(decoding: line, as: UTF8.self)))
      }
    }
    return examples
  }

  /// The command, which calls the program by its name and not as the file does.
  private static func named(_ line: ArraySlice<UInt8>) -> String {
    let command = String(decoding: line, as: UTF8.self)
    if programName == "fork" { return command }
    let named = [" ", "$("].reduce(" " + command) { text, before in
      text.replacing("\(before)fork ", with: "\(before)\(programName) ")
    }
    return String(named.dropFirst())
  }
}
