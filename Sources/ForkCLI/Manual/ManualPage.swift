import ForkedStore

/// A manual page of a command, in mdoc(7).
struct ManualPage {
  /// The description of the program, which contains all commands.
  let program: CommandDescription
  let command: CommandDescription

  static let date = "November 21, 2026"

  /// `fork-schema-show`
  var name: String { command.path.joined(separator: "-") }

  var text: String {
    var lines = [".Dd \(Self.date)", ".Dt \(name.uppercased()) 1", ".Os"]
    lines += [".Sh NAME", ".Nm \(name)", ".Nd \(Self.inMacro(command.abstract))"]
    lines += [".Sh SYNOPSIS"] + synopsis
    lines += [".Sh DESCRIPTION"] + description
    lines += jsonOutput
    lines += [".Sh EXIT STATUS"] + Self.exitStatus
    lines += examples
    lines += [".Sh SEE ALSO"] + seeAlso
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Sections

  private var synopsis: [String] {
    var lines = [".Nm \(command.path[0])"]
    for word in command.path.dropFirst() { lines.append(".Cm \(word)") }
    if !command.subcommands.isEmpty { return lines + [".Ar command", ".Op Ar ..."] }
    for parameter in command.parameters where !isCommon(parameter) {
      lines.append("." + usage(of: parameter))
    }
    return lines
  }

  private func usage(of parameter: CommandDescription.Parameter) -> String {
    let words =
      parameter.kind == "positional"
      ? "Ar \(Self.argument(parameter.valueName))" : option(parameter, parameter.names.last ?? "")
    let repeated = parameter.isRepeating ? " ..." : ""
    return parameter.isOptional ? "Op \(words)\(repeated)" : words + repeated
  }

  private func option(_ parameter: CommandDescription.Parameter, _ name: String) -> String {
    let flag = "Fl " + Self.argument(String(name.dropFirst()))
    return parameter.kind == "option" ? "\(flag) Ar \(Self.argument(parameter.valueName))" : flag
  }

  private func isCommon(_ parameter: CommandDescription.Parameter) -> Bool {
    ["--help", "--version"].contains { parameter.names.contains($0) }
  }

  private var description: [String] {
    var lines = Self.prose(command.abstract + ".")
    if !command.discussion.isEmpty { lines += [".Pp"] + Self.prose(command.discussion) }
    if command.path.count == 1 { lines += ManualTexts.program }
    if !command.subcommands.isEmpty {
      lines += [".Pp", "The commands are:", ".Bl -tag -width Ds"]
      for subcommand in command.subcommands {
        let page = subcommand.path.joined(separator: "-")
        lines += [".It Xr \(page) 1"] + Self.prose(subcommand.abstract + ".")
      }
      lines.append(".El")
    }
    let parameters = command.parameters.filter { !isCommon($0) }
    guard !parameters.isEmpty else { return lines }
    lines += [".Pp", "The arguments and options are:", ".Bl -tag -width Ds"]
    for parameter in parameters { lines += item(parameter) }
    return lines + [".El"]
  }

  private func item(_ parameter: CommandDescription.Parameter) -> [String] {
    let head =
      parameter.kind == "positional"
      ? "Ar " + Self.argument(parameter.valueName)
      : parameter.names.map { option(parameter, $0) }.joined(separator: " , ")
    var lines = [".It \(head)"] + Self.prose(parameter.help + ".")
    let isSaid = parameter.values.allSatisfy { parameter.help.contains($0) }
    if !isSaid { lines += Self.prose("One of \(parameter.values.joined(separator: ", ")).") }
    if let standard = parameter.standard, !standard.isEmpty, standard != "[]" {
      lines += Self.prose("The default is \(standard).")
    }
    return lines
  }

  private var jsonOutput: [String] {
    guard let fields = ManualTexts.json[command.path.dropFirst().joined(separator: " ")] else {
      return []
    }
    var lines = [".Sh JSON OUTPUT", "With", ".Fl -json ,"]
    lines += Self.shape(fields, after: "the command prints")
    for other in fields.others {
      lines += Self.shape(other.fields, after: "\(other.case), it prints")
    }
    return lines + ["A field with a question mark is absent where there is nothing to say."]
  }

  private static func shape(_ fields: ManualTexts.JSONFields, after words: String) -> [String] {
    [words + (fields.isLines ? " one value on each line:" : " one value:")]
      + [".Bd -literal -offset indent"] + fields.lines.map(escaped) + [".Ed"]
  }

  private var examples: [String] {
    let examples = ManualTexts.examples(
      of: command.path.dropFirst().joined(separator: " "))
    if examples.isEmpty { return [] }
    var lines = [".Sh EXAMPLES"]
    for (index, example) in examples.enumerated() {
      if index > 0 { lines.append(".Pp") }
      lines += Self.prose(example.summary) + [".Bd -literal -offset indent"]
      lines += example.commands.map { "$ " + Self.escaped($0) }
      lines.append(".Ed")
    }
    return lines
  }

  private var seeAlso: [String] {
    var pages: [(String, String)] = [
      ("\(programName)-merging", "7"), ("\(programName)-schema", "5"),
    ]
    if command.path.count > 1 {
      pages.append((programName, "1"))
      let group = program.subcommands.first { $0.path == Array(command.path.prefix(2)) }
      let related = ManualTexts.related[command.path[1]] ?? []
      pages += related.map { ("\(programName)-\($0)", "1") }
      for subcommand in group?.subcommands ?? [] where subcommand.path != command.path {
        pages.append((subcommand.path.joined(separator: "-"), "1"))
      }
    } else {
      pages.append(("git", "1"))
    }
    let sorted = pages.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    return sorted.enumerated().map { index, page in
      ".Xr \(page.0) \(page.1)\(index == sorted.count - 1 ? "" : " ,")"
    }
  }

  private static let exitStatus =
    [".Bl -tag -width Ds"]
    + ManualTexts.statuses.flatMap { [".It \($0.number)"] + prose($0.meaning) } + [".El"]
}

// MARK: - mdoc syntax

extension ManualPage {
  /// Returns the text with each sentence on lines of its own, wrapped at 75 columns; indented lines stay literal.
  static func prose(_ text: String) -> [String] {
    var (lines, isLiteral) = ([String](), false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) {
      if line.hasPrefix("  ") {
        if !isLiteral { lines.append(".Bd -literal") }
        isLiteral = true
        lines.append(escaped(String(line.dropFirst(2))))
        continue
      }
      if isLiteral { lines.append(".Ed") }
      isLiteral = false
      for sentence in sentences(of: line) { lines += wrapped(sentence).map(escaped) }
    }
    return isLiteral ? lines + [".Ed"] : lines
  }

  private static func sentences(of text: String) -> [String] {
    var (sentences, current) = ([String](), [Substring]())
    for word in text.split(separator: " ") {
      if let last = current.last, let end = last.last, ".:?".contains(end) {
        sentences.append(current.joined(separator: " "))
        current = []
      }
      current.append(word)
    }
    return sentences + [current.joined(separator: " ")]
  }

  private static func wrapped(_ text: String) -> [String] {
    var (lines, line) = ([String](), "")
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + word.count > 75 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }

  static func escaped(_ line: String) -> String {
    let text = line.replacing("\\", with: "\\e")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  /// Escapes words that mdoc would read as macros.
  private static func inMacro(_ text: String) -> String {
    text.split(separator: " ").map { word in
      let isMacro =
        (2...3).contains(word.count) && word.allSatisfy(\.isLetter)
        && word.first?.isUppercase == true
      return isMacro ? "\\&" + word : String(word)
    }.joined(separator: " ")
  }

  /// Returns the text as one argument of a macro, quoted if necessary.
  private static func argument(_ text: String) -> String {
    text.contains { "[]()|.,:;?! ".contains($0) } ? "\"\(text)\"" : text
  }
}
