import ForkedStore

/// All manual pages of commands.
enum Manual {
  /// Writes each page into a directory.
  static func write(into directory: String) throws {
    let program = try CommandDescription.all()
    for command in [program] + program.subcommands.flatMap({ [$0] + $0.subcommands }) {
      let page = ManualPage(program: program, command: command)
      let path = "\(directory)/\(page.name).1"
      let bytes = Array(page.text.utf8)
      if let present = try Process.readIfThere(path) {
        if present != bytes { try Process.replace(path, with: bytes) }
      } else {
        try Process.create(path, with: bytes)
      }
    }
  }
}
