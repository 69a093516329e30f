import ForkedStore

/// The hints for commands and options of other programs, such as git, that have other names here: those of `habits.txt`.
enum Habits {
  /// Returns the hint for a command with its arguments, or for an option behind the command.
  static func hint(for arguments: [String]) -> String? {
    guard let command = arguments.first else { return nil }
    let options = arguments.dropFirst().filter { $0.hasPrefix("-") }
      .map { String($0.prefix { $0 != "=" }) }
    let operands = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    let found = options.lazy.compactMap { hints["\(command) \($0)"] }.first ?? hints[command]
    if let found { return text(of: found, with: operands) }
    return commandsOfGit.contains(command)
      ? "use 'git \(command)': a fork is a branch of the same repository" : nil
  }

  /// True if another program has this option for a command, and the command here has not.
  static func isOption(_ argument: String, of command: String) -> Bool {
    argument.hasPrefix("-") && hints["\(command) \(argument.prefix { $0 != "=" })"] != nil
  }

  /// Commands stand between single quotes, and each begins with the first argument.
  private static func text(of hint: String, with operands: [String]) -> String {
    hint.split(separator: "'", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index % 2 == 1 else { return String(part) }
      var rest = operands[...]
      let words = part.split(separator: " ").enumerated().map { place, word in
        if place == 0, word == "fork" { return programName }
        guard word.hasPrefix("{") else { return String(word) }
        return rest.popFirst()?.shellWord ?? "<\(word.dropFirst().dropLast())>"
      }
      return words.joined(separator: " ")
    }.joined(separator: "'")
  }

  private static let commandsOfGit: Set = [
    "am", "apply", "archive", "bisect", "bundle", "cat-file", "clean", "config", "describe",
    "filter-branch", "for-each-ref", "format-patch", "gc", "hash-object", "ls-remote", "ls-tree",
    "notes", "rev-list", "rev-parse", "submodule", "update-index", "worktree",
  ]

  private static let hints: [String: String] = {
    let text = String(decoding: PackageResources.habits_txt, as: UTF8.self)
    return text.split(separator: "\n").reduce(into: [:]) { hints, line in
      guard !line.hasPrefix("#"), let end = line.firstRange(of: ": ") else { return }
      for habit in line[..<end.lowerBound].split(separator: ", ") {
        hints[String(habit)] = String(line[end.upperBound...])
      }
    }
  }()
}
