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
  static let program: [String] = [
    ".Pp",
    "The current fork is the branch of HEAD.",
    "Documents are the files *.json, *.jsonc, *.json5, *.jsonl and *.ndjson, and",
    "others that the schema names.",
    "The schema in",
    ".Pa .fork/schema.json",
    "defines how two versions of a document are merged.",
    ".Pp",
    "A revision is a fork, a commit id, a tag, or one of these with",
    ".Li ~n ,",
    ".Li ^n",
    "or",
    ".Li @{n} .",
    "A property is written as the path of a document, a number sign and a JSON",
    "Pointer, as in",
    ".Li notes/a.json#/title .",
    "Paths are relative to the working directory inside of a work tree, and to",
    "the root of the repository elsewhere.",
    ".Pp",
    "Five commands check something:",
    ".Xr \(programName)-check 1",
    "looks for mistakes in documents that no schema describes,",
    ".Xr \(programName)-validate 1",
    "compares documents with the schema,",
    ".Xr \(programName)-schema-check 1",
    "looks for mistakes in the schema, too,",
    ".Xr \(programName)-verify 1",
    "reads the whole repository with its history, and",
    ".Xr \(programName)-doctor 1",
    "tries the setup of fork and git.",
    ".Pp",
    "Data is printed on standard output, and messages on standard error; with",
    ".Fl -json ,",
    "the data is JSON, and so is an error: one object with",
    ".Li status , kind , message , document , pointer , line , column",
    "and",
    ".Li hint ,",
    "as far as they are known; a notice is one with the kind",
    ".Li notice .",
    "If the exit status is not 0, nothing has changed, or the message names the",
    "changes.",
    ".Pp",
    "An interrupt asks the command to stop before it changes anything; a second",
    "one ends the program at once.",
    "On a terminal, work that takes more than half a second, or the seconds of",
    ".Ev GIT_PROGRESS_DELAY ,",
    "shows its progress.",
    "Color is used only on a terminal, and not if",
    ".Ev NO_COLOR",
    "is set.",
    "Long output of",
    ".Cm log , diff , show",
    "and",
    ".Cm blame",
    "goes through git's pager on a terminal:",
    ".Ev GIT_PAGER ,",
    "the setting",
    ".Li core.pager ,",
    ".Ev PAGER ,",
    "or",
    ".Xr less 1 ;",
    ".Fl -no-pager",
    "prints it at once.",
    ".Pp",
    "Commands that only read work while HEAD is detached, and read its commit.",
    "In a shallow clone,",
    ".Cm log , blame , show",
    "and",
    ".Cm verify",
    "say where the history ends.",
    "In a partial clone, missing objects are fetched by",
    ".Xr git 1",
    "when they are needed.",
  ]

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
