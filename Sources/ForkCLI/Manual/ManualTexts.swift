import ForkedStore

/// The texts of help and manual pages that the argument parser does not know.
enum ManualTexts {
  /// Commands that a user can type, and their purpose.
  struct Example {
    var summary: String
    var commands: [String] = []
  }

  /// The exit statuses and their meanings.
  static let statuses: [(number: Int, meaning: String)] = [
    (0, "Success."),
    (
      1,
      "Conflicts remain, differences were found, documents are invalid, or something would be lost."
    ),
    (64, "Invalid arguments, including an invalid path of a document."),
    (65, "Invalid data: a document, schema or patch."),
    (66, "Not found: a repository, fork, revision or document."),
    (69, "A remote is unavailable."),
    (70, "Internal error."),
    (73, "Cannot create something, because it exists or uncommitted changes would be overwritten."),
    (74, "Input/output error."),
    (75, "Try again: a lock is held, an expectation failed, or a race was lost too often."),
    (77, "Permission denied, or the repository belongs to another user."),
    (130, "Interrupted; 143 and 129 after the signals TERM and HUP."),
  ]

  /// The part of the program's own page before the list of commands, in mdoc.
  static var program: [String] {
    String(decoding: PackageResources.program_mdoc, as: UTF8.self)
      .replacing(".Xr fork-", with: ".Xr \(programName)-").split(separator: "\n").map(String.init)
  }

  /// The related pages of each page.
  static let related: [String: [String]] = [
    "merge": ["explain", "sync", "undo"], "sync": ["merge"], "explain": ["blame", "merge", "show"],
    "blame": ["explain", "log"], "log": ["blame", "show"], "show": ["diff", "log"],
    "undo": ["reset", "restore", "revert"], "reset": ["undo"], "restore": ["revert", "undo"],
    "revert": ["restore", "undo"], "conflicts": ["resolve"], "resolve": ["conflicts", "install"],
    "install": ["merge-driver", "mergetool", "uninstall"], "mergetool": ["install", "resolve"],
    "uninstall": ["install"],
    "merge-driver": ["install", "merge-file"], "merge-file": ["merge"],
    "batch": ["update", "watch"],
    "watch": ["batch"], "update": ["batch", "get", "restore"], "get": ["documents", "update"],
    "create": ["list", "switch"], "list": ["status"], "switch": ["create"], "delete": ["undo"],
    "verify": ["entities", "validate"], "entities": ["documents", "remove", "verify"],
    "remove": ["entities", "undo"], "validate": ["check", "verify"],
    "check": ["validate", "verify"],
    "doctor": ["install"], "diff": ["show"],
    "status": ["diff", "list"],
  ]
}

/// The manual pages of all commands.
enum Manual {
  /// Writes all pages into a directory.
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
