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
    guard let examples = Self.examples[command.joined(separator: " ")] else { return "" }
    let heading = help.hasSuffix("\n") ? "\nEXAMPLES:" : "\n\nEXAMPLES:"
    return examples.prefix(2).reduce(into: heading) { text, example in
      text += "\n  \(example.summary)"
      for line in example.commands { text += "\n    $ \(line)" }
    }
  }

  /// The examples of each command, by its name; of the program itself by an empty one.
  static let examples: [String: [Example]] = {
    var examples: [String: [Example]] = [:]
    var command = ""
    let text = String(decoding: PackageResources.examples_txt, as: UTF8.self)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("==") {
        command = String(line.dropFirst(3))
      } else if line.hasPrefix("$ "), let last = examples[command]?.indices.last {
        examples[command]?[last].commands.append(named(line.dropFirst()))
      } else {
        examples[command, default: []].append(Example(summary: String(line)))
      }
    }
    return examples
  }()

  /// The command, which calls the program by its name.
  private static func named(_ command: Substring) -> String {
    let named = [" ", "$("].reduce(String(command)) { text, before in
      text.replacing("\(before)fork ", with: "\(before)\(programName) ")
    }
    return String(named.dropFirst())
  }
}
