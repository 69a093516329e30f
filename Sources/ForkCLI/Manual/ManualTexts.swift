import ForkedStore

/// What manual pages say beyond what the parser knows.
enum ManualTexts {
  /// What a person would type, and what for.
  struct Example {
    var says: String
    var commands: [String]

    init(_ says: String, _ commands: String...) {
      (self.says, self.commands) = (says, commands)
    }
  }

  /// What a process ends with.
  static let statuses: [(number: Int, meaning: String)] = [
    (0, "Done."),
    (
      1,
      "A person must decide: conflicts remain, differences were found, documents are invalid, or something would be lost."
    ),
    (64, "The arguments are wrong, a document's path among them."),
    (65, "A document, schema or patch is not what it must be."),
    (66, "No such repository, fork, revision or document."),
    (69, "A remote could not be reached."),
    (70, "A defect of fork."),
    (73, "Something stands in the way of what would be made, or edits would be overwritten."),
    (74, "Reading or writing failed."),
    (75, "Try again: a lock is held, an expectation failed, or a race was lost too often."),
    (77, "No permission, or the repository is someone else's."),
    (130, "Interrupted; 143 and 129 after the signals TERM and HUP."),
  ]

  /// What the program's own page says before its commands.
  static let program: [String] = [
    ".Pp",
    "A fork is a branch of a git repository, the current one the branch of HEAD.",
    "Documents are files.",
    "Two versions of a document become one by property, as the schema in",
    ".Pa .fork/schema.json",
    "says.",
    ".Pp",
    "A revision is a fork, a commit id, a tag, or one of these with",
    ".Li ~n ,",
    ".Li ^n",
    "or",
    ".Li @{n} .",
    "A property is named by a JSON Pointer behind a number sign, as in",
    ".Li notes/a.json#/title .",
    "Paths are relative to the working directory inside of a work tree, else to",
    "the root.",
    ".Pp",
    "Every command takes",
    ".Fl -json ,",
    "prints data on standard output, and talks on standard error.",
    "On any status but 0 nothing was changed, or the message says what was.",
    ".Pp",
    "An interrupt is a request to stop before anything moves; a second one ends",
    "the program at once.",
    "Work that takes over half a second shows on a terminal how far it has come.",
    "Colour is used on a terminal alone, and not where",
    ".Ev NO_COLOR",
    "is set;",
    ".Fl -color Cm always",
    "brings it through a pager:",
    ".Pp",
    ".Dl fork log --color always | less -R",
  ]

  /// Pages beside which a page is read.
  static let related: [String: [String]] = [
    "merge": ["explain", "sync", "undo"], "sync": ["merge"], "explain": ["blame", "merge", "show"],
    "blame": ["explain", "log"], "log": ["blame", "show"], "show": ["diff", "log"],
    "undo": ["reset", "restore", "revert"], "reset": ["undo"], "restore": ["revert", "undo"],
    "revert": ["restore", "undo"], "conflicts": ["resolve"], "resolve": ["conflicts", "install"],
    "install": ["merge-driver", "uninstall"], "uninstall": ["install"],
    "merge-driver": ["install", "merge-file"], "merge-file": ["merge"],
    "batch": ["update", "watch"],
    "watch": ["batch"], "update": ["batch", "get", "restore"], "get": ["documents", "update"],
    "create": ["list", "switch"], "list": ["status"], "switch": ["create"], "delete": ["undo"],
    "verify": ["models", "validate"], "models": ["documents", "remove", "verify"],
    "remove": ["models", "undo"], "validate": ["verify"], "diff": ["show"],
    "status": ["diff", "list"],
  ]
}

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
